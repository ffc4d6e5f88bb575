import { expressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { rankSeverity } from '../../../../checks/findings/due.ts'
import type {
  FindingChoice,
  FindingOrder,
  FindingPosition,
  StandingAt,
} from '../../../../checks/findings/finding-store.ts'
import { foldSearch } from '../../../../checks/findings/search-text.ts'
import type { WaiverScope } from '../../../../checks/waivers/standing-waivers.ts'
import { crossCheckConnectorId } from '../../../../define/index.ts'
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
        query.where(({ not }) => (covered?.is ? isCovered(covered.by) : not(isCovered(covered?.by ?? [])))),
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

function isCovered(scopes: readonly WaiverScope[]) {
  const { and, or, eb } = expressionBuilder<Schema, 'findings'>()
  return or([
    and([eb('findings.state', '=', 'resolved'), eb('findings.waived', '=', 1)]),
    ...scopes.map(({ connectorIds, checkIds, connectionIds }) =>
      and([
        ...(connectorIds ? [eb('findings.connectorId', 'in', connectorIds)] : []),
        ...(checkIds ? [eb('findings.checkId', 'in', checkIds)] : []),
        ...(connectionIds
          ? [
              or([
                eb('findings.connectionId', 'in', connectionIds),
                eb('findings.connectorId', '=', crossCheckConnectorId),
              ]),
            ]
          : []),
      ]),
    ),
  ])
}

type FindingsQuery<Row> = SelectQueryBuilder<Schema & { findings: Schema['findings'] }, 'findings' | 'connections', Row>

/** Each order ends with the id, so that no two findings have the same place. */
export function orderFindings<Row>(
  query: FindingsQuery<Row>,
  order: FindingOrder,
  before: FindingPosition | undefined,
): FindingsQuery<Row> {
  const columns = orders[order]
  const direction = order === 'changed' ? 'desc' : 'asc'
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

function isBehind(columns: readonly string[], place: readonly (number | string)[], direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? sql`>` : sql`<`
  return sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sign} (${sql.join(place)})`
}
