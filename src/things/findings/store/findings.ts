import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { Finding, FindingStore, NewestOutcome, OutcomeFilter } from '../../../checks/findings/finding-store.ts'
import { avoidTextIndex } from '../../../service/store/sql/avoid-index.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { isOneOf } from '../../../service/store/sql/prepare-statement.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { noTally, nowBucket, readTallies } from '../../../service/store/tables/tallies.ts'
import { listTrendDays } from '../tallies/daily-tallies.ts'
import { endDecided, listUnsettled, saveSettled } from '../tallies/decided-outcomes.ts'
import { tallyJudged } from '../tallies/judged-outcomes.ts'
import { countGroup, listAhead, listGroup, listWithout } from '../tallies/outcome-groups.ts'
import { relistSome } from '../tallies/relisted-findings.ts'
import { listCoveringWaivers } from './covering-waivers.ts'
import { endRefusals } from './end-refusals.ts'
import { findDueDays, saveDueDays } from './finding-due.ts'
import { countChosen, listChosen, listCounted } from './finding-queries.ts'
import { selectStandings } from './finding-standings.ts'
import { listAbout } from './findings-of-resources.ts'
import { settleWaivers } from './settle-waivers.ts'

const listed = 100
const listedOutcomes = 1_000

export function createFindingStore(db: Kysely<Schema>, traits: SqlTraits): FindingStore {
  return {
    async list({ order = 'changed', limit = listed, before, ...choice }) {
      return (await listChosen(db, choice, { order, before, limit })).map(toFinding)
    },
    async listAbout({ organizationId, resources, limit }) {
      const found = (await listAbout(db, { organizationId, resources, limit })).map(toFinding)
      const wanted = new Set(resources.map(({ connectionId, id }) => JSON.stringify([connectionId, id])))
      // The record may name an id that is not its resource's.
      return found.filter(({ connectionId, result }) => wanted.has(JSON.stringify([connectionId, result.resource.id])))
    },
    async listFailingChecks({ organizationId, connectorIds }) {
      if (connectorIds.length === 0) return []
      return ofOrganization(db, organizationId)
        .selectFrom('findings')
        .select(['connectorId', 'checkId'])
        .distinct()
        .where(isOneOf(db, 'connectorId', connectorIds))
        .where('listedAs', 'in', ['open', 'accepted'])
        .execute()
    },
    count: (choice) => countChosen(db, choice),
    async listCounted({ order = 'changed', limit = listed, before, ...choice }) {
      const { rows, counts } = await listCounted(db, choice, { order, before, limit })
      return { findings: rows.map(toFinding), counts }
    },
    async find(id, organizationId, { atMs } = {}) {
      const row = await selectStandings(db, atMs)
        .selectAll()
        .where('id', '=', id)
        .where(isOfOrganization('findings', organizationId))
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
        .$call(sortNewest('atMs'))
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
        const { numUpdatedRows } = await ofOrganization(tx, organizationId)
          .updateTable('findings')
          .set(values)
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        if (changes.length > 0)
          await tx
            .insertInto('findingChanges')
            .values([...changes])
            .execute()
        return true
      }),
    dueDays: (organizationId, { atMs } = {}) => findDueDays(db, organizationId, atMs),
    setDueDays: (organizationId, days, nowMs) => saveDueDays(db, { organizationId, days, nowMs }),
    endRefusals: (of) => endRefusals(db, of),
    settleWaivers: (of) => settleWaivers(db, traits, of),
    listCoveringWaivers: (organizationId, connectionIds) => listCoveringWaivers(db, organizationId, connectionIds),
    relist: (limit, connectionId) => relistSome(db, traits, limit, connectionId),
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
    async newestOutcomes({ connectionIds, limit, ...filter }) {
      if (connectionIds?.length === 0) return []
      const rows = await selectOutcomes(db, { ...filter, connectionIds, isPresent: filter.connectionId === undefined })
        .orderBy('o.connectionId')
        .orderBy('o.checkId')
        .limit(limit ?? listedOutcomes)
        .execute()
      return rows.map(({ manualResults: _, ...row }) => toNewestOutcome(row))
    },
    async listReviewable({ connectionIds, checkId, from, limit, ...filter }) {
      if (connectionIds?.length === 0) return []
      const rows = await selectOutcomes(db, { ...filter, isPresent: connectionIds === undefined })
        // Literally as in the partial index.
        .where('o.manualResults', '>', sql.lit(0))
        .$if(connectionIds !== undefined, (query) => query.where(isOneOf(db, 'o.connectionId', connectionIds ?? [])))
        .$if(checkId !== undefined, (query) => query.where('o.checkId', '=', checkId ?? ''))
        .$if(from !== undefined, (query) =>
          query.where(sql<SqlBool>`(o.connection_id, o.run_id) >= (${from?.connectionId}, ${from?.runId})`),
        )
        .orderBy('o.connectionId')
        .orderBy('o.runId')
        .orderBy('o.checkId')
        .limit(limit)
        .execute()
      return rows.map(({ manualResults, ...row }) => ({ ...toNewestOutcome(row), manualResults }))
    },
    async countOutcomes({ organizationId, connectionIds }) {
      if (connectionIds.length === 0) return []
      const rows = await db
        .selectFrom('newestOutcomes')
        .select(({ fn }) => ['connectionId', 'status', fn.countAll<number | string | bigint>().as('count')])
        .where(avoidTextIndex('organizationId'), '=', organizationId)
        .where(isOneOf(db, 'connectionId', connectionIds))
        .groupBy(['connectionId', 'status'])
        .execute()
      return rows.map((row) => ({ ...row, count: Number(row.count) }))
    },
    countGroup: (organizationId, time) => countGroup(db, organizationId, time),
    listGroup: (of) => listGroup(db, of),
    listUnsettled: (of) => listUnsettled(db, of),
    saveSettled: (of) => saveSettled(db, of),
    endDecided: (of) => endDecided(db, of),
    tallyJudged: (of) => tallyJudged(db, of),
    listAhead: (of) => listAhead(db, of),
    listWithout: (of) => listWithout(db, of),
    trend: (of) => listTrendDays(db, of),
    async tallyOutcomes(organizationId) {
      const tally =
        (await readTallies(db, { organizationId, from: nowBucket, to: nowBucket })).get(nowBucket) ?? noTally
      const { connections, notApplicable: not_applicable, ...checks } = tally
      return { connections, checks: { ...checks, not_applicable } }
    },
  }
}

/** Those of connections that are not disconnected, where that is asked. */
function selectOutcomes(
  db: Kysely<Schema>,
  {
    organizationId,
    connectionId,
    connectionIds,
    connectorId,
    status,
    isPresent,
  }: Omit<OutcomeFilter, 'limit'> & { readonly isPresent: boolean },
) {
  return (
    db
      .selectFrom('newestOutcomes as o')
      .select(['o.connectionId', 'o.connectorId', 'o.checkId', 'o.runId', 'o.atMs', 'o.status', 'o.effectiveStatus'])
      .select(['o.complete', 'o.error', 'o.manualResults'])
      // SQLite would read all of the organization, and not some of its connections.
      .where(
        connectionIds ? avoidTextIndex('o.organizationId') : sql.ref<string>('o.organizationId'),
        '=',
        organizationId,
      )
      .$if(connectionIds !== undefined, (query) => query.where(isOneOf(db, 'o.connectionId', connectionIds ?? [])))
      // Literally as in the partial indexes.
      .$if(isPresent, (query) => query.where('o.present', '=', sql.lit(1)))
      .$if(connectionId !== undefined, (query) => query.where('o.connectionId', '=', connectionId ?? ''))
      .$if(connectorId !== undefined, (query) => query.where('o.connectorId', '=', connectorId ?? ''))
      .$if(status !== undefined, (query) => query.where('o.status', '=', status ?? 'error'))
  )
}

type OutcomeRow = Omit<
  Selectable<Schema['newestOutcomes']>,
  | 'organizationId'
  | 'manualResults'
  | 'acceptedResults'
  | 'refusedResults'
  | 'present'
  | 'verdict'
  | 'shape'
  | 'decided'
  | 'decidedUntilMs'
  | 'decisions'
>

function toNewestOutcome({ complete, error, ...row }: OutcomeRow): NewestOutcome {
  return {
    ...row,
    complete: complete === 1,
    error: error && parseJsonText(error, 'newest_outcomes.error'),
  }
}

function toFinding({
  waived,
  controls,
  record,
  urgency: _rank,
  searchText: _text,
  ...row
}: Omit<Selectable<Schema['findings']>, 'noticeDueAtMs' | 'hidden' | 'listedAs'>): Finding {
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
