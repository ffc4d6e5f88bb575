import type { Kysely } from 'kysely'
import type { LetterCount, MailAddressStore } from '../../../service/records/mail-addresses.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'

export function createMailAddressStore(db: Kysely<Schema>): MailAddressStore {
  return {
    async list(organizationId, addresses) {
      if (addresses.length === 0) return []
      return ofOrganization(db, organizationId)
        .selectFrom('mailAddresses')
        .selectAll()
        .where('address', 'in', addresses)
        .orderBy('address')
        .execute()
    },
    async ask({ organizationId, address, atMs, askedBeforeMs }) {
      const asked = await db
        .insertInto('mailAddresses')
        .values({
          organizationId,
          address,
          state: 'unconfirmed',
          tokenHash: null,
          tokenExpiresAtMs: 0,
          askedAtMs: atMs,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['organizationId', 'address'])
            .doUpdateSet({ askedAtMs: atMs })
            .where('mailAddresses.state', '=', 'unconfirmed')
            .where('mailAddresses.askedAtMs', '<=', askedBeforeMs),
        )
        .executeTakeFirstOrThrow()
      return (asked.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async putToken({ organizationId, address, tokenHash, tokenExpiresAtMs }) {
      const { numUpdatedRows } = await ofOrganization(db, organizationId)
        .updateTable('mailAddresses')
        .set({ tokenHash, tokenExpiresAtMs })
        .where('address', '=', address)
        .where('state', '=', 'unconfirmed')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    findToken: (tokenHash) =>
      db.selectFrom('mailAddresses').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst(),
    // One statement: of two answers by one link, the first counts.
    answer: ({ tokenHash, nowMs, state }) =>
      db
        .updateTable('mailAddresses')
        .set({ state, tokenHash: null })
        .where('tokenHash', '=', tokenHash)
        .where('tokenExpiresAtMs', '>', nowMs)
        .where('state', '=', 'unconfirmed')
        .returningAll()
        .executeTakeFirst(),
    countLetter: (day, counts, expiresAtMs) =>
      runInTransaction(db, async (tx) => {
        const counted: LetterCount[] = []
        for (const count of inOneOrder(counts)) {
          const { subject, max } = count
          const { numInsertedOrUpdatedRows: rows = 0n } = await tx
            .insertInto('mailTallies')
            .values({ subject, day, letters: 1, expiresAtMs })
            .onConflict((conflict) =>
              conflict
                .columns(['subject', 'day'])
                .doUpdateSet(({ eb }) => ({ letters: eb('mailTallies.letters', '+', 1) }))
                .where('mailTallies.letters', '<', max),
            )
            .executeTakeFirstOrThrow()
          if (rows === 0n) {
            await uncount(tx, day, counted)
            return false
          }
          counted.push(count)
        }
        return true
      }),
    uncountLetter: (day, counts) => runInTransaction(db, (tx) => uncount(tx, day, inOneOrder(counts))),
  }
}

/** So that two transactions do not wait for each other. */
function inOneOrder(counts: readonly LetterCount[]): readonly LetterCount[] {
  return counts.toSorted(({ subject: one }, { subject: other }) => (one < other ? -1 : 1))
}

async function uncount(tx: Kysely<Schema>, day: string, counts: readonly LetterCount[]): Promise<void> {
  for (const { subject } of counts)
    await tx
      .updateTable('mailTallies')
      .set(({ eb }) => ({ letters: eb('letters', '-', 1) }))
      .where('subject', '=', subject)
      .where('day', '=', day)
      .where('letters', '>', 0)
      .execute()
}
