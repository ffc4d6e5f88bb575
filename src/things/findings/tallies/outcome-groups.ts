import { type Kysely, sql } from 'kysely'
import type { FreshTime, GroupedOutcome, OutcomeGroup } from '../../../checks/controls/outcome-groups.ts'
import { crossCheckConnectorId } from '../../../define/index.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { type OutcomeKind, readKinds, weekMs } from './outcome-kinds.ts'

/** How many are alike, by the numbers of weeks. Of those that are alike, only what began in the same week as `fromMs` is counted. */
export async function countGroup(
  db: Kysely<Schema>,
  organizationId: string,
  time: FreshTime,
): Promise<readonly (OutcomeGroup & { readonly connections: number })[]> {
  const first = Math.floor(time.fromMs / weekMs)
  const [weeks, ahead] = await Promise.all([
    readKinds(db, organizationId),
    listAhead(db, { organizationId, afterMs: time.toMs }),
  ])
  const counts = new Map<string, OutcomeKind & { all: number; fresh: number }>()
  const find = ({ connectorId, checkId, shape, verdict, decided }: OutcomeKind) => {
    const key = JSON.stringify([connectorId, checkId, shape, verdict, decided])
    const count = counts.get(key) ?? { connectorId, checkId, shape, verdict, decided, all: 0, fresh: 0 }
    counts.set(key, count)
    return count
  }
  for (const kind of weeks) {
    const count = find(kind)
    count.all += kind.connections
    if (kind.week >= first) count.fresh += kind.connections
  }
  const early = await Promise.all(
    weeks
      .filter(({ week }) => week === first)
      .map(
        async (kind) => [kind, await countRange(db, { ...kind, organizationId }, first * weekMs, time.fromMs)] as const,
      ),
  )
  for (const [kind, connections] of early) find(kind).fresh -= connections
  for (const kind of ahead) find(kind).fresh--
  return [...counts.values()].flatMap(({ all, fresh, ...kind }) => [
    { ...kind, isFresh: true, connections: fresh },
    { ...kind, isFresh: false, connections: all - fresh },
  ])
}

/** Those that began at or after a time, and before another one. */
async function countRange(
  db: Kysely<Schema>,
  kind: OutcomeKind & { readonly organizationId: string },
  fromMs: number,
  beforeMs: number,
): Promise<number> {
  const { count } = await selectGroup(db, kind)
    .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
    .where('atMs', '>=', fromMs)
    .where('atMs', '<', beforeMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface Within {
  readonly organizationId: string
  readonly time: FreshTime
}

/** Those of the oldest runs first. */
export async function listGroup(
  db: Kysely<Schema>,
  { organizationId, time: { fromMs, toMs }, limit, ...group }: OutcomeGroup & Within & { readonly limit: number },
): Promise<readonly GroupedOutcome[]> {
  const select = () =>
    selectGroup(db, { ...group, organizationId })
      .select(['connectionId', 'runId', 'status'])
      // These have one value here, but PostgreSQL takes "is null" for none, and would sort all.
      .orderBy('shape')
      .orderBy('verdict')
      .orderBy('decided')
      .orderBy('atMs')
      .orderBy('connectionId')
      .limit(limit)
  const found = await Promise.all(
    group.isFresh
      ? [select().where('atMs', '>=', fromMs).where('atMs', '<=', toMs).execute()]
      : // By themselves, so that an index finds the places.
        [select().where('atMs', '<', fromMs).execute(), select().where('atMs', '>', toMs).execute()],
  )
  return found
    .flat()
    .slice(0, limit)
    .map((row) => ({ ...row, ...group }))
}

/** A connection has no outcome of later than its last run, so that an index tells the few that have one. */
export async function listAhead(
  db: Kysely<Schema>,
  { organizationId, afterMs }: { readonly organizationId: string; readonly afterMs: number },
): Promise<readonly GroupedOutcome[]> {
  const rows = await db
    .selectFrom('connections as c')
    .innerJoin('newestOutcomes as o', 'o.connectionId', 'c.id')
    .select(['o.connectorId', 'o.checkId', 'o.shape', 'o.verdict', 'o.decided'])
    .select(['o.connectionId', 'o.runId', 'o.status'])
    .where(isOfOrganization('c', organizationId))
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
  }: Pick<OutcomeGroup, 'connectorId' | 'checkId'> & { readonly organizationId: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await ofOrganization(db, organizationId)
    .selectFrom('connections')
    .select('id')
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

/** As in the index. */
function selectGroup(
  db: Kysely<Schema>,
  { organizationId, connectorId, checkId, shape, verdict, decided }: OutcomeKind & { readonly organizationId: string },
) {
  return ofOrganization(db, organizationId)
    .selectFrom('newestOutcomes')
    .where('present', '=', sql.lit(1))
    .where('connectorId', '=', connectorId)
    .where('checkId', '=', checkId)
    .where('shape', '=', shape)
    .where('verdict', '=', verdict)
    .where('decided', decided === null ? 'is' : '=', decided)
}
