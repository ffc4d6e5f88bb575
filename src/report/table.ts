import { styleText } from 'node:util'
import type { CheckFailure, Resource, RunStatus } from '../define/index.ts'
import { formatCount, formatNumber, pluralize } from '../text/count-noun.ts'
import { formatSeconds } from '../text/format-seconds.ts'
import { formatFrame } from './pieces/format-frame.ts'
import type { Report, ReportInput, ReportOptions } from './pieces/report.ts'
import { runWords } from './pieces/run-words.ts'
import { cleanLine, cleanLines } from './pieces/safe-text.ts'
import { type StatusWords, statusWords } from './pieces/status-words.ts'
import { listUndecidedLines } from './pieces/undecided-lines.ts'
import { countColumns, wrapHanging, wrapText } from './pieces/wrap-text.ts'
import type { ResultView } from './view/view-result.ts'
import { type CheckView, type RunView, viewRun } from './view/view-run.ts'

/**
 * Runs for people: a line per check, below it the results that fail or need review with their remedies, and a summary.
 * Contains no control characters from vendors. Colour alone carries no meaning.
 */
export const writeTableReport: Report = async function* (runs, options = {}) {
  for (const [index, reported] of runs.entries()) {
    if (index > 0) yield '\n'
    yield* renderRunTable(await viewRun(reported, words), createLayout(reported, options))
  }
}

async function* renderRunTable(run: RunView, layout: TableLayout): AsyncGenerator<string> {
  const { title, checks, since } = run
  yield joinTextLines([layout.paint('bold', cleanLine(title)), ''])
  const repeats = findRepeats(checks)
  const folded = new Set(repeats.filter((group) => group.length > 1).flat())
  for (const check of checks)
    if (!folded.has(check))
      yield joinTextLines(
        await renderCheckLines(
          check,
          repeats.some((group) => group.includes(check)),
          layout,
        ),
      )
  for (const group of repeats) if (group.length > 1) yield joinTextLines(renderFoldedLines(group, layout))
  yield joinTextLines([...renderInventoryLines(run, layout), '', ...renderSummaryLines(run, layout)])
  if (!since) return
  yield joinTextLines(wrapText(cleanLine(`Since run ${since.runId}: ${since.text}`), layout.width))
  yield joinTextLines(
    since.unseen
      .slice(0, layout.shownMax)
      .flatMap(({ checkId, result: { title, resource } }) =>
        wrapHanging(
          `${'? unseen'.padEnd(indent.length)}${cleanLine(title)}: ${formatResource(resource)} [${cleanLine(checkId)}]`,
          layout.width,
          indent.length,
        ),
      ),
  )
}

function joinTextLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function createLayout(
  { rest = 'all with --json' }: ReportInput,
  { width = 80, color, shownMax = 10, framesMax = 1 }: ReportOptions,
): TableLayout {
  return {
    width: Math.max(width, 40),
    paint: color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text,
    shownMax,
    framesMax,
    rest,
  }
}

type TableStyle = 'red' | 'green' | 'yellow' | 'magenta' | 'dim' | 'bold' | 'cyan'

interface TableLayout {
  readonly width: number
  readonly paint: (style: TableStyle, text: string) => string
  readonly shownMax: number
  readonly framesMax: number
  readonly rest: string
}

/** Short, for the column that they stand in. */
const words: StatusWords = { ...statusWords, error: 'error', not_applicable: 'n/a' }

/** A symbol beside the word, so that no colour and no font with the symbol is needed. */
const marks: { readonly [status in RunStatus]: { readonly symbol: string; readonly style: TableStyle } } = {
  pass: { symbol: '✓', style: 'green' },
  fail: { symbol: '✗', style: 'red' },
  manual: { symbol: '!', style: 'yellow' },
  not_applicable: { symbol: '–', style: 'dim' },
  error: { symbol: '?', style: 'magenta' },
}

const indent = ' '.repeat(15)

function renderMark(status: RunStatus, word: string, { paint }: TableLayout): string {
  const { symbol, style } = marks[status]
  return paint(style, `${symbol} ${word.padEnd(indent.length - 2)}`)
}

async function renderCheckLines(check: CheckView, isRepeated: boolean, layout: TableLayout): Promise<string[]> {
  const { status, title, error, counts, decided, tally } = check
  const { width, paint } = layout
  const counted = [...(error ? [error.kind] : []), ...counts.map(({ text }) => text), ...decided].join(', ')
  const room = width - indent.length
  const [first = '', ...more] = wrapText(cleanLine(title), Math.max(room - countColumns(counted) - 2, 20))
  const gap = counted === '' ? '' : ' '.repeat(Math.max(2, room - countColumns(first) - countColumns(counted)))
  return [
    `${renderMark(status, words[status], layout)}${paint('bold', first)}${gap}${paint('dim', counted)}`,
    ...[
      ...more.map((line) => paint('bold', line)),
      ...(error ? renderErrorLines(error, isRepeated, layout) : []),
      ...listUndecidedLines(check, layout.shownMax)
        .flatMap((line) => wrapText(`? ${line}`, room))
        .map((line) => paint('magenta', line)),
      // Without this line, a failure without failing results would be hard to understand.
      ...(status === 'fail' && tally.total === 0
        ? ['The check found nothing to judge. The check counts that as a failure.']
        : []),
      ...(await renderOpenLines(check, layout)),
    ].map((line) => indent + line),
  ]
}

/** What was read; a list that is not whole says why at its place. */
function renderInventoryLines({ lists }: RunView, layout: TableLayout): string[] {
  const room = layout.width - indent.length
  return lists.flatMap(({ name, complete, text, because }) => {
    const [first = '', ...rest] = wrapText(`${name}: ${text}`, room)
    return [
      renderMark(complete ? 'pass' : 'error', 'list', layout) + first,
      ...[...rest, ...(because === undefined ? [] : wrapText(because, room))].map((line) => indent + line),
    ]
  })
}

/** Checks that say nothing but what an earlier one said, by that error. */
function findRepeats(checks: readonly CheckView[]): readonly CheckView[][] {
  const groups = Map.groupBy(
    checks.filter(({ error, tally, undecided }) => error && tally.total === 0 && !undecided),
    ({ error }) => JSON.stringify([error?.code, error?.message]),
  )
  return [...groups.values()].map(([, ...repeats]) => repeats).filter((repeats) => repeats.length > 0)
}

/** Several of them on one line, so that one cause does not hide what else the run has found. */
function renderFoldedLines(repeats: readonly CheckView[], layout: TableLayout): string[] {
  const { width, paint } = layout
  const ids = repeats.map(({ id }) => cleanLine(id)).join(', ')
  const text = `as above, ${repeats[0]?.error?.code}: ${ids}`
  return [
    renderMark('error', words.error, layout) + paint('bold', `${formatCount(repeats.length, 'more check')}`),
    ...wrapText(text, width - indent.length).map((line) => indent + paint('dim', line)),
  ]
}

/** An error of several checks is shown once. */
function renderErrorLines(
  error: CheckFailure,
  isRepeated: boolean,
  { width, paint, framesMax }: TableLayout,
): string[] {
  const room = width - indent.length
  const { code, message, missingScopes = [], retryable, frames = [] } = error
  if (isRepeated) return [paint('dim', `as above, ${code}`)]
  const scopes = `Missing ${pluralize(missingScopes.length, 'scope')}: ${missingScopes.map((scope) => cleanLine(scope)).join(', ')}`
  return [
    ...cleanLines(message).flatMap((line) => wrapText(line, room)),
    ...(missingScopes.every((scope) => message.includes(scope)) ? [] : wrapText(scopes, room)),
    ...frames.slice(0, framesMax).map((frame) => paint('cyan', cleanLine(formatFrame(frame)))),
    paint('dim', `${code}${retryable ? ` · ${runWords.runAgain}` : ''}`),
  ]
}

/** The results that need a person: failing ones by severity, then those to review. */
async function renderOpenLines(check: CheckView, layout: TableLayout): Promise<string[]> {
  const { shown, left } = await check.readOpen(layout.shownMax)
  return [
    ...[...Map.groupBy(shown, toGroupKey).values()].flatMap((groups) => renderGroupLines(groups, layout)),
    ...(left > 0 ? [layout.paint('dim', `  … and ${formatNumber(left)} more (${cleanLine(layout.rest)})`)] : []),
  ]
}

/** Results that differ in their resource only share their remedy. */
function toGroupKey({ status, title, remediation, fix, description, notes }: ResultView): string {
  return JSON.stringify([status, title, remediation, fix, status === 'manual' && description, notes])
}

function renderGroupLines(groups: readonly ResultView[], { paint, width }: TableLayout): string[] {
  const [like] = groups
  if (!like) return []
  const { status, title, remediation, fix, description, notes } = like
  const { symbol, style } = marks[status]
  const room = width - indent.length - 2
  const resources = groups.map(({ resource }) => formatResource(resource))
  const isOne = resources.length === 1
  const noted = notes.length === 0 ? '' : ` [${notes.map(({ text }) => text).join(', ')}]`
  const [first = '', ...rest] = wrapText(`${cleanLine(title)}${isOne ? `: ${resources[0]}` : ''}${noted}`, room)
  const details = status === 'manual' && description !== undefined ? cleanLines(description) : []
  return [
    `${paint(style, symbol)} ${first}`,
    ...[
      ...rest,
      ...(isOne ? [] : resources.flatMap((each) => wrapHanging(`· ${each}`, room, 2))),
      ...details.flatMap((line) => wrapText(line, room)),
    ].map((line) => `  ${line}`),
    ...cleanLines(remediation ?? '')
      .flatMap((line) => wrapText(line, room - 2))
      .map((line, index) => `  ${paint('cyan', index === 0 ? '→' : ' ')} ${line}`),
    // Whole, so that it can be copied.
    ...(fix === undefined ? [] : [`  ${paint('cyan', '$')} ${cleanLine(fix, 1000)}`]),
  ]
}

function formatResource({ type, id, name }: Resource): string {
  const which = `${cleanLine(type, 60)} ${cleanLine(id, 100)}`
  return name === undefined ? which : `${cleanLine(name, 100)} (${which})`
}

function renderSummaryLines(
  { checks, counts, resultCount, decided, summary: { requests, retries }, tookMs, status, source, clocks }: RunView,
  { width, paint }: TableLayout,
): string[] {
  const text = [
    `${formatCount(checks.length, 'check')}: ${counts.map((count) => count.text).join(', ')}`,
    `${formatCount(resultCount, 'result')}${decided.length > 0 ? ` (${decided.join(', ')})` : ''}`,
    `${formatCount(requests, 'request')}${retries > 0 ? ` (${formatNumber(retries)} retried)` : ''}`,
    formatSeconds(tookMs),
  ].join(' · ')
  const remarks = [source, clocks]
    .filter((remark) => remark !== undefined)
    .flatMap((remark) => wrapText(cleanLine(remark, 1000), width))
    .map((line) => paint('yellow', line))
  return [...remarks, ...wrapText(text, width).map((line) => paint(marks[status].style, line))]
}
