import { type Kysely, sql } from 'kysely'
import type { DomainAnswer, DomainAnswerStore } from '../../../crosscheck/people/domain-answer-store.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { enterLinks } from './account-links.ts'
import { countChange } from './directory-sources.ts'

export function createDomainAnswerStore(db: Kysely<Schema>): DomainAnswerStore {
  return {
    async list(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('domainAnswers')
        .select(['connectionId', 'domain', 'isOurs', 'answeredBy', 'answeredAtMs'])
        .orderBy('connectionId')
        .orderBy('domain')
        .execute()
      return rows.map(({ isOurs, ...row }): DomainAnswer => ({ ...row, isOurs: isOurs === 1 }))
    },
    put: (organizationId, answer) =>
      runInTransaction(db, async (tx) => {
        const { connectionId, domain, isOurs, answeredBy, answeredAtMs } = answer
        const version = await countChange(tx, organizationId)
        const values = { organizationId, answeredBy, answeredAtMs, isOurs: isOurs ? 1 : 0 } as const
        await tx
          .insertInto('domainAnswers')
          .values({ ...values, connectionId, domain })
          .onConflict((conflict) =>
            conflict
              .columns(['connectionId', 'domain'])
              .doUpdateSet(values)
              .where(isOfOrganization('domainAnswers', organizationId)),
          )
          .execute()
        if (!isOurs)
          await endDomainLinks(tx, organizationId, version, { connectionId, atMs: answeredAtMs, by: answeredBy })
        await enterLinks(tx, { organizationId, version, atMs: answeredAtMs, content: { domainAnswer: answer } })
      }),
    delete: (organizationId, { connectionId, domain }, { atMs, by }) =>
      runInTransaction(db, async (tx) => {
        const version = await countChange(tx, organizationId)
        const { numDeletedRows } = await ofOrganization(tx, organizationId)
          .deleteFrom('domainAnswers')
          .where('connectionId', '=', connectionId)
          .where('domain', '=', domain)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await endDomainLinks(tx, organizationId, version, { connectionId, atMs, by })
        const endedDomainAnswer = { connectionId, domain, by }
        await enterLinks(tx, { organizationId, version, atMs, content: { endedDomainAnswer } })
        return true
      }),
    async listUsedElsewhere(organizationId, domains) {
      if (domains.length === 0) return []
      // A domain has no sign that is a wildcard.
      const names = (column: 'enforcedDomains' | 'domains') =>
        sql<boolean>`(${sql.join(
          domains.map((domain) => sql`${sql.ref(column)} like ${`%${JSON.stringify(domain)}%`}`),
          sql` or `,
        )})`
      const [answers, systems, issuers] = await Promise.all([
        db
          .selectFrom('domainAnswers')
          .select('domain')
          .where('organizationId', '<>', organizationId)
          .where('domain', 'in', domains)
          .where('isOurs', '=', 1)
          .execute(),
        db
          .selectFrom('directorySystems')
          .select('enforcedDomains')
          .where('organizationId', '<>', organizationId)
          .where(names('enforcedDomains'))
          .execute(),
        db
          .selectFrom('signInIssuers')
          .select('domains')
          .where('organizationId', '<>', organizationId)
          .where(names('domains'))
          .execute(),
      ])
      const used = new Set([
        ...answers.map(({ domain }) => domain),
        ...systems.flatMap((each) => parseJsonText(each.enforcedDomains, 'directory_systems.enforced_domains')),
        ...issuers.flatMap((each) => parseJsonText(each.domains, 'sign_in_issuers.domains')),
      ])
      return domains.filter((domain) => used.has(domain))
    },
  }
}

/** What rests on the word for a domain ends with it. */
async function endDomainLinks(
  tx: Kysely<Schema>,
  organizationId: string,
  endedVersion: number,
  { connectionId, atMs, by }: { readonly connectionId: string; readonly atMs: number; readonly by: string },
): Promise<void> {
  await ofOrganization(tx, organizationId)
    .updateTable('accountLinks')
    .set({ endedAtMs: atMs, endedBy: by, endedVersion })
    .where('connectionId', '=', connectionId)
    .where('madeBy', '=', 'domain')
    .where('endedAtMs', 'is', null)
    .execute()
}
