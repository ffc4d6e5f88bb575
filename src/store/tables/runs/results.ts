import type { Kysely } from 'kysely'
import type { KeptRun } from '../../../checks/results/kept-run.ts'
import type { ResultStore } from '../../../checks/results/result-store.ts'
import { openStoredHead } from '../../../crosscheck/run/kept-cross-check.ts'
import type { ResultRecord } from '../../../define/index.ts'
import { parseJsonText } from '../../sql/json-text.ts'
import type { ResultPlace, Schema } from '../../sql/tables.ts'

const listedResults = 100
const pageRows = 500

export function createResultStore(db: Kysely<Schema>): ResultStore {
  return {
    async list(runId, { checks, status, severity, waived, findingId, after, limit } = {}) {
      const set = await findResultSet(db, runId)
      if (!set) return []
      const rows = await db
        .selectFrom('results')
        .select(['number', 'checkId', 'record'])
        .where('setId', '=', set.id)
        .where('number', '>', after ?? -1)
        .$if(checks !== undefined, (query) =>
          // By their positions, so that rows between them are not read.
          query.where(({ or, and, eb }) =>
            or(
              pickPlaces(set.places, checks ?? []).map(({ from, count }) =>
                and([eb('number', '>=', from), eb('number', '<', from + count)]),
              ),
            ),
          ),
        )
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'fail'))
        .$if(severity !== undefined, (query) => query.where('severity', '=', severity ?? 'medium'))
        .$if(waived !== undefined, (query) => query.where('waived', '=', waived ? 1 : 0))
        .$if(findingId !== undefined, (query) => query.where('findingId', '=', findingId ?? ''))
        .orderBy('number')
        .limit(limit ?? listedResults)
        .execute()
      return rows.map(({ number, checkId, record }) => ({ number, checkId, result: parseResultRecord(record) }))
    },
    listManual: ({ runIds, findingIds }) => listManualResults(db, runIds, findingIds),
    async counts(runId) {
      const set = await findResultSet(db, runId)
      return Object.fromEntries(Object.entries(set?.places ?? {}).map(([checkId, { count }]) => [checkId, count]))
    },
  }
}

async function listManualResults(db: Kysely<Schema>, runIds: readonly string[], findingIds: readonly string[]) {
  if (runIds.length === 0 || findingIds.length === 0) return []
  const sets = await db
    .selectFrom('resultSets')
    .select(['id', 'runId', 'head'])
    .where('runId', 'in', runIds)
    .where('head', 'is not', null)
    .execute()
  if (sets.length === 0) return []
  const ids = sets.map(({ id }) => id)
  const rows = await db
    .selectFrom('results')
    .select(['setId', 'checkId', 'record'])
    .where('setId', 'in', ids)
    .where('status', '=', 'manual')
    .where('findingId', 'in', findingIds)
    .orderBy('setId')
    .orderBy('number')
    .execute()
  const wanted = Map.groupBy(rows, ({ setId }) => setId)
  return sets.flatMap(({ id, runId, head }) => {
    const own = wanted.get(id)
    if (own === undefined || head === null) return []
    const { checks } = openStoredHead(parseJsonText(head, 'result_sets.head'))
    return own.flatMap(({ checkId, record }) => {
      const check = checks.find((each) => each.id === checkId)
      return check ? [{ runId, check, result: parseResultRecord(record) }] : []
    })
  })
}

/** A finished run with its results, read page by page. */
export async function findKeptRun(db: Kysely<Schema>, runId: string): Promise<KeptRun | undefined> {
  const set = await findResultSet(db, runId)
  return set && openKeptRun(db, set)
}

/** More are read run by run, as they are asked for. */
const resultsAtOnce = 5_000

/** Some finished runs, with the results of wanted checks alone: those of runs with few are read at once. @param wanted ids of checks by run */
export async function listKeptRuns(
  db: Kysely<Schema>,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<readonly KeptRun[]> {
  if (wanted.size === 0) return []
  const rows = await db
    .selectFrom('resultSets')
    .select(['id', 'runId', 'head', 'places'])
    .where('runId', 'in', [...wanted.keys()])
    .where('head', 'is not', null)
    .execute()
  const sets = rows.flatMap(({ id, runId, head, places }) =>
    head === null ? [] : [{ id, runId, head, places: parseJsonText(places ?? '{}', 'result_sets.places') }],
  )
  const keep = (run: KeptRun, runId: string): KeptRun => ({
    ...run,
    head: { ...run.head, checks: run.head.checks.filter(({ id }) => wanted.get(runId)?.has(id)) },
  })
  const count = sets.flatMap(({ places }) => Object.values(places)).reduce((sum, place) => sum + place.count, 0)
  if (sets.length === 0 || count > resultsAtOnce) return sets.map((set) => keep(openKeptRun(db, set), set.runId))
  const results = await db
    .selectFrom('results')
    .select(['setId', 'checkId', 'record'])
    .where(
      'setId',
      'in',
      sets.map(({ id }) => id),
    )
    .where('checkId', 'in', [...new Set([...wanted.values()].flatMap((ids) => [...ids]))])
    .orderBy('setId')
    .orderBy('number')
    .execute()
  const bySet = Map.groupBy(results, ({ setId }) => setId)
  return sets.map((set) => {
    const own = Map.groupBy(bySet.get(set.id) ?? [], ({ checkId }) => checkId)
    return keep(
      {
        ...openKeptRun(db, set),
        async *results(checkId) {
          for (const { record } of own.get(checkId) ?? []) yield parseResultRecord(record)
        },
      },
      set.runId,
    )
  })
}

/** The same for a set that is known. */
export function openKeptRun(
  db: Kysely<Schema>,
  { id, head, places }: Awaited<ReturnType<typeof findResultSet>> & object,
): KeptRun {
  return {
    head: openStoredHead(parseJsonText(head, 'result_sets.head')),
    results: (checkId) => readResults(db, id, places[checkId] ?? { from: 0, count: 0 }),
  }
}

async function* readResults(
  db: Kysely<Schema>,
  setId: string,
  { from, count }: ResultPlace,
): AsyncGenerator<ResultRecord, void, undefined> {
  const end = from + count
  for (let next = from; next < end; next += pageRows) {
    const rows = await db
      .selectFrom('results')
      .select('record')
      .where('setId', '=', setId)
      .where('number', '>=', next)
      .where('number', '<', Math.min(end, next + pageRows))
      .orderBy('number')
      .execute()
    for (const { record } of rows) yield parseResultRecord(record)
  }
}

async function findResultSet(db: Kysely<Schema>, runId: string) {
  const set = await db
    .selectFrom('resultSets')
    .select(['id', 'head', 'places'])
    .where('runId', '=', runId)
    .where('head', 'is not', null)
    .executeTakeFirst()
  if (!set || set.head === null) return undefined
  return { id: set.id, head: set.head, places: parseJsonText(set.places ?? '{}', 'result_sets.places') }
}

function pickPlaces(places: { readonly [checkId: string]: ResultPlace }, checks: readonly string[]): ResultPlace[] {
  return checks.map((id) => (Object.hasOwn(places, id) ? places[id] : undefined)).filter((place) => place !== undefined)
}

function parseResultRecord(record: Schema['results']['record']): ResultRecord {
  return parseJsonText(record, 'results.record')
}
