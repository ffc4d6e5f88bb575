import type { Kysely } from 'kysely'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import type { MembershipStore } from '../../../service/records/memberships.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import type { PersonHooks } from './person-removed.ts'

const columns = ['organizationId', 'userId', 'role', 'periodFrom', 'periodTo', 'readsPeople'] as const

const findMembership = prepareStatement(
  (db, params: Placeholders<{ readonly organizationId: string; readonly userId: string }>) =>
    ofOrganization(db, params('organizationId'))
      .selectFrom('memberships')
      .select(columns)
      .where('userId', '=', params('userId')),
)

export function createMembershipStore(db: Kysely<Schema>, hooks: PersonHooks): MembershipStore {
  return {
    async put({ organizationId, userId, role, periodFrom, periodTo, readsPeople }) {
      await db
        .insertInto('memberships')
        .values(({ selectFrom, exists, case: when }) => ({
          organizationId,
          userId,
          role,
          periodFrom,
          periodTo,
          readsPeople,
          sortName: when()
            .when(
              exists(
                selectFrom('users')
                  .select('id')
                  .where(isOfOrganization('users', organizationId))
                  .where('id', '=', userId),
              ),
            )
            .then(null)
            .else(foldSearch(userId))
            .end(),
        }))
        .onConflict((conflict) =>
          conflict.columns(['organizationId', 'userId']).doUpdateSet({ role, periodFrom, periodTo, readsPeople }),
        )
        .execute()
    },
    async find(organizationId, userId) {
      const [membership] = await findMembership(db, { organizationId, userId })
      return membership
    },
    list: (organizationId, userIds) =>
      ofOrganization(db, organizationId)
        .selectFrom('memberships')
        .select(columns)
        .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
        .orderBy('userId')
        .execute(),
    remove: (person) =>
      runInTransaction(db, async (tx) => {
        const { organizationId, userId } = person
        const deleted = await ofOrganization(tx, organizationId)
          .deleteFrom('memberships')
          .where('userId', '=', userId)
          .executeTakeFirstOrThrow()
        await hooks['person.removed'](tx, person)
        return deleted.numDeletedRows > 0n
      }),
    async putInvitation(invitation) {
      await db.insertInto('invitations').values(invitation).execute()
    },
    findInvitation: (tokenHash) =>
      db.selectFrom('invitations').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst(),
    // One DELETE … RETURNING: between a SELECT and a DELETE a second browser could take the same invitation.
    takeInvitation: (tokenHash) =>
      db.deleteFrom('invitations').where('tokenHash', '=', tokenHash).returningAll().executeTakeFirst(),
    listInvitations: (organizationId, userIds) =>
      ofOrganization(db, organizationId)
        .selectFrom('invitations')
        .selectAll()
        .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
        .orderBy('userId')
        .orderBy('expiresAtMs')
        .execute(),
    async deleteInvitations(organizationId, userId) {
      const deleted = await ofOrganization(db, organizationId)
        .deleteFrom('invitations')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      return deleted.numDeletedRows > 0n
    },
  }
}
