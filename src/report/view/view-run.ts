import type { RunHead } from '../../checks/runs/kept-run.ts'
import type { CheckHead, RunStatus } from '../../define/index.ts'
import { formatNumber } from '../../text/count-noun.ts'
import { runHeadline } from '../pieces/headline.ts'
import { type InventoryLine, listInventoryLines } from '../pieces/inventory-lines.ts'
import type { ReportInput } from '../pieces/report.ts'
import { formatStatus, type StatusWords, statusOrder, statusWords } from '../pieces/status-words.ts'
import { listByUrgency, openUrgencies, type Tally, tallyResults, type Urgency, urgenciesOf } from './tally-results.ts'
import { type ChangesView, viewChanges } from './view-changes.ts'
import { type ResultView, viewResult } from './view-result.ts'

/** What people read of a run, in any format. */
export interface RunView extends Omit<RunHead, 'checks'> {
  /** `acme 1.0.0 (Production)` */
  readonly title: string
  /** The whole run in one sentence, without its full stop. */
  readonly headline: string
  /** NaN where its times cannot be read. */
  readonly tookMs: number
  /** In the order of the run. */
  readonly checks: readonly CheckView[]
  /** Its checks by status, without those of which there are none. */
  readonly counts: readonly StatusCount[]
  readonly resultCount: number
  /** What people have decided about results: "1 waived", "2 accepted". */
  readonly decided: readonly string[]
  readonly lists: readonly InventoryLine[]
  /** What has changed since the earlier run that it is compared with. */
  readonly since: ChangesView | undefined
}

/** How many checks or results have a status: 1200, "1,200" and "fail". */
export interface StatusCount {
  readonly status: RunStatus
  readonly count: number
  readonly number: string
  readonly word: string
  /** "1,200 fail" */
  readonly text: string
}

/** A check as people read it. */
export interface CheckView extends CheckHead {
  readonly description: string | undefined
  /** Its results, counted. */
  readonly tally: Tally
  readonly counts: readonly StatusCount[]
  readonly decided: readonly string[]
  /** Its results of a status, the most severe first. */
  results(status: RunStatus): AsyncIterable<ResultView>
  /** The first results that need a person, and how many more do. */
  readOpen(max: number): Promise<{ readonly shown: readonly ResultView[]; readonly left: number }>
}

/**
 * The view of a run. Reads its results once to count them, and once more if it is compared with another run.
 * @param words of the statuses. A format may have shorter ones.
 */
export async function viewRun(input: ReportInput, words: StatusWords = statusWords): Promise<RunView> {
  const { run, comparison } = input
  const { checks, ...head } = run.head
  const { connector, connectionName, startedAt, finishedAt, summary } = head
  const { pass, fail, manual, not_applicable: apart, waived } = summary.results
  const views: CheckView[] = []
  for (const check of checks) views.push(await viewCheck(input, check, words))
  return {
    ...head,
    title: `${connector.id} ${connector.version}${connectionName === undefined ? '' : ` (${connectionName})`}`,
    headline: runHeadline(head),
    tookMs: Date.parse(finishedAt) - Date.parse(startedAt),
    checks: views,
    counts: listCounts(summary.checks, words),
    resultCount: pass + fail + manual + apart,
    decided: listDecided({ waived, ...summary.judged }),
    lists: listInventoryLines(head),
    since: comparison && (await viewChanges(run, comparison)),
  }
}

async function viewCheck(
  { run, comparison, connector }: ReportInput,
  check: CheckHead,
  words: StatusWords,
): Promise<CheckView> {
  const tally = await tallyResults(run, check)
  const list = async function* (wanted: readonly Urgency[]) {
    for await (const result of listByUrgency(run, check, tally, wanted))
      yield viewResult(result, comparison?.changeOf(result.findingId))
  }
  return {
    ...check,
    description: connector?.checks.find(({ id }) => id === check.id)?.description,
    tally,
    counts: listCounts(tally.of, words),
    decided: listDecided(tally),
    results: (status) => list(urgenciesOf[status]),
    readOpen: async (max) => {
      const shown: ResultView[] = []
      for await (const result of list(openUrgencies)) if (shown.push(result) === max) break
      return { shown, left: tally.of.fail + tally.of.manual - shown.length }
    },
  }
}

function listCounts(of: Readonly<Partial<Record<RunStatus, number>>>, words: StatusWords): readonly StatusCount[] {
  return statusOrder.flatMap((status) => {
    const count = of[status] ?? 0
    if (count === 0) return []
    const number = formatNumber(count)
    const word = formatStatus(status, count, words)
    return [{ status, count, number, word, text: `${number} ${word}` }]
  })
}

function listDecided(counts: Readonly<Partial<Record<'waived' | 'accepted' | 'refused', number>>>): readonly string[] {
  return (['waived', 'accepted', 'refused'] as const).flatMap((decision) => {
    const count = counts[decision] ?? 0
    return count === 0 ? [] : [`${formatNumber(count)} ${decision}`]
  })
}
