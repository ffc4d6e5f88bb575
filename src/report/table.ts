import { styleText } from 'node:util'
import type {
  CheckOutcome,
  Resource,
  ResultRecord,
  ResultStatus,
  RunResult,
  RunStatus,
  Severity,
} from '../define/index.ts'
import { columnsOf, hanging, wrap } from './layout.ts'
import { safeLine, safeLines } from './safe-text.ts'

export interface TableOptions {
  /** Columns of the terminal. @default 80 */
  readonly width?: number | undefined
  /** @default false */
  readonly color?: boolean | undefined
  /** Results shown below one check; the rest are counted. @default 10 */
  readonly shownMax?: number | undefined
  /** Where the results are that were left out: "see run.json". @default 'all with --json' */
  readonly rest?: string | undefined
}

/**
 * A run for people: a line per check, below it what failed or has to be looked at with its remedy, and a summary. Holds
 * no control characters, whatever the vendor sent; meaning never hangs on colour alone.
 */
export function renderTable(run: RunResult, options: TableOptions = {}): string {
  const view: View = {
    width: Math.max(options.width ?? 80, 40),
    paint: options.color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text,
    shownMax: options.shownMax ?? 10,
    rest: options.rest ?? 'all with --json',
  }
  const name = safeLine(`${run.connector.id} ${run.connector.version}`)
  const lines = [
    view.paint('bold', name),
    '',
    ...run.checks.flatMap((check, index) => checkLines(check, isToldBefore(check, run.checks.slice(0, index)), view)),
    '',
    ...summaryLines(run, view),
  ]
  return `${lines.join('\n')}\n`
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
const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

function checkLines(check: CheckOutcome, isRepeated: boolean, view: View): string[] {
  const { symbol, word, style } = marks[check.status]
  const counts = countsOf(check)
  const room = view.width - indent.length
  const [title = '', ...more] = wrap(safeLine(check.title), Math.max(room - columnsOf(counts) - 2, 20))
  const gap = counts === '' ? '' : ' '.repeat(Math.max(2, room - columnsOf(title) - columnsOf(counts)))
  return [
    `${view.paint(style, `${symbol} ${word.padEnd(indent.length - 2)}`)}${view.paint('bold', title)}${gap}${view.paint('dim', counts)}`,
    ...more.map((line) => `${indent}${view.paint('bold', line)}`),
    ...errorLines(check, isRepeated, view),
    ...resultLines(check, view),
  ]
}

function isToldBefore({ error }: CheckOutcome, before: readonly CheckOutcome[]): boolean {
  return (
    error !== undefined &&
    before.some((check) => check.error?.message === error.message && check.error.code === error.code)
  )
}

function countsOf({ results, error }: CheckOutcome): string {
  const of = (status: ResultStatus) => results.filter((result) => result.status === status).length
  return [
    ...(error ? [error.kind] : []),
    ...(['fail', 'manual', 'pass', 'not_applicable'] as const)
      .filter((status) => of(status) > 0)
      .map((status) => `${of(status)} ${marks[status].word}`),
  ].join(', ')
}

/** What several checks stumbled over is told once. */
function errorLines({ error }: CheckOutcome, isRepeated: boolean, { width, paint }: View): string[] {
  if (!error) return []
  const room = width - indent.length
  const { code, message, missingScopes = [], retryable } = error
  if (isRepeated) return [`${indent}${paint('dim', `as above, ${code}`)}`]
  const scopes = `Missing scope${missingScopes.length === 1 ? '' : 's'}: ${missingScopes.map((scope) => safeLine(scope)).join(', ')}`
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
function resultLines({ results }: CheckOutcome, view: View): string[] {
  const open = results
    .filter(({ status }) => status === 'fail' || status === 'manual')
    .sort((a, b) => urgency(a) - urgency(b))
  const left = open.length - view.shownMax
  return [
    ...grouped(open.slice(0, view.shownMax)).flatMap((group) => groupLines(group, view)),
    ...(left > 0 ? [view.paint('dim', `  … and ${left} more (${safeLine(view.rest)})`)] : []),
  ].map((line) => indent + line)
}

function urgency({ status, severity }: ResultRecord): number {
  return status === 'manual' ? severities.length : severities.indexOf(severity ?? 'medium')
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

function summaryLines({ summary, startedAt, finishedAt, status }: RunResult, view: View): string[] {
  const { checks, results, requests, retries } = summary
  const total = Object.values(checks).reduce((sum, count) => sum + count, 0)
  const parts = (['error', 'fail', 'manual', 'pass', 'not_applicable'] as const)
    .filter((each) => checks[each] > 0)
    .map((each) => `${checks[each]} ${marks[each].word}`)
  const judged = results.pass + results.fail + results.manual + results.not_applicable
  const seconds = ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)
  const text = [
    `${total} check${total === 1 ? '' : 's'}: ${parts.join(', ')}`,
    `${judged} result${judged === 1 ? '' : 's'}${results.waived > 0 ? ` (${results.waived} waived)` : ''}`,
    `${requests} request${requests === 1 ? '' : 's'}${retries > 0 ? ` (${retries} retried)` : ''}`,
    `${seconds} s`,
  ].join(' · ')
  return wrap(text, view.width).map((line) => view.paint(marks[status].style, line))
}
