import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
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
      const facts = {
        ...{ name, email, image, sortName: name.toLowerCase() },
        deactivated: deactivated === null ? null : deactivated ? 1 : 0,
      } as const
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
    async listByName({ organizationId, limit, after }) {
      const isBehind = (id: string) =>
        sql<SqlBool>`(sort_name, ${sql.ref(id)}) > (${after?.name.toLowerCase()}, ${after?.id})`
      const named = db
        .selectFrom('users')
        .select(['id', 'name', 'email', 'deactivated', 'sortName'])
        .where('organizationId', '=', organizationId)
        .$if(after !== undefined, (query) => query.where(isBehind('id')))
        .orderBy('sortName')
        .orderBy('id')
        .limit(limit)
      const unnamed = db
        .selectFrom('memberships')
        .select(['userId as id', 'userId as name', 'sortName'])
        .where('organizationId', '=', organizationId)
        .where('sortName', 'is not', null)
        // Somebody may have named them since.
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('users')
                .select('users.id')
                .whereRef('users.organizationId', '=', 'memberships.organizationId')
                .whereRef('users.id', '=', 'memberships.userId'),
            ),
          ),
        )
        .$if(after !== undefined, (query) => query.where(isBehind('userId')))
        .orderBy('sortName')
        .orderBy('userId')
        .limit(limit)
      const strangers = (await unnamed.execute()).map((row) => ({ ...row, email: '', deactivated: null }))
      return [...(await named.execute()), ...strangers]
        .sort((a, b) => compareBytes(a.sortName ?? '', b.sortName ?? '') || compareBytes(a.id, b.id))
        .slice(0, limit)
        .map(({ sortName: _, deactivated, ...person }) => ({ ...person, deactivated: toFlag(deactivated) }))
    },
  }
}

function toUser({ sortName: _, ...row }: Selectable<Schema['users']>): User {
  return { ...row, deactivated: toFlag(row.deactivated) }
}

function toFlag(deactivated: 0 | 1 | null): boolean | null {
  return deactivated === null ? null : deactivated === 1
}

/** As both databases compare texts. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
