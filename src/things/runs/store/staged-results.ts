import type { Kysely } from 'kysely'
import { chooseFindingStatus } from '../../../checks/findings/finding-status.ts'
import { formatSearchText } from '../../../checks/findings/search-text.ts'
import type { JudgementCounts } from '../../../checks/judgements/effective-status.ts'
import { SeenFindings } from '../../../checks/results/seen-findings.ts'
import type { RecordedRun } from '../../../checks/runs/recorded-run.ts'
import { Sweeper } from '../../../service/queue/sweeper.ts'
import { toJsonText } from '../../../service/store/sql/json-text.ts'
import { type Placeholders, prepareRows, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { ResultRange, Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'

/** Results that were read. Those in the tables are hidden, because their set has no head yet. */
export interface StagedResults {
  readonly setId: string
  /** Whether the set and some of its results are in the tables. */
  readonly isBegun: boolean
  /** Results that the transaction that ends the run writes: all of a run that has few. */
  readonly rest: readonly Schema['results'][]
  /** Ids of checks with a failure. */
  readonly failing: ReadonlySet<string>
  readonly places: { readonly [checkId: string]: ResultRange }
  /**
   * The findings of each check with their status, by check id. In memory, because an index of the table would be
   * written at a random place for each result, which costs far more than all the rest.
   */
  readonly seen: ReadonlyMap<string, SeenFindings>
  /** Of each check. */
  readonly reviews: ReadonlyMap<string, JudgementCounts>
}

// Rows of one statement: others get their turn in between, and it fits databases' limits (32,766 parameters).
const batchRows = 1_000
const batchLength = 1024 * 1024

/** Reads results, and writes all but the last of many as they are read. If that fails, it removes what was written. */
export async function stageResults(
  db: Kysely<Schema>,
  { runId, stagedAtMs, run }: { readonly runId: string; readonly stagedAtMs: number; readonly run: RecordedRun },
): Promise<StagedResults> {
  const setId = createTimeId()
  const places: Record<string, ResultRange> = {}
  const seen = new Map<string, SeenFindings>()
  const reviews = new Map<string, JudgementCounts>()
  const failing = new Set<string>()
  let isBegun = false
  try {
    let rows: Schema['results'][] = []
    let length = 0
    let number = 0
    const write = async () => {
      if (!isBegun)
        await db.insertInto('resultSets').values({ id: setId, runId, stagedAtMs, head: null, places: null }).execute()
      isBegun = true
      await insertResults(db, rows)
      rows = []
      length = 0
    }
    for (const check of run.head.checks) {
      const { id: checkId, severity } = check
      const from = number
      const findings = new SeenFindings()
      seen.set(checkId, findings)
      const review = { accepted: 0, refused: 0, open: 0 }
      reviews.set(checkId, review)
      for await (const result of run.results(checkId)) {
        findings.note(result.findingId, chooseFindingStatus(check, result.status))
        if (result.status === 'manual') review[result.judged?.decision ?? 'open']++
        if (result.status === 'fail') failing.add(checkId)
        const record = toJsonText(result)
        length += record.length
        rows.push({
          setId,
          number: number++,
          checkId,
          status: result.status,
          severity: result.severity ?? severity,
          waived: result.waived ? 1 : 0,
          findingId: result.findingId,
          record,
          searchText: result.status === 'fail' ? formatSearchText(result) : null,
        })
        if (rows.length >= batchRows || length >= batchLength) await write()
      }
      places[checkId] = { from, count: number - from }
    }
    return { setId, isBegun, rest: rows, failing, places, seen, reviews }
  } catch (error) {
    // The first error is the one to report; retention finds leftovers.
    if (isBegun) await dropSet(db, setId).catch(() => undefined)
    throw error
  }
}

/** Shows all results of a run, in the transaction that ends it. */
export async function showResults(
  tx: Kysely<Schema>,
  { setId: id, isBegun, rest, places }: StagedResults,
  set: Pick<Schema['resultSets'], 'runId' | 'stagedAtMs' | 'head'>,
): Promise<void> {
  const shown = { ...set, places: toJsonText(places) }
  await sendTogether([
    isBegun ? tx.updateTable('resultSets').set(shown).where('id', '=', id).execute() : insertSet(tx, { id, ...shown }),
    insertResults(tx, rest),
  ])
}

const insertSet = prepareStatement((db, params: Placeholders<Schema['resultSets']>) =>
  db.insertInto('resultSets').values({
    id: params('id'),
    runId: params('runId'),
    stagedAtMs: params('stagedAtMs'),
    head: params('head'),
    places: params('places'),
  }),
)

const insertResults = prepareRows(
  (db, rows: readonly Placeholders<Schema['results']>[]) =>
    db.insertInto('results').values(
      rows.map((row) => ({
        setId: row('setId'),
        number: row('number'),
        checkId: row('checkId'),
        status: row('status'),
        severity: row('severity'),
        waived: row('waived'),
        findingId: row('findingId'),
        record: row('record'),
        searchText: row('searchText'),
      })),
    ),
  batchRows,
)

/** Deletes a set in pieces: other writers get their turn in between. */
export async function dropSet(db: Kysely<Schema>, setId: string): Promise<void> {
  await new Sweeper({ share: 'asked' }).takeAll(async (rows) => ({
    rows: await deleteResults(db, setId, rows),
    gone: 0,
  }))
  await db.deleteFrom('resultSets').where('id', '=', setId).execute()
}

/** The last of a set, so that the highest number tells how many are left. @returns how many are gone */
export async function deleteResults(db: Kysely<Schema>, setId: string, rows: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('results')
    .where('setId', '=', setId)
    .where('number', 'in', (query) =>
      query.selectFrom('results').select('number').where('setId', '=', setId).orderBy('number', 'desc').limit(rows),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
