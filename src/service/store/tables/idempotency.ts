import type { Kysely } from 'kysely'
import type { IdempotencyRecord, IdempotencyStore } from '../../records/idempotency.ts'
import { chooseNullOperator } from '../sql/null-operator.ts'
import { ofOrganization } from '../sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../sql/prepare-statement.ts'
import { SharedTransactions } from '../sql/shared-transactions.ts'
import type { Schema } from '../sql/tables.ts'

type KeyReservation = IdempotencyRecord & { readonly nowMs: number }

/** One statement, so that only one of two simultaneous requests continues. It gives a row to that one. */
const reserveKey = prepareStatement((db, params: Placeholders<KeyReservation>) => {
  const fresh = {
    digest: params('digest'),
    status: params('status'),
    answer: params('answer'),
    expiresAtMs: params('expiresAtMs'),
  }
  return db
    .insertInto('idempotencyKeys')
    .values({ organizationId: params('organizationId'), actor: params('actor'), key: params('key'), ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'actor', 'key'])
        .doUpdateSet(fresh)
        .where(({ or, and, eb }) =>
          or([
            eb('idempotencyKeys.expiresAtMs', '<=', params('nowMs')),
            and([eb('idempotencyKeys.status', 'is', null), eb('idempotencyKeys.answer', '=', params('answer'))]),
          ]),
        ),
    )
    .returning('key')
})

const completeKey = prepareStatement((db, params: Placeholders<Omit<IdempotencyRecord, 'digest' | 'expiresAtMs'>>) =>
  ofOrganization(db, params('organizationId'))
    .updateTable('idempotencyKeys')
    .set({ status: params('status'), answer: params('answer') })
    .where('actor', '=', params('actor'))
    .where('key', '=', params('key')),
)

export function createIdempotencyStore(db: Kysely<Schema>): IdempotencyStore {
  const changes = new SharedTransactions(db)
  return {
    async reserve(record, nowMs) {
      const { organizationId, actor, key } = record
      const reserved = await changes.run((tx) => reserveKey(tx, { ...record, nowMs }), { isOneStatement: true })
      if (reserved.length > 0) return undefined
      const query = ofOrganization(db, organizationId).selectFrom('idempotencyKeys').selectAll()
      // Released in between: treated as if it were still running. The next request finds it free.
      return (await query.where('actor', '=', actor).where('key', '=', key).executeTakeFirst()) ?? record
    },
    async complete({ organizationId, actor, key }, { status, answer }) {
      const row = { organizationId, actor, key, status, answer }
      await changes.run((tx) => completeKey(tx, row), { isOneStatement: true })
    },
    async release({ organizationId, actor, key, answer }) {
      await ofOrganization(db, organizationId)
        .deleteFrom('idempotencyKeys')
        .where('actor', '=', actor)
        .where('key', '=', key)
        .where('status', 'is', null)
        .where('answer', chooseNullOperator(answer), answer)
        .execute()
    },
  }
}
