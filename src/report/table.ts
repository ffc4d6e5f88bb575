import { styleText } from 'node:util'
import type { KeptRun, RunHead } from '../checks/runs/kept-run.ts'
import type { CheckHead, Resource, ResultRecord, ResultStatus, RunStatus } from '../define/index.ts'
import { countNoun, pluralize } from '../text/count-noun.ts'
import { formatNeedsReview } from '../text/needs-review.ts'
import { formatFrame } from './pieces/format-frame.ts'
import { listInventoryLines } from './pieces/inventory-lines.ts'
import { listJudgedCounts } from './pieces/judged-text.ts'
import type { Report, ReportInput, ReportOptions } from './pieces/report.ts'
import { cleanLine, cleanLines } from './pieces/safe-text.ts'
import {
  countStanding,
  formatStanding,
  listByUrgency,
  openUrgencies,
  type Tally,
  tallyResults,
} from './pieces/tally-results.ts'
import { listUndecidedLines } from './pieces/undecided-lines.ts'
import { countColumns, wrapHanging, wrapText } from './pieces/wrap-text.ts'

/**
 * Runs for people: a line per check, below it the results that fail or need review with their remedies, and a summary.
 * Contains no control characters from vendors. Colour alone carries no meaning.
 */
export const writeTableReport: Report = async function* (runs, options = {}) {
  for (const [index, reported] of runs.entries()) {
    if (index > 0) yield '\n'
    yield* renderRunTable(reported, createTableView(reported, options))
  }
}

async function* renderRunTable({ run, comparison }: ReportInput, view: TableView): AsyncGenerator<string> {
  const { connector, connectionName, checks } = run.head
  const name = connectionName === undefined ? '' : ` (${connectionName})`
  yield joinTextLines([view.paint('bold', cleanLine(`${connector.id} ${connector.version}${name}`)), ''])
  for (const [index, check] of checks.entries()) {
    yield joinTextLines(await renderCheckLines(run, check, isToldBefore(check, checks.slice(0, index)), view))
  }
  yield joinTextLines(renderInventoryLines(run.head, view))
  yield joinTextLines(['', ...renderSummaryLines(run.head, view)])
  if (!comparison) return
  const standing = formatStanding(await countStanding(run, comparison))
  yield joinTextLines(wrapText(cleanLine(`Since run ${comparison.baselineRunId}: ${standing}`), view.width))
  const unseen = comparison.unseen.slice(0, view.shownMax).map(({ checkId, result }) => [checkId, result] as const)
  yield joinTextLines(
    unseen.flatMap(([checkId, { title, resource }]) =>
      wrapHanging(
        `${'? unseen'.padEnd(indent.length)}${cleanLine(title)}: ${formatResource(resource)} [${cleanLine(checkId)}]`,
        view.width,
        indent.length,
      ),
    ),
  )
}

function joinTextLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function createTableView(
  { rest = 'all with --json' }: ReportInput,
  { width = 80, color, shownMax = 10, framesMax = 1 }: ReportOptions,
): TableView {
  return {
    width: Math.max(width, 40),
    paint: color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text,
    shownMax,
    framesMax,
    rest,
  }
}

type TableStyle = 'red' | 'green' | 'yellow' | 'magenta' | 'dim' | 'bold' | 'cyan'

interface TableView {
  readonly width: number
  readonly paint: (style: TableStyle, text: string) => string
  readonly shownMax: number
  readonly framesMax: number
  readonly rest: string
}

/** Symbol and word, so that no colour and no font with the symbol is needed. */
const marks: {
  readonly [status in RunStatus]: { readonly symbol: string; readonly word: string; readonly style: TableStyle }
} = {
  pass: { symbol: '✓', word: 'pass', style: 'green' },
  fail: { symbol: '✗', word: 'fail', style: 'red' },
  manual: { symbol: '!', word: 'needs review', style: 'yellow' },
  not_applicable: { symbol: '–', word: 'n/a', style: 'dim' },
  error: { symbol: '?', word: 'error', style: 'magenta' },
}

/** The word of a status after a number. */
function formatTableStatus(status: RunStatus, count: number): string {
  return status === 'manual' ? formatNeedsReview(count) : marks[status].word
}

const indent = ' '.repeat(15)

async function renderCheckLines(
  run: KeptRun,
  check: CheckHead,
  isRepeated: boolean,
  view: TableView,
): Promise<string[]> {
  const tally = await tallyResults(run, check)
  const { symbol, word, style } = marks[check.status]
  const counts = formatTableCounts(check, tally)
  const room = view.width - indent.length
  const [title = '', ...more] = wrapText(cleanLine(check.title), Math.max(room - countColumns(counts) - 2, 20))
  const gap = counts === '' ? '' : ' '.repeat(Math.max(2, room - countColumns(title) - countColumns(counts)))
  return [
    `${view.paint(style, `${symbol} ${word.padEnd(indent.length - 2)}`)}${view.paint('bold', title)}${gap}${view.paint('dim', counts)}`,
    ...more.map((line) => `${indent}${view.paint('bold', line)}`),
    ...renderErrorLines(check, isRepeated, view),
    ...renderUndecidedLines(check, view),
    ...emptyLines(check, tally),
    ...(await renderResultLines(run, check, tally, view)),
  ]
}

/** What was read; a list that is not whole says why at its place. */
function renderInventoryLines(head: RunHead, { width, paint }: TableView): string[] {
  const room = width - indent.length
  return listInventoryLines(head).flatMap(({ name, complete, text, because }) => {
    const { symbol, style } = marks[complete ? 'pass' : 'error']
    const [first = '', ...rest] = wrapText(`${name}: ${text}`, room)
    return [
      `${paint(style, `${symbol} ${'list'.padEnd(indent.length - 2)}`)}${first}`,
      ...[...rest, ...(because === undefined ? [] : wrapText(because, room))].map((line) => indent + line),
    ]
  })
}

/** Without this line, a failure without failing results would be hard to understand. */
function emptyLines({ status }: CheckHead, { total }: Tally): string[] {
  return status === 'fail' && total === 0
    ? [`${indent}The check found nothing to judge. The check counts that as a failure.`]
    : []
}

function isToldBefore({ error }: CheckHead, before: readonly CheckHead[]): boolean {
  return (
    error !== undefined &&
    before.some((check) => check.error?.message === error.message && check.error.code === error.code)
  )
}

function formatTableCounts({ error }: CheckHead, { of, waived, accepted, refused }: Tally): string {
  return [
    ...(error ? [error.kind] : []),
    ...(['fail', 'manual', 'pass', 'not_applicable'] satisfies ResultStatus[])
      .filter((status) => of[status] > 0)
      .map((status) => `${of[status]} ${formatTableStatus(status, of[status])}`),
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...listJudgedCounts({ accepted, refused }),
  ].join(', ')
}

/** An error of several checks is shown once. */
function renderErrorLines({ error }: CheckHead, isRepeated: boolean, { width, paint, framesMax }: TableView): string[] {
  if (!error) return []
  const room = width - indent.length
  const { code, message, missingScopes = [], retryable, frames = [] } = error
  if (isRepeated) return [`${indent}${paint('dim', `as above, ${code}`)}`]
  const scopes = `Missing ${pluralize(missingScopes.length, 'scope')}: ${missingScopes.map((scope) => cleanLine(scope)).join(', ')}`
  return [
    ...cleanLines(message).flatMap((line) => wrapText(line, room)),
    ...(missingScopes.every((scope) => message.includes(scope)) ? [] : wrapText(scopes, room)),
    ...frames.slice(0, framesMax).map((frame) => paint('cyan', cleanLine(formatFrame(frame)))),
    paint('dim', `${code}${retryable ? '; running it again may help' : ''}`),
  ].map((line) => indent + line)
}

/** What one resource lacks is for its owner to see: others may be told. */
function renderUndecidedLines(check: CheckHead, { width, paint, shownMax }: TableView): string[] {
  return listUndecidedLines(check, shownMax)
    .flatMap((line) => wrapText(`? ${line}`, width - indent.length))
    .map((line) => indent + paint('magenta', line))
}

/** Results that differ in their resource only, so that their remedy is shown once. */
interface Group {
  readonly like: ResultRecord
  readonly resources: Resource[]
}

/** The results that need a person: failing ones by severity, then those to review. */
async function renderResultLines(run: KeptRun, check: CheckHead, tally: Tally, view: TableView): Promise<string[]> {
  const shown: ResultRecord[] = []
  for await (const result of listByUrgency(run, check, tally, openUrgencies)) {
    if (shown.length === view.shownMax) break
    shown.push(result)
  }
  const left = tally.of.fail + tally.of.manual - shown.length
  return [
    ...groupResults(shown).flatMap((group) => renderGroupLines(group, view)),
    ...(left > 0 ? [view.paint('dim', `  … and ${left} more (${cleanLine(view.rest)})`)] : []),
  ].map((line) => indent + line)
}

function groupResults(results: readonly ResultRecord[]): Group[] {
  const groups = new Map<string, Group>()
  for (const result of results) {
    const { status, title, severity, remediation, description, waived, judged } = result
    const key = JSON.stringify([
      status,
      title,
      severity,
      remediation,
      status === 'manual' && description,
      waived !== undefined,
      judged?.decision,
    ])
    const group = groups.get(key) ?? { like: result, resources: [] }
    group.resources.push(result.resource)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function renderGroupLines({ like, resources }: Group, { paint, width }: TableView): string[] {
  const { status, title, severity, remediation, description, waived, judged } = like
  const { symbol, style } = marks[status]
  const room = width - indent.length - 2
  const notes = [
    ...(severity ? [severity] : []),
    ...(waived ? ['waived'] : []),
    ...(judged ? [judged.decision] : []),
  ].join(', ')
  const [only = '', ...others] = resources.map(formatResource)
  const isOne = others.length === 0
  const head = `${cleanLine(title)}${isOne ? `: ${only}` : ''}${notes === '' ? '' : ` [${notes}]`}`
  const details = status === 'manual' && description !== undefined ? cleanLines(description) : []
  const remedy = remediation === undefined ? [] : cleanLines(remediation)
  const [first = '', ...rest] = wrapText(head, room)
  return [
    `${paint(style, symbol)} ${first}`,
    ...[
      ...rest,
      ...(isOne ? [] : [only, ...others].flatMap((each) => wrapHanging(`· ${each}`, room, 2))),
      ...details.flatMap((line) => wrapText(line, room)),
    ].map((line) => `  ${line}`),
    ...remedy
      .flatMap((line) => wrapText(line, room - 2))
      .map((line, index) => `  ${paint('cyan', index === 0 ? '→' : ' ')} ${line}`),
  ]
}

function formatResource({ type, id, name }: Resource): string {
  const which = `${cleanLine(type, 60)} ${cleanLine(id, 100)}`
  return name === undefined ? which : `${cleanLine(name, 100)} (${which})`
}

function renderSummaryLines({ summary, startedAt, finishedAt, status }: RunHead, view: TableView): string[] {
  const { checks, results, requests, retries } = summary
  const total = Object.values(checks).reduce((sum, count) => sum + count, 0)
  const parts = (['error', 'fail', 'manual', 'pass', 'not_applicable'] as const)
    .filter((each) => checks[each] > 0)
    .map((each) => `${checks[each]} ${formatTableStatus(each, checks[each])}`)
  const reported = results.pass + results.fail + results.manual + results.not_applicable
  const decided = [...(results.waived > 0 ? [`${results.waived} waived`] : []), ...listJudgedCounts(summary.judged)]
  const seconds = ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)
  const text = [
    `${countNoun(total, 'check')}: ${parts.join(', ')}`,
    `${countNoun(reported, 'result')}${decided.length > 0 ? ` (${decided.join(', ')})` : ''}`,
    `${countNoun(requests, 'request')}${retries > 0 ? ` (${retries} retried)` : ''}`,
    `${seconds} s`,
  ].join(' · ')
  return wrapText(text, view.width).map((line) => view.paint(marks[status].style, line))
}
