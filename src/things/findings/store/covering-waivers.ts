import type { Kysely } from 'kysely'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { isOneOf } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { findRelisting } from '../tallies/relisted-findings.ts'

/** Waivers that findings of connections name. By itself, because PostgreSQL would ask for each waiver whether one of them does. */
export async function listCoveringWaivers(
  db: Kysely<Schema>,
  organizationId: string,
  connectionIds: readonly string[],
): Promise<readonly string[]> {
  const { isShowing } = await findRelisting(db, organizationId)
  const rows = await ofOrganization(db, organizationId)
    .selectFrom('findings')
    .select('waiverId')
    .distinct()
    .where(isOneOf(db, 'connectionId', connectionIds))
    .where('listedAs', 'in', isShowing ? ['accepted', 'hidden'] : ['accepted'])
    .execute()
  return rows.flatMap(({ waiverId }) => waiverId ?? [])
}
