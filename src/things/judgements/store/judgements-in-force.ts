import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { expectMany } from '../../../service/store/sql/expect-many.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { formatDay } from '../../../text/calendar-day.ts'

type Operand<Value> = Value | RawBuilder<Value>

/**
 * Whether a judgement is the newest of its finding, was not withdrawn and is not over, at a time.
 * @param day when it has to be valid
 */
export function isInForceAt(atMs: number, day = formatDay(atMs)) {
  return isInForceBy({ atMs, day })
}

/** The same in a prepared statement. */
export function isInForceBy({ atMs, day }: { readonly atMs: Operand<number>; readonly day: Operand<string> }) {
  return ({ and, or, eb, selectFrom }: ExpressionBuilder<Schema, 'judgements'>) =>
    and([
      // Nearly all were made before: SQLite would else take the index of their age.
      eb(sql<number>`+${sql.ref('judgements.createdAtMs')}`, '<=', atMs),
      or([eb('judgements.withdrawnAtMs', 'is', null), eb('judgements.withdrawnAtMs', '>', atMs)]),
      // Days compare as text.
      eb('judgements.expires', '>=', day),
      // Looked up for each. If it were asked that there is no later one, PostgreSQL would plan without the values to compare each judgement of
      // the organization with each: 0.9 s for 10,000.
      expectMany(
        eb(
          'judgements.id',
          '=',
          selectFrom('judgements as newest')
            .select('newest.id')
            .whereRef('newest.organizationId', '=', 'judgements.organizationId')
            .whereRef('newest.findingId', '=', 'judgements.findingId')
            .where('newest.createdAtMs', '<=', atMs)
            .orderBy('newest.createdAtMs', 'desc')
            .orderBy('newest.id', 'desc')
            .limit(sql.lit(1)),
        ),
      ),
    ])
}

/**
 * The same by everything that people have decided so far, for a run that ends now: they may have decided after the time that
 * it ended by its own clock.
 */
export function isInForceNow(nowMs: number) {
  return isInForceAt(latestMs, formatDay(nowMs))
}

/** The latest time that there is. */
const latestMs = 8_640_000_000_000_000
