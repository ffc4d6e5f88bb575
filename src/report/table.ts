import { styleText } from 'node:util'
import type { CheckHead, KeptRun, RunHead } from '../checks/kept-run.ts'
import type { Resource, ResultRecord, ResultStatus, RunStatus } from '../define/index.ts'
import { countNoun, pluralize } from '../text/count-noun.ts'
import { columnsOf, hanging, wrap } from './layout.ts'
import type { Report, ReportedRun, ReportOptions } from './report.ts'
import { byUrgency, openUrgencies, standingOf, standingText, type Tally, tallyOf } from './results.ts'
import { safeLine, safeLines } from './safe-text.ts'

/**
 * Runs for people: a line per check, below it what failed or has to be looked at with its remedy, and a summary. Holds no
 * control characters, whatever the vendor sent; meaning never hangs on colour alone.
 */
export const tableReport: Report = async function* (runs, options = {}) {
  for (const [index, reported] of runs.entries()) {
    if (index > 0) yield '\n'
    yield* runTable(reported, viewOf(reported, options))
  }
}

async function* runTable({ run, comparison }: ReportedRun, view: View): AsyncGenerator<string> {
  const { connector, checks } = run.head
  yield text([view.paint('bold', safeLine(`${connector.id} ${connector.version}`)), ''])
  for (const [index, check] of checks.entries()) {
    yield text(await checkLines(run, check, isToldBefore(check, checks.slice(0, index)), view))
  }
  yield text(['', ...summaryLines(run.head, view)])
  if (!comparison) return
  const standing = standingText(await standingOf(run, comparison))
  yield text(wrap(safeLine(`Since run ${comparison.baselineRunId}: ${standing}`), view.width))
  const unseen = comparison.unseen.slice(0, view.shownMax).map(({ checkId, result }) => [checkId, result] as const)
  yield text(
    unseen.flatMap(([checkId, { title, resource }]) =>
      hanging(`? unseen  ${safeLine(title)}: ${nameOf(resource)} [${safeLine(checkId)}]`, view.width, indent.length),
    ),
  )
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function viewOf({ rest = 'all with --json' }: ReportedRun, { width = 80, color, shownMax = 10 }: ReportOptions): View {
  return {
    width: Math.max(width, 40),
    paint: color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text,
    shownMax,
    rest,
  }
}

type Style = 'red' | 'green' | 'yellow' | 'magenta' | 'dim' | 'bold' | 'cyan'

interface View {
  readonly width: number
  readonly paint: (style: Style, text: string) => string
  readonly shownMax: number
  readonly rest: string
}

/** Symbol and word, so that neither colour nor a font with the symbol is needed. */
const marks: {
  readonly [status in RunStatus]: { readonly symbol: string; readonly word: string; readonly style: Style }
} = {
  pass: { symbol: '✓', word: 'pass', style: 'green' },
  fail: { symbol: '✗', word: 'fail', style: 'red' },
  manual: { symbol: '!', word: 'manual', style: 'yellow' },
  not_applicable: { symbol: '–', word: 'n/a', style: 'dim' },
  error: { symbol: '?', word: 'error', style: 'magenta' },
}

const indent = ' '.repeat(10)

async function checkLines(run: KeptRun, check: CheckHead, isRepeated: boolean, view: View): Promise<string[]> {
  const tally = await tallyOf(run, check)
  const { symbol, word, style } = marks[check.status]
  const counts = countsOf(check, tally)
  const room = view.width - indent.length
  const [title = '', ...more] = wrap(safeLine(check.title), Math.max(room - columnsOf(counts) - 2, 20))
  const gap = counts === '' ? '' : ' '.repeat(Math.max(2, room - columnsOf(title) - columnsOf(counts)))
  return [
    `${view.paint(style, `${symbol} ${word.padEnd(indent.length - 2)}`)}${view.paint('bold', title)}${gap}${view.paint('dim', counts)}`,
    ...more.map((line) => `${indent}${view.paint('bold', line)}`),
    ...errorLines(check, isRepeated, view),
    ...emptyLines(check, tally),
    ...(await resultLines(run, check, tally, view)),
  ]
}

/** A failure without anything that fails would be a riddle. */
function emptyLines({ status }: CheckHead, { total }: Tally): string[] {
  return status === 'fail' && total === 0 ? [`${indent}Nothing was found to judge, and that fails this check.`] : []
}

function isToldBefore({ error }: CheckHead, before: readonly CheckHead[]): boolean {
  return (
    error !== undefined &&
    before.some((check) => check.error?.message === error.message && check.error.code === error.code)
  )
}

function countsOf({ error }: CheckHead, { of, waived }: Tally): string {
  return [
    ...(error ? [error.kind] : []),
    ...(['fail', 'manual', 'pass', 'not_applicable'] satisfies ResultStatus[])
      .filter((status) => of[status] > 0)
      .map((status) => `${of[status]} ${marks[status].word}`),
    ...(waived > 0 ? [`${waived} waived`] : []),
  ].join(', ')
}

/** What several checks stumbled over is told once. */
function errorLines({ error }: CheckHead, isRepeated: boolean, { width, paint }: View): string[] {
  if (!error) return []
  const room = width - indent.length
  const { code, message, missingScopes = [], retryable } = error
  if (isRepeated) return [`${indent}${paint('dim', `as above, ${code}`)}`]
  const scopes = `Missing ${pluralize(missingScopes.length, 'scope')}: ${missingScopes.map((scope) => safeLine(scope)).join(', ')}`
  return [
    ...safeLines(message).flatMap((line) => wrap(line, room)),
    ...(missingScopes.every((scope) => message.includes(scope)) ? [] : wrap(scopes, room)),
    paint('dim', `${code}${retryable ? '; running again may help' : ''}`),
  ].map((line) => indent + line)
}

/** Results that differ in their resource alone: what is to be done about them is said once. */
interface Group {
  readonly like: ResultRecord
  readonly resources: Resource[]
}

/** What asks for a person: failing results by severity, then those to look at. */
async function resultLines(run: KeptRun, check: CheckHead, tally: Tally, view: View): Promise<string[]> {
  const shown: ResultRecord[] = []
  for await (const result of byUrgency(run, check, tally, openUrgencies)) {
    if (shown.length === view.shownMax) break
    shown.push(result)
  }
  const left = tally.of.fail + tally.of.manual - shown.length
  return [
    ...grouped(shown).flatMap((group) => groupLines(group, view)),
    ...(left > 0 ? [view.paint('dim', `  … and ${left} more (${safeLine(view.rest)})`)] : []),
  ].map((line) => indent + line)
}

function grouped(results: readonly ResultRecord[]): Group[] {
  const groups = new Map<string, Group>()
  for (const result of results) {
    const { status, title, severity, remediation, description, waived } = result
    const key = JSON.stringify([
      status,
      title,
      severity,
      remediation,
      status === 'manual' && description,
      waived !== undefined,
    ])
    const group = groups.get(key) ?? { like: result, resources: [] }
    group.resources.push(result.resource)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function groupLines({ like, resources }: Group, { paint, width }: View): string[] {
  const { status, title, severity, remediation, description, waived } = like
  const { symbol, style } = marks[status]
  const room = width - indent.length - 2
  const notes = [...(severity ? [severity] : []), ...(waived ? ['waived'] : [])].join(', ')
  const [only = '', ...others] = resources.map(nameOf)
  const isOne = others.length === 0
  const head = `${safeLine(title)}${isOne ? `: ${only}` : ''}${notes === '' ? '' : ` [${notes}]`}`
  const details = status === 'manual' && description !== undefined ? safeLines(description) : []
  const remedy = remediation === undefined ? [] : safeLines(remediation)
  const [first = '', ...rest] = wrap(head, room)
  return [
    `${paint(style, symbol)} ${first}`,
    ...[
      ...rest,
      ...(isOne ? [] : [only, ...others].flatMap((each) => hanging(`· ${each}`, room, 2))),
      ...details.flatMap((line) => wrap(line, room)),
    ].map((line) => `  ${line}`),
    ...remedy
      .flatMap((line) => wrap(line, room - 2))
      .map((line, index) => `  ${paint('cyan', index === 0 ? '→' : ' ')} ${line}`),
  ]
}

function nameOf({ type, id, name }: Resource): string {
  const which = `${safeLine(type, 60)} ${safeLine(id, 100)}`
  return name === undefined ? which : `${safeLine(name, 100)} (${which})`
}

function summaryLines({ summary, startedAt, finishedAt, status }: RunHead, view: View): string[] {
  const { checks, results, requests, retries } = summary
  const total = Object.values(checks).reduce((sum, count) => sum + count, 0)
  const parts = (['error', 'fail', 'manual', 'pass', 'not_applicable'] as const)
    .filter((each) => checks[each] > 0)
    .map((each) => `${checks[each]} ${marks[each].word}`)
  const judged = results.pass + results.fail + results.manual + results.not_applicable
  const seconds = ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)
  const text = [
    `${countNoun(total, 'check')}: ${parts.join(', ')}`,
    `${countNoun(judged, 'result')}${results.waived > 0 ? ` (${results.waived} waived)` : ''}`,
    `${countNoun(requests, 'request')}${retries > 0 ? ` (${retries} retried)` : ''}`,
    `${seconds} s`,
  ].join(' · ')
  return wrap(text, view.width).map((line) => view.paint(marks[status].style, line))
}
