import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import { chooseFindingStatus } from '../../../checks/findings/finding-status.ts'
import { formatSearchText } from '../../../checks/findings/search-text.ts'
import { SeenFindings } from '../../../checks/findings/seen-findings.ts'
import type { ReviewCounts } from '../../../checks/judgements/judged-standing.ts'
import type { KeptRun } from '../../../checks/results/kept-run.ts'
import { toJsonText } from '../../sql/json-text.ts'
import type { ResultPlace, Schema } from '../../sql/tables.ts'

/** Results that are already in the tables and still hidden, because their set has no head yet. */
export interface StagedResults {
  readonly setId: string
  readonly places: { readonly [checkId: string]: ResultPlace }
  /**
   * The findings of each check with their status, by check id. In memory, because an index of the table would be
   * written at a random place for each result, which costs far more than all the rest.
   */
  readonly seen: ReadonlyMap<string, SeenFindings>
  /** Of each check. */
  readonly reviews: ReadonlyMap<string, ReviewCounts>
}

// Rows of one statement: others get their turn in between, and it fits databases' limits (32,766 parameters).
const batchRows = 1_000
const batchLength = 1024 * 1024

/** Writes results as they are read. If the rest cannot be written, it removes the earlier part. */
export async function stageResults(
  db: Kysely<Schema>,
  { runId, stagedAtMs, run }: { readonly runId: string; readonly stagedAtMs: number; readonly run: KeptRun },
): Promise<StagedResults> {
  const setId = v7()
  const places: Record<string, ResultPlace> = {}
  const seen = new Map<string, SeenFindings>()
  const reviews = new Map<string, ReviewCounts>()
  await db.insertInto('resultSets').values({ id: setId, runId, stagedAtMs, head: null, places: null }).execute()
  try {
    let rows: Schema['results'][] = []
    let length = 0
    let number = 0
    const write = async () => {
      if (rows.length > 0) await db.insertInto('results').values(rows).execute()
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
    await write()
    return { setId, places, seen, reviews }
  } catch (error) {
    // The first error is the one to report; retention finds leftovers.
    await dropSet(db, setId).catch(() => undefined)
    throw error
  }
}

const droppedRows = 500

/** Deletes a set in pieces: other writers get their turn in between. */
export async function dropSet(db: Kysely<Schema>, setId: string): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('results')
      .where('setId', '=', setId)
      .where('number', 'in', (query) =>
        query.selectFrom('results').select('number').where('setId', '=', setId).orderBy('number').limit(droppedRows),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows < BigInt(droppedRows)) break
  }
  await db.deleteFrom('resultSets').where('id', '=', setId).execute()
}
