import { type Kysely, sql } from 'kysely'
import type { AlikeOutcome, AlikeOutcomes, DecidedScopes, FreshTime } from '../../../checks/controls/alike-outcomes.ts'
import type { WaiverScope } from '../../../checks/waivers/standing-waivers.ts'
import { crossCheckConnectorId } from '../../../define/index.ts'
import { isOneOf } from '../../sql/prepare-statement.ts'
import type { Schema } from '../../sql/tables.ts'

/** How many are alike, by one pass over an index. */
export async function countAlike(
  db: Kysely<Schema>,
  organizationId: string,
  time: FreshTime,
): Promise<readonly (AlikeOutcomes & { readonly connections: number })[]> {
  const rows = await selectPresent(db, organizationId)
    .select(['connectorId', 'checkId', 'shape', 'verdict'])
    .select(({ fn }) => [fn.countAll<Sum>().as('all'), fn.sum<Sum>(toNumber(time)).as('fresh')])
    .groupBy(['connectorId', 'checkId', 'shape', 'verdict'])
    .execute()
  return rows.flatMap(({ all, fresh, ...alike }) => [
    { ...alike, isFresh: true, connections: Number(fresh) },
    { ...alike, isFresh: false, connections: Number(all) - Number(fresh) },
  ])
}

type Sum = number | string | bigint

interface Within {
  readonly organizationId: string
  readonly time: FreshTime
}

/** Those of the oldest runs. */
export async function listAlike(
  db: Kysely<Schema>,
  { organizationId, time, limit, ...alike }: AlikeOutcomes & Within & { readonly limit: number },
): Promise<readonly AlikeOutcome[]> {
  const { connectorId, checkId, shape, verdict, isFresh } = alike
  const rows = await selectPresent(db, organizationId)
    .select(['connectionId', 'runId'])
    .where('connectorId', '=', connectorId)
    .where('checkId', '=', checkId)
    .where('shape', shape === null ? 'is' : '=', shape)
    .where('verdict', verdict === null ? 'is' : '=', verdict)
    .where(toNumber(time), '=', isFresh ? 1 : 0)
    .orderBy('atMs')
    .orderBy('connectionId')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, ...alike }))
}

/** SQLite takes at most 1,000 conditions one after the other, and an organization may have as many waivers. */
const scopesAtOnce = 200

/** Those whose results decisions may concern: where a waiver may cover what fails, and where somebody has judged what needs review. */
export async function listDecided(
  db: Kysely<Schema>,
  { organizationId, time, scopes: { waivers, judged } }: Within & { readonly scopes: DecidedScopes },
): Promise<readonly AlikeOutcome[]> {
  const select = () =>
    selectPresent(db, organizationId)
      .select(['connectorId', 'checkId', 'shape', 'verdict', 'connectionId', 'runId'])
      .select(toNumber(time).as('isFresh'))
  const distinct = [...new Map(waivers.map((scope) => [JSON.stringify(scope), scope])).values()]
  const found =
    judged.length === 0
      ? []
      : await select()
          .where('manualResults', '>', sql.lit(0))
          .where(isOneOf(db, 'connectionId', judged))
          .execute()
  for (let from = 0; from < distinct.length; from += scopesAtOnce) {
    const failing = select()
      .where('verdict', '=', 'not_satisfied')
      .where(({ or }) => or(distinct.slice(from, from + scopesAtOnce).map((scope) => isWithin(db, scope))))
    found.push(...(await failing.execute()))
  }
  return found.map(({ isFresh, ...row }) => ({ ...row, isFresh: isFresh === 1 }))
}

/** A connection has no outcome of later than its last run, so that an index tells the few that have one. */
export async function listAhead(
  db: Kysely<Schema>,
  { organizationId, afterMs }: { readonly organizationId: string; readonly afterMs: number },
): Promise<readonly AlikeOutcome[]> {
  const rows = await db
    .selectFrom('connections as c')
    .innerJoin('newestOutcomes as o', 'o.connectionId', 'c.id')
    .select(['o.connectorId', 'o.checkId', 'o.shape', 'o.verdict', 'o.connectionId', 'o.runId'])
    .where('c.organizationId', '=', organizationId)
    .where('c.lastRunAtMs', '>', afterMs)
    .where('c.state', '<>', 'disconnected')
    .where('c.connectorId', '<>', crossCheckConnectorId)
    .where('o.atMs', '>', afterMs)
    .execute()
  return rows.map((row) => ({ ...row, isFresh: true }))
}

/** Connections of a connector without an outcome of a check: first those that never ran. */
export async function listWithout(
  db: Kysely<Schema>,
  {
    organizationId,
    connectorId,
    checkId,
    limit,
  }: Pick<AlikeOutcomes, 'connectorId' | 'checkId'> & { readonly organizationId: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('connections')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('connectorId', '=', connectorId)
    .where('state', '<>', 'disconnected')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newestOutcomes')
            .select('newestOutcomes.checkId')
            .whereRef('newestOutcomes.connectionId', '=', 'connections.id')
            .where('newestOutcomes.checkId', '=', checkId),
        ),
      ),
    )
    .orderBy('lastRunAtMs')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Cross-checks are of no connection. */
function selectPresent(db: Kysely<Schema>, organizationId: string) {
  return (
    db
      .selectFrom('newestOutcomes')
      .where('organizationId', '=', organizationId)
      // Literally as in the partial index.
      .where('present', '=', sql.lit(1))
      .where('connectorId', '<>', crossCheckConnectorId)
  )
}

/** 1 for a fresh one. */
function toNumber({ fromMs, toMs }: FreshTime) {
  return sql<number>`case when at_ms >= ${fromMs} and at_ms <= ${toMs} then 1 else 0 end`
}

function isWithin(db: Kysely<Schema>, { connectorIds, checkIds, connectionIds }: WaiverScope) {
  const members = [
    ['connectorId', connectorIds],
    ['checkId', checkIds],
    ['connectionId', connectionIds],
  ] as const
  const named = members.flatMap(([column, ids]) => (ids ? [isOneOf(db, column, ids)] : []))
  return sql<boolean>`(${named.length > 0 ? sql.join(named, sql` and `) : sql`1 = 1`})`
}
