import { type Kysely, sql } from 'kysely'
import type { RecordedRun } from '../../../checks/runs/recorded-run.ts'
import type { ResultStore } from '../../../checks/runs/result-store.ts'
import { openStoredHead } from '../../../crosscheck/run/cross-check-to-run.ts'
import type { ResultRecord } from '../../../define/index.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { isOneOf } from '../../../service/store/sql/prepare-statement.ts'
import type { ResultRange, Schema } from '../../../service/store/sql/tables.ts'

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
    .where(isOneOf(db, 'findingId', findingIds))
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
export async function findRecordedRun(db: Kysely<Schema>, runId: string): Promise<RecordedRun | undefined> {
  const set = await findResultSet(db, runId)
  return set && openRecordedRun(db, set)
}

/** The same for a set that is known. */
export function openRecordedRun(
  db: Kysely<Schema>,
  { id, head, places }: Awaited<ReturnType<typeof findResultSet>> & object,
): RecordedRun {
  return {
    head: openStoredHead(parseJsonText(head, 'result_sets.head')),
    results: (checkId) => readResults(db, id, places[checkId] ?? { from: 0, count: 0 }),
  }
}

const runsAtOnce = 200
/** More results of a check than this are read page by page. */
const resultsAtOnce = 100

/** Of many runs the checks that are named: a statement reads those of many runs. */
export async function* listRecordedRuns(
  db: Kysely<Schema>,
  checks: readonly { readonly runId: string; readonly checkId: string }[],
): AsyncGenerator<RecordedRun, void, undefined> {
  const byRun = [...Map.groupBy(checks, ({ runId }) => runId)]
  for (let from = 0; from < byRun.length; from += runsAtOnce) {
    const wanted = new Map(byRun.slice(from, from + runsAtOnce))
    const sets = await db
      .selectFrom('resultSets')
      .select(['id', 'runId', 'head', 'places'])
      .where('runId', 'in', [...wanted.keys()])
      .where('head', 'is not', null)
      .execute()
    const opened = sets.flatMap(({ id, runId, head, places: text }) => {
      const ids = new Set(wanted.get(runId)?.map(({ checkId }) => checkId))
      const places = parseJsonText(text ?? '{}', 'result_sets.places')
      return head === null ? [] : { id, ids, places, run: openRecordedRun(db, { id, head, places }) }
    })
    const few = opened.flatMap(({ id, ids, places }) =>
      pickPlaces(places, [...ids]).flatMap((place) =>
        place.count > 0 && place.count <= resultsAtOnce ? { id, ...place } : [],
      ),
    )
    const together = await readTogether(db, few)
    for (const { id, ids, places, run } of opened) {
      const { head, results } = run
      yield {
        head: { ...head, checks: head.checks.filter((check) => ids.has(check.id)) },
        async *results(checkId) {
          const place = places[checkId]
          if (place && place.count <= resultsAtOnce) yield* together.get(toPlaceKey(id, place.from)) ?? []
          else yield* results(checkId)
        },
      }
    }
  }
}

/** A statement with more takes too many parameters: checks may be many, too. */
const placesAtOnce = 5_000

interface PlaceOfSet extends ResultRange {
  readonly id: string
}

/** The results of places of many sets. */
async function readTogether(
  db: Kysely<Schema>,
  places: readonly PlaceOfSet[],
): Promise<ReadonlyMap<string, readonly ResultRecord[]>> {
  const results = new Map<string, readonly ResultRecord[]>()
  for (let from = 0; from < places.length; from += placesAtOnce) {
    const rows = await readPlaces(db, places.slice(from, from + placesAtOnce))
    for (const [key, own] of Map.groupBy(rows, ({ id, begin }) => toPlaceKey(id, Number(begin))))
      results.set(
        key,
        own.map(({ record }) => parseResultRecord(record)),
      )
  }
  return results
}

async function readPlaces(db: Kysely<Schema>, places: readonly PlaceOfSet[]) {
  const { rows } = await sql<
    Pick<Schema['results'], 'record'> & { readonly id: string; readonly begin: number | string }
  >`
    with places(id, begin, count) as (values ${sql.join(
      places.map(({ id, from, count }) => sql`(cast(${id} as text), ${sql.lit(from)}, ${sql.lit(count)})`),
    )})
    select places.id, places.begin, r.record from places
      cross join results as r
      where r.set_id = places.id and r.number >= places.begin and r.number < places.begin + places.count
      order by places.id, r.number`.execute(db)
  return rows
}

function toPlaceKey(setId: string, from: number): string {
  return `${setId} ${from}`
}

async function* readResults(
  db: Kysely<Schema>,
  setId: string,
  { from, count }: ResultRange,
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

function pickPlaces(places: { readonly [checkId: string]: ResultRange }, checks: readonly string[]): ResultRange[] {
  return checks.map((id) => (Object.hasOwn(places, id) ? places[id] : undefined)).filter((place) => place !== undefined)
}

function parseResultRecord(record: Schema['results']['record']): ResultRecord {
  return parseJsonText(record, 'results.record')
}
