import type { Kysely } from 'kysely'
import type { WebSessionStore } from '../../../service/records/web-sessions.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

const findSession = prepareStatement((db, params: Placeholders<{ readonly idHash: string }>) =>
  db.selectFrom('webSessions').selectAll().where('idHash', '=', params('idHash')),
)

export function createWebSessionStore(db: Kysely<Schema>): WebSessionStore {
  return {
    async putLink(link) {
      await db.insertInto('signInLinks').values(link).execute()
    },
    findLink: (tokenHash) =>
      db.selectFrom('signInLinks').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst(),
    // One DELETE … RETURNING: between a SELECT and a DELETE a second browser could take the same link.
    takeLink: (tokenHash) =>
      db.deleteFrom('signInLinks').where('tokenHash', '=', tokenHash).returningAll().executeTakeFirst(),
    async insert(session) {
      await db.insertInto('webSessions').values(session).execute()
    },
    async find(idHash) {
      const [session] = await findSession(db, { idHash })
      return session
    },
    list: (organizationId) =>
      ofOrganization(db, organizationId)
        .selectFrom('webSessions')
        .selectAll()
        .orderBy('createdAtMs', 'desc')
        .orderBy('idHash', 'desc')
        .execute(),
    lastUses: (organizationId, userIds) =>
      ofOrganization(db, organizationId)
        .selectFrom('webSessions')
        .select(({ fn }) => ['userId', fn.max('lastUsedAtMs').as('lastUsedAtMs')])
        .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
        .groupBy('userId')
        .execute(),
    async touch(idHash, nowMs) {
      await db
        .updateTable('webSessions')
        .set({ lastUsedAtMs: nowMs })
        .where('idHash', '=', idHash)
        .where('lastUsedAtMs', '<', nowMs)
        .execute()
    },
    async delete(idHash) {
      await db.deleteFrom('webSessions').where('idHash', '=', idHash).execute()
    },
    async deleteOf({ organizationId, userId }) {
      // The links first: one that is opened in between makes a session, which is then deleted.
      for (const table of ['signInLinks', 'webSessions'] as const)
        await ofOrganization(db, organizationId).deleteFrom(table).where('userId', '=', userId).execute()
    },
  }
}
