import type { Kysely } from 'kysely'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import type { PersonRemoval } from '../../people/store/person-removed.ts'

const rowsAtOnce = 500

/** Leaves what somebody owned who was removed to nobody, with a change for each: who cannot come in takes care of nothing. */
export async function disownFindings(
  tx: Kysely<Schema>,
  { organizationId, userId, atMs }: PersonRemoval,
): Promise<void> {
  for (;;) {
    const rows = await ofOrganization(tx, organizationId)
      .selectFrom('findings')
      .select('id')
      .where('ownerId', '=', userId)
      .limit(rowsAtOnce)
      .execute()
    if (rows.length === 0) return
    const note = { organizationId, atMs, userId: null, member: 'owner', earlier: userId, later: null } as const
    await tx
      .insertInto('findingChanges')
      .values(rows.map(({ id }) => ({ ...note, id: createTimeId(), findingId: id, reason: null })))
      .execute()
    const ids = rows.map(({ id }) => id)
    await tx.updateTable('findings').set({ ownerId: null }).where('id', 'in', ids).execute()
  }
}
