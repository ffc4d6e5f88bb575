import type { Kysely, Selectable } from 'kysely'
import type { User, UserStore } from '../../../workspace/users.ts'
import { type Placeholders, prepareStatement } from '../../sql/prepare-statement.ts'
import type { Schema } from '../../sql/tables.ts'

const findUser = prepareStatement((db, given: Placeholders<{ readonly organizationId: string; readonly id: string }>) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('organizationId', '=', given('organizationId'))
    .where('id', '=', given('id')),
)

export function createUserStore(db: Kysely<Schema>): UserStore {
  return {
    async put({ organizationId, id, name, email, image, deactivated }) {
      const facts = { name, email, image, deactivated: deactivated === null ? null : deactivated ? 1 : 0 } as const
      await db
        .insertInto('users')
        .values({ organizationId, id, ...facts })
        .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doUpdateSet(facts))
        .execute()
    },
    async find(organizationId, id) {
      const [row] = await findUser(db, { organizationId, id })
      return row && toUser(row)
    },
    async list(organizationId) {
      const query = db.selectFrom('users').selectAll().where('organizationId', '=', organizationId).orderBy('id')
      return (await query.execute()).map(toUser)
    },
  }
}

function toUser(row: Selectable<Schema['users']>): User {
  return { ...row, deactivated: row.deactivated === null ? null : row.deactivated === 1 }
}
