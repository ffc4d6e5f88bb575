import type { Kysely, Selectable } from 'kysely'
import { StoreError } from '../../../errors/index.ts'
import type { SignInIssuerRecord, SignInIssuerStore } from '../../../service/records/sign-in-issuers.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createSignInIssuerStore(db: Kysely<Schema>): SignInIssuerStore {
  const findIdentity: SignInIssuerStore['findIdentity'] = (issuerId, subject) =>
    db
      .selectFrom('signInIdentities')
      .selectAll()
      .where('issuerId', '=', issuerId)
      .where('subject', '=', subject)
      .executeTakeFirst()
  return {
    async insert({ domains, ...issuer }) {
      await db
        .insertInto('signInIssuers')
        .values({ ...issuer, domains: toJsonText(domains) })
        .execute()
    },
    async find(id) {
      const row = await db.selectFrom('signInIssuers').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toIssuer(row)
    },
    async list(organizationId) {
      const query = ofOrganization(db, organizationId).selectFrom('signInIssuers').selectAll().orderBy('id')
      return (await query.execute()).map(toIssuer)
    },
    async delete(organizationId, id) {
      const deleted = await ofOrganization(db, organizationId)
        .deleteFrom('signInIssuers')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return deleted.numDeletedRows > 0n
    },
    async bind(identity) {
      // The foreign key holds the issuer alone. An issuer never moves to another organization, so no transaction is needed.
      const issuer = await ofOrganization(db, identity.organizationId)
        .selectFrom('signInIssuers')
        .select('id')
        .where('id', '=', identity.issuerId)
        .executeTakeFirst()
      if (issuer === undefined)
        throw new StoreError('The organization has no such sign-in issuer.', { code: 'NOT_FOUND' })
      // If either of the two is already bound, nothing is written, and the present binding is the answer.
      await db
        .insertInto('signInIdentities')
        .values(identity)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const bound = await findIdentity(identity.issuerId, identity.subject)
      return bound?.userId === identity.userId ? bound : undefined
    },
    findIdentity,
    listIdentities: (organizationId, userIds) =>
      ofOrganization(db, organizationId)
        .selectFrom('signInIdentities')
        .selectAll()
        .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
        .orderBy('userId')
        .orderBy('issuerId')
        .execute(),
    async unbind(organizationId, userId, issuerId) {
      await ofOrganization(db, organizationId)
        .deleteFrom('signInIdentities')
        .where('userId', '=', userId)
        .$if(issuerId !== undefined, (query) => query.where('issuerId', '=', issuerId ?? ''))
        .execute()
    },
  }
}

function toIssuer({ domains, ...row }: Selectable<Schema['signInIssuers']>): SignInIssuerRecord {
  return { ...row, domains: parseJsonText(domains, 'sign_in_issuers.domains') }
}
