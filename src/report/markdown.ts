import type { RunComparison } from '../checks/findings/comparison.ts'
import type { RunHead } from '../checks/runs/kept-run.ts'
import type { CheckHead, ResultRecord, RunStatus } from '../define/index.ts'
import { pluralize } from '../text/count-noun.ts'
import { formatFirstFrame } from './pieces/format-frame.ts'
import { listInventoryLines } from './pieces/inventory-lines.ts'
import { formatJudged, listJudgedCounts } from './pieces/judged-text.ts'
import { escapeHtmlProse, escapeProse, formatCodeSpan } from './pieces/markdown-text.ts'
import type { Report, ReportInput, ReportOptions } from './pieces/report.ts'
import { formatStatus, statusOrder, statusWords } from './pieces/status-words.ts'
import {
  countStanding,
  formatStanding,
  listByUrgency,
  openUrgencies,
  type Tally,
  tallyResults,
} from './pieces/tally-results.ts'
import { listUndecidedLines } from './pieces/undecided-lines.ts'

/** GitHub accepts comments of up to 65,536 characters, and a workflow adds its own text around the report. */
const lengthMax = 60_000
const checksMax = 50

/**
 * Runs as a comment on a pull request: a table of checks, the checks that could not tell with their reasons, and the
 * results that fail or need review, folded. At most 60,000 characters: beyond that, whole sections are left out and
 * counted. Evidence is left out.
 */
export const writeMarkdownReport: Report = async function* (runs, options = {}) {
  const shown = { room: lengthMax, left: 0 }
  for (const reported of runs) {
    for await (const section of renderSections(reported, options)) {
      if (section.length > shown.room) shown.left++
      else {
        shown.room -= section.length
        yield section
      }
    }
  }
  if (shown.left > 0)
    yield `\n_${shown.left} more ${pluralize(shown.left, 'section')} left out, because a comment has limited space._\n`
}

/** Each is complete in itself, so that any can be left out. */
async function* renderSections(reported: ReportInput, options: ReportOptions): AsyncGenerator<string> {
  const { run, comparison } = reported
  const { head } = run
  const checks = [...head.checks].sort((a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status))
  const tallies = new Map<CheckHead, Tally>()
  for (const check of checks) tallies.set(check, await tallyResults(run, check))
  yield renderHeading(head)
  if (comparison) {
    const { baselineRunId } = comparison
    yield `\nSince run ${formatCodeSpan(baselineRunId)}: **${formatStanding(await countStanding(run, comparison))}**.\n`
  }
  if (checks.length > 0) yield renderChecksTable(checks, tallies)
  const lists = renderLists(head)
  if (lists !== '') yield lists
  for (const check of checks.filter(({ error }) => error)) yield renderUntoldCheck(check)
  for (const check of checks) {
    const tally = tallies.get(check)
    if (tally && tally.of.fail + tally.of.manual > 0) yield await renderFoldedCheck(reported, check, tally, options)
  }
  if (comparison && comparison.unseen.length > 0) yield renderUnseen(comparison)
}

const marks: Readonly<Record<RunStatus, string>> = {
  error: '❔ could not tell',
  fail: '❌ fail',
  manual: '👀 needs review',
  pass: '✅ pass',
  not_applicable: '➖ n/a',
}

function renderHeading({ connector, connectionName, summary, status, startedAt, id }: RunHead): string {
  const name = connectionName === undefined ? '' : ` (${connectionName})`
  const counts = statusOrder
    .filter((each) => summary.checks[each] > 0)
    .map((each) => `${summary.checks[each]} ${formatStatus(each, summary.checks[each])}`)
    .join(' · ')
  const decided = [
    ...(summary.results.waived > 0 ? [`${summary.results.waived} waived`] : []),
    ...listJudgedCounts(summary.judged),
  ]
    .map((part) => ` · ${part}`)
    .join('')
  return `## ${escapeProse(`${connector.id} ${connector.version}${name}`)}: ${statusWords[status]}

**${counts === '' ? 'no checks' : counts}**${decided} · ${formatMinute(startedAt)} · run ${formatCodeSpan(id)}
`
}

function formatMinute(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? []
  return date === undefined ? escapeProse(iso) : `${date} ${time} UTC`
}

function renderChecksTable(checks: readonly CheckHead[], tallies: ReadonlyMap<CheckHead, Tally>): string {
  const rows = checks
    .slice(0, checksMax)
    .map(
      (check) =>
        `| ${marks[check.status]} | ${escapeProse(check.title)} | ${check.severity} | ${formatTallyCounts(tallies.get(check))} |`,
    )
  const left = checks.length - rows.length
  return `
| | Check | Severity | Results |
| --- | --- | --- | --- |
${rows.join('\n')}
${left > 0 ? `\n_… and ${left} more ${pluralize(left, 'check')}._\n` : ''}`
}

function formatTallyCounts(tally: Tally | undefined): string {
  if (!tally) return ''
  const { of, waived, accepted, refused } = tally
  return [
    ...(['fail', 'manual', 'pass', 'not_applicable'] as const)
      .filter((status) => of[status] > 0)
      .map((status) => `${of[status]} ${status === 'not_applicable' ? 'n/a' : formatStatus(status, of[status])}`),
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...listJudgedCounts({ accepted, refused }),
  ].join(', ')
}

/** The lists that the run has read; one that is not whole says why. */
function renderLists(head: RunHead): string {
  const rows = listInventoryLines(head).map(({ name, complete, text, because }) => {
    const reason = because === undefined ? '' : ` ${escapeProse(because, 600)}`
    return `| ${complete ? '✅ complete' : '❔ not complete'} | ${formatCodeSpan(name)} | ${escapeProse(text)}.${reason} |`
  })
  return rows.length === 0 ? '' : `\n| | List | |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}

function renderUntoldCheck(check: CheckHead): string {
  const { title, error } = check
  if (!error) return ''
  const { kind, code: errorCode, message, missingScopes = [], retryable } = error
  const scopes =
    missingScopes.length > 0 ? ` Missing: ${missingScopes.map((scope) => formatCodeSpan(scope)).join(', ')}.` : ''
  const at = formatFirstFrame(error)
  const place = at === undefined ? '' : ` Thrown ${formatCodeSpan(at)}.`
  return `
> **Could not tell: ${escapeProse(title)}** (${formatCodeSpan(kind)}, ${formatCodeSpan(errorCode)})
> ${escapeProse(message, 1000)}${scopes}${place}${retryable ? ' Running it again may help.' : ''}
${listUndecidedLines(check)
  .map((line) => `> - ${escapeProse(line)}\n`)
  .join('')}`
}

async function renderFoldedCheck(
  { run, comparison, rest = 'all with --json' }: ReportInput,
  check: CheckHead,
  tally: Tally,
  { shownMax = 20 }: ReportOptions,
): Promise<string> {
  const items: string[] = []
  for await (const result of listByUrgency(run, check, tally, openUrgencies)) {
    if (items.length === shownMax) break
    items.push(renderItem(result, comparison))
  }
  const left = tally.of.fail + tally.of.manual - items.length
  return `
<details>
<summary><b>${escapeHtmlProse(check.title)}</b>: ${formatTallyCounts(tally)}</summary>

${items.join('\n')}
${left > 0 ? `- _… and ${left} more (${escapeProse(rest)})_\n` : ''}
</details>
`
}

function renderItem(result: ResultRecord, comparison: RunComparison | undefined): string {
  const { status, severity, title, resource, description, remediation, waived, judged, findingId } = result
  const change = comparison?.changeOf(findingId)
  const need = judged?.decision ?? statusWords.manual
  const notes = [status === 'manual' ? need : severity, change, waived && 'waived'].filter((note) => note)
  const lines = [
    `- **${escapeProse(title)}** ${formatCodeSpan(resource.name ?? resource.id, 100)} (${notes.join(', ')})`,
    ...(resource.name === undefined ? [] : [`  ${formatCodeSpan(`${resource.type} ${resource.id}`, 150)}`]),
    ...(status === 'manual' && description !== undefined ? [`  ${escapeProse(description, 600)}`] : []),
    ...(remediation === undefined ? [] : [`  → ${escapeProse(remediation, 600)}`]),
    ...(waived
      ? [
          `  Waived until ${escapeProse(waived.expires)} by ${escapeProse(waived.approver)}: ${escapeProse(waived.justification)}`,
        ]
      : []),
    ...(judged ? [`  ${escapeProse(formatJudged(judged))}`] : []),
  ]
  // Two spaces at the end of a line break it.
  return lines.join('  \n')
}

function renderUnseen({ unseen: findings }: RunComparison): string {
  const shown = findings
    .slice(0, 20)
    .map(
      ({ checkId, result: { title, resource } }) =>
        `- ${formatCodeSpan(checkId)}: ${escapeProse(title)} ${formatCodeSpan(resource.id, 100)}`,
    )
  const left = findings.length - shown.length
  return `
<details>
<summary>${findings.length} earlier ${pluralize(findings.length, 'finding')} not seen this time, so neither resolved nor persisting</summary>

${shown.join('\n')}
${left > 0 ? `- _… and ${left} more_\n` : ''}
</details>
`
}
