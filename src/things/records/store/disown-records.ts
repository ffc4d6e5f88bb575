import type { Kysely } from 'kysely'
import { findTable } from '../../../service/fields/find-table.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { declaredThings } from '../../declared/declared-things.ts'
import type { PersonRemoval } from '../../people/store/person-removed.ts'

/** Clears a person who is removed from the records that name them, such as their owner. Decisions keep who made them. */
export async function disownRecords(tx: Kysely<Schema>, { organizationId, userId }: PersonRemoval): Promise<void> {
  for (const thing of declaredThings)
    for (const [name, { names, isNullable }] of Object.entries(thing.fields))
      if (names === 'person' && isNullable)
        await ofOrganization(tx, organizationId)
          .updateTable(findTable(thing))
          .set({ [name]: null } as never)
          .where(name as 'id', '=', userId)
          .execute()
}
