import type { Kysely, Selectable } from 'kysely'
import { formatDay } from '../../../../checks/findings/due.ts'
import type { Finding, FindingStore, TrendDay } from '../../../../checks/findings/finding-store.ts'
import { crossCheckConnectorId } from '../../../../define/index.ts'
import { parseJsonText } from '../../../sql/json-text.ts'
import type { SqlTraits } from '../../../sql/sql-traits.ts'
import type { Schema } from '../../../sql/tables.ts'
import { runInTransaction } from '../../../sql/transaction.ts'
import { endRefusals } from '../end-refusals.ts'
import { findDueDays, saveDueDays } from './finding-due.ts'
import { countChosen, listChosen } from './finding-queries.ts'
import { selectStandings } from './finding-standings.ts'
import { settleWaivers } from './settle-waivers.ts'

const listed = 100
const listedOutcomes = 1_000
const disownedRows = 500

export function createFindingStore(db: Kysely<Schema>, traits: SqlTraits): FindingStore {
  return {
    async list({ order = 'changed', limit = listed, before, ...choice }) {
      return (await listChosen(db, choice, { order, before, limit })).map(toFinding)
    },
    count: (choice) => countChosen(db, choice),
    async find(id, organizationId, { atMs } = {}) {
      const row = await selectStandings(db, atMs)
        .selectAll()
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .executeTakeFirst()
      return row && toFinding(row)
    },
    history: (id, { limit = listed, atMs } = {}) =>
      db
        .selectFrom('findingEvents')
        .select(({ fn }) => [
          'change',
          'resolution',
          'judgementId',
          'atMs',
          fn.coalesce('judgedRunId', 'runId').as('runId'),
        ])
        .where('findingId', '=', id)
        .$if(atMs !== undefined, (query) => query.where('atMs', '<=', atMs ?? 0))
        .orderBy('atMs', 'desc')
        .orderBy('findingEvents.runId', 'desc')
        .limit(limit)
        .execute(),
    changes: (id, { limit = listed, atMs } = {}) =>
      db
        .selectFrom('findingChanges')
        .selectAll()
        .where('findingId', '=', id)
        .$if(atMs !== undefined, (query) => query.where('atMs', '<=', atMs ?? 0))
        .orderBy('atMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    async changesOf(ids, { atMs }) {
      if (ids.length === 0) return []
      return db
        .selectFrom('findingChanges')
        .selectAll()
        .where('findingId', 'in', ids)
        .$if(atMs !== undefined, (query) => query.where('atMs', '<=', atMs ?? 0))
        .orderBy('atMs')
        .orderBy('id')
        .execute()
    },
    update: ({ id, organizationId }, values, changes) =>
      runInTransaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('findings')
          .set(values)
          .where('id', '=', id)
          .where('organizationId', '=', organizationId)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        if (changes.length > 0)
          await tx
            .insertInto('findingChanges')
            .values([...changes])
            .execute()
        return true
      }),
    disown: ({ organizationId, ownerId, atMs, createId }) =>
      runInTransaction(db, async (tx) => {
        for (let rows: { readonly id: string }[] | undefined; rows?.length !== 0; ) {
          rows = await tx
            .selectFrom('findings')
            .select('id')
            .where('organizationId', '=', organizationId)
            .where('ownerId', '=', ownerId)
            .limit(disownedRows)
            .execute()
          if (rows.length === 0) return
          const note = { organizationId, atMs, userId: null, member: 'owner', earlier: ownerId, later: null } as const
          await tx
            .insertInto('findingChanges')
            .values(rows.map(({ id }) => ({ ...note, id: createId(), findingId: id, reason: null })))
            .execute()
          const ids = rows.map(({ id }) => id)
          await tx.updateTable('findings').set({ ownerId: null }).where('id', 'in', ids).execute()
        }
      }),
    dueDays: (organizationId, { atMs } = {}) => findDueDays(db, organizationId, atMs),
    setDueDays: (organizationId, days, nowMs) => saveDueDays(db, { organizationId, days, nowMs }),
    endRefusals: (of) => endRefusals(db, of),
    settleWaivers: (of) => settleWaivers(db, traits, of),
    async failuresIn(runId, findingIds) {
      if (findingIds.length === 0) return []
      const rows = await db
        .selectFrom('results')
        .innerJoin('resultSets', 'resultSets.id', 'results.setId')
        .select(['results.findingId', 'results.status', 'results.severity', 'results.record'])
        .where('resultSets.runId', '=', runId)
        .where('resultSets.head', 'is not', null)
        .where('results.status', 'in', ['fail', 'manual'])
        .where('results.findingId', 'in', findingIds)
        .orderBy('results.status', 'desc')
        .orderBy('results.number', 'desc')
        .execute()
      // Of a resource that was reported more than once the first one counts, which is the last to be put in.
      const first = new Map(rows.map((row) => [row.findingId, row]))
      return [...first.values()].map(({ record, status: _, ...row }) => ({
        ...row,
        result: parseJsonText(record, 'results.record'),
      }))
    },
    async newestOutcomes({ organizationId, connectionId, connectorId, status, limit }) {
      const rows = await db
        .selectFrom('newestOutcomes as o')
        .innerJoin('connections', 'connections.id', 'o.connectionId')
        .selectAll('o')
        .select('connections.connectorId')
        .where('connections.organizationId', '=', organizationId)
        .$if(connectionId === undefined, (query) => query.where('connections.state', '<>', 'disconnected'))
        .$if(connectionId !== undefined, (query) => query.where('o.connectionId', '=', connectionId ?? ''))
        .$if(connectorId !== undefined, (query) => query.where('connections.connectorId', '=', connectorId ?? ''))
        .$if(status !== undefined, (query) => query.where('o.status', '=', status ?? 'error'))
        .orderBy('o.connectionId')
        .orderBy('o.checkId')
        .limit(limit ?? listedOutcomes)
        .execute()
      return rows.map(({ complete, standing, error, ...row }) => ({
        ...row,
        standing: standing ?? row.status,
        complete: complete === 1,
        error: error && parseJsonText(error, 'newest_outcomes.error'),
      }))
    },
    async countOutcomes({ organizationId, connectionIds }) {
      if (connectionIds.length === 0) return []
      const rows = await db
        .selectFrom('newestOutcomes as o')
        .innerJoin('connections', 'connections.id', 'o.connectionId')
        .select(({ fn }) => ['o.connectionId', 'o.status', fn.countAll<number | string | bigint>().as('count')])
        .where('connections.organizationId', '=', organizationId)
        .where('o.connectionId', 'in', connectionIds)
        .groupBy(['o.connectionId', 'o.status'])
        .execute()
      return rows.map((row) => ({ ...row, count: Number(row.count) }))
    },
    trend: ({ organizationId, days, nowMs }) => listTrendDays(db, organizationId, days, nowMs),
  }
}

const dayMs = 86_400_000
/** As old as evidence of controls may be. */
const countedDays = 30

async function listTrendDays(
  db: Kysely<Schema>,
  organizationId: string,
  days: number,
  nowMs: number,
): Promise<TrendDay[]> {
  const dayBack = (back: number) => formatDay(nowMs - back * dayMs)
  const rows = await db
    .selectFrom('dailyStandings')
    .innerJoin('connections', 'connections.id', 'dailyStandings.connectionId')
    .selectAll('dailyStandings')
    .select(['connections.state', 'connections.connectorId'])
    .where('dailyStandings.organizationId', '=', organizationId)
    .where('dailyStandings.day', '>=', dayBack(days - 1 + countedDays))
    .orderBy('dailyStandings.day')
    .execute()
  const newest = new Map<string, (typeof rows)[number]>()
  const trend: TrendDay[] = []
  let next = 0
  for (let back = days - 1; back >= 0; back--) {
    const [day, oldest] = [dayBack(back), dayBack(back + countedDays)]
    for (let row = rows[next]; row && row.day <= day; row = rows[++next]) newest.set(row.connectionId, row)
    // A disconnected connection counts on the days on which it ran, and not after them.
    const counted = [...newest.values()].filter(
      (row) => row.day >= oldest && (row.state !== 'disconnected' || row.day === day),
    )
    const sum = (of: 'pass' | 'fail' | 'manual' | 'notApplicable' | 'error') =>
      counted.reduce((total, row) => total + row[of], 0)
    trend.push({
      day,
      // Cross-checks are of all of them.
      connections: counted.filter(({ connectorId }) => connectorId !== crossCheckConnectorId).length,
      pass: sum('pass'),
      fail: sum('fail'),
      manual: sum('manual'),
      not_applicable: sum('notApplicable'),
      error: sum('error'),
    })
  }
  return trend
}

function toFinding({
  waived,
  controls,
  record,
  urgency: _rank,
  searchText: _text,
  ...row
}: Omit<Selectable<Schema['findings']>, 'toldDueAtMs' | 'hidden' | 'listedAs'>): Finding {
  const isResolved = row.state === 'resolved'
  return {
    ...row,
    judgementId: isResolved ? null : row.judgementId,
    waiverId: isResolved ? null : row.waiverId,
    waived: isResolved ? waived === 1 : row.waiverId !== null,
    controls: parseJsonText(controls, 'findings.controls'),
    result: parseJsonText(record, 'findings.record'),
  }
}
