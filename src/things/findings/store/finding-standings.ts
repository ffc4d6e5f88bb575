import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Schema } from '../../../service/store/sql/tables.ts'

/** The findings as a table: as they stand, or with their state as it was at a time. @param atMs @default now */
export function selectStandings(db: Kysely<Schema>, atMs: number | undefined) {
  if (atMs === undefined) return db.selectFrom(db.selectFrom('findings').select(findingColumns).as('findings'))
  return db.selectFrom(
    db
      .selectFrom('findings')
      .innerJoin('findingEvents as event', 'event.findingId', 'findings.id')
      .select(columns)
      // Whoever reads them asks the waivers of then.
      .select(sql<string | null>`cast(null as text)`.as('waiverId'))
      .select(['event.change as state', 'event.resolution', 'event.atMs as changedAtMs', 'event.judgementId'])
      .where('event.atMs', '<=', atMs)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('findingEvents as later')
              .select('later.runId')
              .whereRef('later.findingId', '=', 'event.findingId')
              .where('later.atMs', '<=', atMs)
              .where(
                sql<SqlBool>`(later.at_ms > event.at_ms or (later.at_ms = event.at_ms and later.run_id > event.run_id))`,
              ),
          ),
        ),
      )
      .as('findings'),
  )
}

const live = [
  'findings.state',
  'findings.resolution',
  'findings.changedAtMs',
  'findings.judgementId',
  'findings.waiverId',
] as const
const columns = [
  ...(['findings.id', 'findings.organizationId', 'findings.connectionId', 'findings.connectorId'] as const),
  ...(['findings.checkId', 'findings.severity', 'findings.waived', 'findings.controls', 'findings.runId'] as const),
  ...(['findings.firstSeenAtMs', 'findings.lastSeenAtMs', 'findings.record', 'findings.searchText'] as const),
  ...(['findings.ownerId', 'findings.dueAtMs', 'findings.dueReason', 'findings.urgency'] as const),
] as const

/** Of a finding as it stands, without what only lists are chosen by. */
export const findingColumns = [...columns, ...live] as const

/** Whether a connection was not disconnected at a time. Its last change is when it was disconnected, while it is; afterwards a gap says so. */
export function isConnectedAt(atMs: number | undefined) {
  return ({ and, or, not, exists, eb, selectFrom }: ExpressionBuilder<Schema, 'connections'>) => {
    const isConnected = eb('connections.state', '<>', 'disconnected')
    if (atMs === undefined) return isConnected
    const gap = selectFrom('connectionGaps')
      .select('connectionGaps.fromMs')
      .whereRef('connectionGaps.connectionId', '=', 'connections.id')
      .where('connectionGaps.fromMs', '<=', atMs)
      .where('connectionGaps.untilMs', '>', atMs)
    return and([or([isConnected, eb('connections.updatedAtMs', '>', atMs)]), not(exists(gap))])
  }
}
