import type { CheckFailure } from '../define/index.ts'
import { formatCount, formatNumber, pluralize } from '../text/count-noun.ts'
import { formatFirstFrame } from './pieces/format-frame.ts'
import { formatJudged, formatWaived } from './pieces/judged-text.ts'
import { escapeHtmlProse, escapeProse, formatCodeSpan } from './pieces/markdown-text.ts'
import type { Report, ReportInput, ReportOptions } from './pieces/report.ts'
import { runWords } from './pieces/run-words.ts'
import { type StatusWords, sortByUrgency, statusWords } from './pieces/status-words.ts'
import { listUndecidedLines } from './pieces/undecided-lines.ts'
import type { ChangesView } from './view/view-changes.ts'
import type { ResultView } from './view/view-result.ts'
import { type CheckView, type RunView, viewRun } from './view/view-run.ts'

/** GitHub accepts comments of up to 65,536 characters, and a workflow adds its own text around the report. */
const lengthMax = 60_000
const checkRowsMax = 50
const unseenMax = 20

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
async function* renderSections(input: ReportInput, { shownMax = 20 }: ReportOptions): AsyncGenerator<string> {
  const run = await viewRun(input)
  const { since, lists } = run
  const checks = sortByUrgency(run.checks)
  yield renderHeading(run)
  if (run.source !== undefined) yield `\n${escapeProse(run.source, 1000)}\n`
  if (run.clocks !== undefined) yield `\n${run.clocks}\n`
  if (since) yield `\nSince run ${formatCodeSpan(since.runId)}: **${since.text}**.\n`
  if (checks.length > 0) yield renderChecksTable(checks)
  if (lists.length > 0) yield renderLists(run)
  for (const check of checks) if (check.error) yield renderUndecidedCheck(check, check.error)
  for (const check of checks) {
    const { shown, left } = await check.readOpen(shownMax)
    if (shown.length > 0)
      yield renderFold(
        `<b>${escapeHtmlProse(check.title)}</b>: ${formatCounts(check)}`,
        shown.map(renderItem),
        left,
        input.rest ?? 'all with --json',
      )
  }
  if (since && since.unseen.length > 0) yield renderUnseen(since)
}

const symbols: StatusWords = { error: '❔', fail: '❌', manual: '👀', pass: '✅', not_applicable: '➖' }

function renderHeading({ title, counts, decided, status, startedAt, id }: RunView): string {
  const counted = counts.map(({ text }) => text).join(' · ')
  const parts = [
    `**${counted === '' ? 'no checks' : counted}**`,
    ...decided,
    formatMinute(startedAt),
    `run ${formatCodeSpan(id)}`,
  ]
  return `## ${escapeProse(title)}: ${statusWords[status]}\n\n${parts.join(' · ')}\n`
}

function formatMinute(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? []
  return date === undefined ? escapeProse(iso) : `${date} ${time} UTC`
}

function renderChecksTable(checks: readonly CheckView[]): string {
  const rows = checks
    .slice(0, checkRowsMax)
    .map(
      (check) =>
        `| ${symbols[check.status]} ${statusWords[check.status]} | ${escapeProse(check.title)} | ${check.severity} | ${formatCounts(check)} |`,
    )
  const left = checks.length - rows.length
  return `
| | Check | Severity | Results |
| --- | --- | --- | --- |
${rows.join('\n')}
${left > 0 ? `\n_… and ${left} more ${pluralize(left, 'check')}._\n` : ''}`
}

function formatCounts({ counts, decided }: CheckView): string {
  return [...counts.map(({ text }) => text), ...decided].join(', ')
}

/** The lists that the run has read; one that is not whole says why. */
function renderLists({ lists }: RunView): string {
  const rows = lists.map(({ name, complete, text, because }) => {
    const reason = because === undefined ? '' : ` ${escapeProse(because, 600)}`
    return `| ${complete ? '✅ complete' : '❔ not complete'} | ${formatCodeSpan(name)} | ${escapeProse(text)}.${reason} |`
  })
  return `\n| | List | |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}

function renderUndecidedCheck(check: CheckView, error: CheckFailure): string {
  const { kind, code, message, missingScopes = [], retryable } = error
  const scopes =
    missingScopes.length > 0 ? ` Missing: ${missingScopes.map((scope) => formatCodeSpan(scope)).join(', ')}.` : ''
  const at = formatFirstFrame(error)
  const place = at === undefined ? '' : ` Thrown ${formatCodeSpan(at)}.`
  return `
> **Could not tell: ${escapeProse(check.title)}** (${formatCodeSpan(kind)}, ${formatCodeSpan(code)})
> ${escapeProse(message, 1000)}${scopes}${place}${retryable ? ` ${runWords.runAgain}` : ''}
${listUndecidedLines(check)
  .map((line) => `> - ${escapeProse(line)}\n`)
  .join('')}`
}

function renderFold(summary: string, items: readonly string[], left: number, rest?: string): string {
  const more = `${formatNumber(left)} more${rest === undefined ? '' : ` (${escapeProse(rest)})`}`
  return `
<details>
<summary>${summary}</summary>

${items.join('\n')}
${left > 0 ? `- _… and ${more}_\n` : ''}
</details>
`
}

function renderItem({
  status,
  title,
  resource,
  name,
  description,
  remediation,
  fix,
  notes,
  waived,
  judged,
}: ResultView): string {
  const noted = [...(status === 'manual' && !judged ? [statusWords.manual] : []), ...notes.map(({ text }) => text)]
  const lines = [
    `**${escapeProse(title)}** ${formatCodeSpan(name, 100)} (${noted.join(', ')})`,
    resource.name !== undefined && formatCodeSpan(`${resource.type} ${resource.id}`, 150),
    status === 'manual' && description !== undefined && escapeProse(description, 600),
    remediation !== undefined && `→ ${escapeProse(remediation, 600)}`,
    fix !== undefined && formatCodeSpan(fix, 600),
    waived && escapeProse(formatWaived(waived), 600),
    judged && escapeProse(formatJudged(judged), 600),
  ]
  // Two spaces at the end of a line break it.
  return `- ${lines.filter(Boolean).join('  \n  ')}`
}

function renderUnseen({ unseen }: ChangesView): string {
  const items = unseen
    .slice(0, unseenMax)
    .map(
      ({ checkId, result: { title, resource } }) =>
        `- ${formatCodeSpan(checkId)}: ${escapeProse(title)} ${formatCodeSpan(resource.id, 100)}`,
    )
  const summary = `${formatCount(unseen.length, 'earlier finding')} not seen this time, so neither resolved nor persisting`
  return renderFold(summary, items, unseen.length - items.length)
}
