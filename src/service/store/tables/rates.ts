import { type Kysely, sql } from 'kysely'
import type { RateStore } from '../../../http/pace/shared-rate.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'

/**
 * The generic cell rate algorithm (ITU-T I.371): a row contains the time until which the rate is used up, as if all
 * kept exactly to it. A burst is how far ahead of the present that may be. It is a token bucket that needs one number.
 * In microseconds, because a request of a fast rate takes less than a millisecond.
 */
export function createRateStore(db: Kysely<Schema>, traits: SqlTraits): RateStore {
  return {
    async reserve(name, { requests, requestsPerSecond, burst }, localMs) {
      const nowUs = sql<number>`(${traits.nowMs(Math.round(localMs))} * 1000)`
      const costUs = Math.ceil((requests * 1e6) / requestsPerSecond)
      // If it is further ahead than a thousand processes can reach, the clock was set back since, and must not stop
      // everybody for hours.
      const aheadUsMax = 60_000_000 + 1_000 * costUs + Math.ceil((burst * 1e6) / requestsPerSecond)
      const { aheadUs } = await db
        .insertInto('rates')
        .values({ name, usedUntilUs: sql<number>`${nowUs} + ${costUs}` })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            usedUntilUs: sql<number>`case
              when rates.used_until_us between ${nowUs} and ${nowUs} + ${aheadUsMax} then rates.used_until_us
              else ${nowUs} end + ${costUs}`,
          }),
        )
        .returning(sql<number>`used_until_us - ${nowUs}`.as('aheadUs'))
        .executeTakeFirstOrThrow()
      return Math.max(0, aheadUs / 1000 - (burst * 1000) / requestsPerSecond)
    },
  }
}
