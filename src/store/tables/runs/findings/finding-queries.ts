import { expressionBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { rankSeverity } from '../../../../checks/findings/due.ts'
import type {
  FindingChoice,
  FindingOrder,
  FindingPosition,
  StandingAt,
} from '../../../../checks/findings/finding-store.ts'
import { foldSearch } from '../../../../checks/findings/search-text.ts'
import type { WaiverScope } from '../../../../checks/waivers/standing-waivers.ts'
import { matchText } from '../../../sql/match-text.ts'
import type { Schema } from '../../../sql/tables.ts'
import { isConnectedAt, selectStandings } from './finding-standings.ts'

/** The chosen findings of connections that are not disconnected. */
export function selectFindings(
  db: Kysely<Schema>,
  {
    organizationId,
    ids,
    connectionId,
    connectorId,
    state,
    severity,
    checkId,
    control,
    waived,
    covered,
    ownerId,
    dueFromMs,
    dueToMs,
    text,
    atMs,
  }: FindingChoice & StandingAt,
) {
  const states = typeof state === 'string' ? [state] : state
  return (
    selectStandings(db, atMs)
      .innerJoin('connections', 'connections.id', 'findings.connectionId')
      .where('findings.organizationId', '=', organizationId)
      .where(isConnectedAt(atMs))
      .$if(ids !== undefined, (query) => query.where('findings.id', 'in', ids ?? []))
      .$if(connectionId !== undefined, (query) => query.where('findings.connectionId', '=', connectionId ?? ''))
      .$if(connectorId !== undefined, (query) => query.where('findings.connectorId', '=', connectorId ?? ''))
      // Literally, as the partial indexes have it.
      .$if(states === undefined || !states.includes('resolved'), (query) =>
        query.where('findings.state', '<>', sql.lit('resolved' as const)),
      )
      .$if(states !== undefined, (query) => query.where('findings.state', 'in', states ?? []))
      // By the rank, which indexes have.
      .$if(severity !== undefined, (query) => query.where('findings.urgency', '=', rankSeverity(severity ?? 'medium')))
      .$if(checkId !== undefined, (query) => query.where('findings.checkId', '=', checkId ?? ''))
      .$if(control !== undefined, (query) => query.where(matchText('findings.controls', JSON.stringify(control ?? ''))))
      .$if(waived !== undefined, (query) => query.where('findings.waived', '=', waived ? 1 : 0))
      .$if(covered !== undefined, (query) =>
        query.where(({ or, not }) => {
          const isCovered = or([wasAccepted(), ...(covered?.by ?? []).map(isCoveredBy)])
          return covered?.is ? isCovered : not(isCovered)
        }),
      )
      .$if(ownerId !== undefined, (query) =>
        ownerId === null
          ? query.where('findings.ownerId', 'is', null)
          : query.where('findings.ownerId', '=', ownerId ?? ''),
      )
      .$if(dueFromMs !== undefined, (query) => query.where('findings.dueAtMs', '>=', dueFromMs ?? 0))
      .$if(dueToMs !== undefined, (query) => query.where('findings.dueAtMs', '<=', dueToMs ?? 0))
      .$if(text !== undefined, (query) => query.where(matchText('findings.searchText', foldSearch(text ?? ''))))
  )
}

/** Of those that are resolved. */
function wasAccepted() {
  const { and, eb } = expressionBuilder<Schema, 'findings'>()
  return and([eb('findings.state', '=', 'resolved'), eb('findings.waived', '=', 1)])
}

/** Of those that fail. */
function isCoveredBy({ connectorIds, checkIds, connectionIds }: WaiverScope) {
  const { and, eb } = expressionBuilder<Schema, 'findings'>()
  return and([
    // Literally, as the partial indexes have it.
    eb('findings.state', '<>', sql.lit('resolved' as const)),
    ...(connectorIds ? [eb('findings.connectorId', 'in', connectorIds)] : []),
    ...(checkIds ? [eb('findings.checkId', 'in', checkIds)] : []),
    ...(connectionIds ? [eb('findings.connectionId', 'in', connectionIds)] : []),
  ])
}

/**
 * The chosen findings in their order. Those that may be accepted are found from each scope by an index of its own: few of
 * those that fail are accepted, and reading all in their order to find them takes as long as there are many.
 * @returns undefined: none may be accepted
 */
export function listChosen(
  db: Kysely<Schema>,
  { covered, ...choice }: FindingChoice & StandingAt,
  {
    order,
    before,
    limit,
  }: { readonly order: FindingOrder; readonly before?: FindingPosition | undefined; readonly limit: number },
) {
  if (!covered?.is)
    return orderFindings(selectFindings(db, { ...choice, covered }).selectAll('findings'), order, before).limit(limit)
  const mayBeResolved = choice.state !== undefined && choice.state !== 'open' && choice.state !== 'regressed'
  const parts = [
    ...(mayBeResolved ? [{ is: wasAccepted(), isSorted: false }] : []),
    // Few connections have few findings, and SQLite, which does not know how many, would rather read all in their order.
    ...covered.by.map((scope) => ({ is: isCoveredBy(scope), isSorted: scope.connectionIds !== undefined })),
  ].map(({ is, isSorted }) =>
    db
      .selectFrom(
        orderFindings(selectFindings(db, choice).where(is).select('findings.id'), order, before, isSorted)
          .limit(limit)
          .as('found'),
      )
      .select('found.id'),
  )
  const [first, ...others] = parts
  if (first === undefined) return undefined
  const found = others.reduce((all, one) => all.union(one), first)
  const those = selectStandings(db, choice.atMs)
    .innerJoin('connections', 'connections.id', 'findings.connectionId')
    .where('findings.id', 'in', found)
    .selectAll('findings')
  return orderFindings(those, order, undefined).limit(limit)
}

type FindingsQuery<Row> = SelectQueryBuilder<Schema & { findings: Schema['findings'] }, 'findings' | 'connections', Row>

/**
 * Each order ends with the id, so that no two findings have the same place.
 * @param isSorted all that are chosen are found and then sorted: no index is read in the order
 */
function orderFindings<Row>(
  query: FindingsQuery<Row>,
  order: FindingOrder,
  before: FindingPosition | undefined,
  isSorted = false,
): FindingsQuery<Row> {
  const direction = order === 'changed' ? 'desc' : 'asc'
  const columns = orders[order].map((column, index) =>
    isSorted && index === 0 ? sql<unknown>`+${sql.ref(column)}` : sql.ref<unknown>(column),
  )
  const placed = before && query.where(isBehind(columns, listOrderValues(order, before), direction))
  return columns.reduce<FindingsQuery<Row>>((sorted, column) => sorted.orderBy(column, direction), placed ?? query)
}

const orders = {
  changed: ['findings.changedAtMs', 'findings.id'],
  due: ['findings.dueAtMs', 'findings.id'],
  severity: ['findings.urgency', 'findings.dueAtMs', 'findings.id'],
} as const

function listOrderValues(
  order: FindingOrder,
  { changedAtMs, dueAtMs = 0, severity = 'critical', id }: FindingPosition,
) {
  if (order === 'changed') return [changedAtMs, id]
  return order === 'due' ? [dueAtMs, id] : [rankSeverity(severity), dueAtMs, id]
}

function isBehind(
  columns: readonly RawBuilder<unknown>[],
  place: readonly (number | string)[],
  direction: 'asc' | 'desc',
) {
  const sign = direction === 'asc' ? sql`>` : sql`<`
  return sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join(place)})`
}
