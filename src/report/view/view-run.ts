import { type CheckHead, type RunStatus, worstFirst } from '../../define/index.ts'
import { formatNumber } from '../../text/count-noun.ts'
import { describeClocks } from '../pieces/clock-words.ts'
import { runHeadline } from '../pieces/headline.ts'
import { listInventoryLines } from '../pieces/inventory-lines.ts'
import { describeReceived } from '../pieces/received-line.ts'
import type { ReportInput } from '../pieces/report.ts'
import { formatStatus, type StatusWords, statusWords } from '../pieces/status-words.ts'
import { listByUrgency, openUrgencies, tallyResults, type Urgency, urgenciesOf } from './tally-results.ts'
import { viewChanges } from './view-changes.ts'
import { type ResultView, viewResult } from './view-result.ts'

/** What people read of a run, in any format. */
export type RunView = Awaited<ReturnType<typeof viewRun>>

/** What people read of a check. */
export type CheckView = RunView['checks'][number]

/**
 * The view of a run. Reads its results once to count them, and once more if it is compared with another run.
 * @param words of the statuses. A format may have shorter ones.
 */
export async function viewRun(input: ReportInput, words: StatusWords = statusWords) {
  const { run, comparison } = input
  const { checks, ...head } = run.head
  const { connector, connectionName, startedAt, finishedAt, summary } = head
  const { pass, fail, manual, not_applicable: apart, waived } = summary.results
  const views: Awaited<ReturnType<typeof viewCheck>>[] = []
  for (const check of checks) views.push(await viewCheck(input, check, words))
  return {
    ...head,
    /** `acme 1.0.0 (Production)` */
    title: `${connector.id} ${connector.version}${connectionName === undefined ? '' : ` (${connectionName})`}`,
    /** The whole run in one sentence, without its full stop. */
    headline: runHeadline(head),
    /** NaN where its times cannot be read. */
    tookMs: Date.parse(finishedAt) - Date.parse(startedAt),
    /** In the order of the run. */
    checks: views,
    /** Its checks by status, without those of which there are none. */
    counts: listCounts(summary.checks, words),
    resultCount: pass + fail + manual + apart,
    /** What people have decided about results: "1 waived", "2 accepted". */
    decided: listDecided({ waived, ...summary.judged }),
    /** Where the clocks of vendor and server differ by minutes. */
    clocks: describeClocks(head),
    /** Whose results these are, where another tool reported them. */
    source: describeReceived(head),
    lists: listInventoryLines(head),
    /** What has changed since the earlier run that it is compared with. */
    since: comparison && (await viewChanges(run, comparison)),
  }
}

async function viewCheck({ run, comparison, connector }: ReportInput, check: CheckHead, words: StatusWords) {
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
    /** Its results of a status, the most severe first. */
    results: (status: RunStatus) => list(urgenciesOf[status]),
    /** The first results that need a person, and how many more do. */
    readOpen: async (max: number) => {
      const shown: ResultView[] = []
      for await (const result of list(openUrgencies)) if (shown.push(result) === max) break
      return { shown, left: tally.of.fail + tally.of.manual - shown.length }
    },
  }
}

/** Thousands are separated: 1200, "1,200", "fail", "1,200 fail". */
function listCounts(of: Readonly<Partial<Record<RunStatus, number>>>, words: StatusWords) {
  return worstFirst.flatMap((status) => {
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
