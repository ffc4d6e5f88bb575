import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { formatDay } from '../../../../checks/findings/due.ts'
import type { Schema } from '../../../sql/tables.ts'

type Given<Value> = Value | RawBuilder<Value>

/**
 * Whether a judgement is the newest of its finding, was not withdrawn and is not over, at a time.
 * @param day when it has to be valid
 */
export function isHeldAt(atMs: number, day = formatDay(atMs)) {
  return isHeldBy({ atMs, day })
}

/** The same in a prepared statement. */
export function isHeldBy({ atMs, day }: { readonly atMs: Given<number>; readonly day: Given<string> }) {
  return ({ and, or, not, exists, eb, selectFrom }: ExpressionBuilder<Schema, 'judgements'>) =>
    and([
      // Nearly all were made before: SQLite would else take the index of their age.
      eb(sql<number>`+${sql.ref('judgements.createdAtMs')}`, '<=', atMs),
      or([eb('judgements.withdrawnAtMs', 'is', null), eb('judgements.withdrawnAtMs', '>', atMs)]),
      // Days compare as text.
      eb('judgements.expires', '>=', day),
      not(
        exists(
          selectFrom('judgements as later')
            .select('later.id')
            .whereRef('later.organizationId', '=', 'judgements.organizationId')
            .whereRef('later.findingId', '=', 'judgements.findingId')
            .where('later.createdAtMs', '<=', atMs)
            .where(
              sql<SqlBool>`(later.created_at_ms > judgements.created_at_ms
                or (later.created_at_ms = judgements.created_at_ms and later.id > judgements.id))`,
            ),
        ),
      ),
    ])
}

/**
 * The same by everything that people have decided so far, for a run that ends now: they may have decided after the time that
 * it ended by its own clock.
 */
export function isHeldNow(nowMs: number) {
  return isHeldAt(latestMs, formatDay(nowMs))
}

/** The latest time that there is. */
const latestMs = 8_640_000_000_000_000
