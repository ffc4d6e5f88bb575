import { styleText } from 'node:util'
import type {
  ControlCheck,
  ControlOutcome,
  ControlState,
  ControlsReport,
  FrameworkOutcome,
} from '../checks/controls/evaluate-controls.ts'
import { formatFrameworkTitle } from '../checks/controls/frameworks/format-framework-title.ts'
import { formatInScope, formatLeftOut } from './pieces/format-left-out.ts'
import { formatObserved } from './pieces/format-observed.ts'
import { escapeProse, formatCodeSpan } from './pieces/markdown-text.ts'
import { cleanLine } from './pieces/safe-text.ts'
import { countColumns, padEnd, wrapHanging, wrapText } from './pieces/wrap-text.ts'

export interface ControlsTableOptions {
  /** Columns of the terminal. @default 80 */
  readonly width?: number | undefined
  /** @default false */
  readonly color?: boolean | undefined
}

/** Frameworks for people: a line per control with a check, its checks below it, and the uncovered ones by name. */
export function renderControlsTable(
  report: ControlsReport,
  { width = 80, color = false }: ControlsTableOptions = {},
): string {
  const view: ControlsView = {
    width: Math.max(width, 40),
    paint: color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text,
  }
  return report.frameworks.map((framework) => `${renderFrameworkLines(framework, view).join('\n')}\n`).join('\n')
}

/** The same as Markdown: a table per framework. */
export function renderControlsMarkdown({ frameworks, now }: ControlsReport): string {
  return frameworks
    .map((framework) => {
      const covered = framework.controls.filter(({ state }) => state !== 'uncovered')
      const rows = covered.map(
        ({ id, title, state, checks, statements, leftOut }) =>
          `| ${[`${marks[state].symbol} ${marks[state].word}`, ...formatCoverage(statements), ...(leftOut ? [escapeProse(formatLeftOut(leftOut))] : [])].join('<br>')} | ${formatCodeSpan(id)} | ${escapeProse(title)} | ${checks.map((check) => `${formatCodeSpan(formatCheckName(check, checks))} ${escapeProse(check.because)}`).join('<br>')} |`,
      )
      return [
        `## ${escapeProse(formatFrameworkTitle(framework))}`,
        `${formatFrameworkSummary(framework)}, on ${now.slice(0, 10)}.`,
        ...(rows.length > 0
          ? [['| State | Control | Title | Checks |', '| --- | --- | --- | --- |', ...rows].join('\n')]
          : []),
        ...formatUncovered(framework, formatCodeSpan),
      ].join('\n\n')
    })
    .join('\n\n')
    .concat('\n')
}

type ControlsStyle = 'red' | 'green' | 'yellow' | 'magenta' | 'dim' | 'bold'

interface ControlsView {
  readonly width: number
  readonly paint: (style: ControlsStyle, text: string) => string
}

interface StateMark {
  readonly symbol: string
  readonly word: string
  readonly style: ControlsStyle
}

/** Symbol and word, so that no colour and no font with the symbol is needed. */
const marks: Readonly<Record<ControlState, StateMark>> = {
  satisfied: { symbol: '✓', word: 'satisfied', style: 'green' },
  not_satisfied: { symbol: '✗', word: 'not satisfied', style: 'red' },
  undetermined: { symbol: '?', word: 'undetermined', style: 'magenta' },
  uncovered: { symbol: '–', word: 'uncovered', style: 'dim' },
}

const checkSymbols: Readonly<Record<ControlCheck['state'], string>> = {
  satisfied: '✓',
  not_satisfied: '✗',
  undetermined: '?',
  not_applicable: '–',
}

const stateColumns = Math.max(...Object.values(marks).map(({ word }) => word.length)) + 4

function renderFrameworkLines(framework: FrameworkOutcome, view: ControlsView): string[] {
  const covered = framework.controls.filter(({ state }) => state !== 'uncovered')
  const idColumns = Math.max(0, ...covered.map(({ id }) => countColumns(cleanLine(id)))) + 2
  return [
    ...wrapText(cleanLine(formatFrameworkTitle(framework)), view.width).map((line) => view.paint('bold', line)),
    '',
    ...covered.flatMap((control) => renderControlLines(control, idColumns, view)),
    ...formatUncovered(framework, (id) => cleanLine(id)).flatMap((text) =>
      wrapHanging(`– ${text}`, view.width, 2).map((line) => view.paint('dim', line)),
    ),
    '',
    ...wrapText(formatFrameworkSummary(framework), view.width),
  ]
}

function renderControlLines(
  { id, title, state, checks, statements, leftOut }: ControlOutcome,
  idColumns: number,
  { width, paint }: ControlsView,
): string[] {
  const { symbol, word, style } = marks[state]
  const indent = stateColumns + idColumns
  // On a narrow terminal a long id would leave no room for words.
  const hang = width - indent < 30 ? 4 : indent
  const [first = '', ...rest] = wrapText(cleanLine(title), width - indent < 30 ? width - hang : width - indent)
  const head = `${paint(style, padEnd(`${symbol} ${word}`, stateColumns))}${padEnd(cleanLine(id), idColumns)}`
  const own =
    hang === indent
      ? [`${head}${paint('bold', first)}`]
      : [head.trimEnd(), `${' '.repeat(hang)}${paint('bold', first)}`]
  const decided = checks.flatMap((check) =>
    wrapText(`${formatCheckName(check, checks)}: ${cleanLine(check.because)}`, width - hang - 2).map(
      (line, index) => `${' '.repeat(hang)}${index === 0 ? checkSymbols[check.state] : ' '} ${paint('dim', line)}`,
    ),
  )
  const looked = formatCoverage(statements).map((line) => ' '.repeat(hang) + paint('dim', line))
  if (leftOut)
    looked.push(...wrapText(cleanLine(formatLeftOut(leftOut)), width - hang).map((line) => ' '.repeat(hang) + line))
  return [...own, ...rest.map((line) => ' '.repeat(hang) + paint('bold', line)), ...looked, ...decided]
}

/** How much of a control was looked at; nothing where no statement is mapped to it. */
function formatCoverage(statements: ControlOutcome['statements']): readonly string[] {
  return statements && statements.of > 0 ? [formatObserved(statements)] : []
}

/** With the connection, or the run, if several have the same check. Nobody knows an obligation by its id. */
function formatCheckName(check: ControlCheck, all: readonly ControlCheck[]): string {
  const { connector, id, connectionId, connectionName, connections, runId } = check
  if (check.taskId !== undefined) return cleanLine(`obligation "${check.title}"`)
  const same = all.filter((each) => each.connector === connector && each.id === id)
  const isOne = same.length === 1
  const isNamed =
    connectionName !== undefined && same.filter((each) => each.connectionName === connectionName).length === 1
  const named = isNamed ? connectionName : connectionId === undefined ? `run ${runId}` : `connection ${connectionId}`
  const of = connections === undefined ? named : `${connections} more`
  return cleanLine(`${connector}/${id}${isOne ? '' : ` (${of})`}`)
}

/** A group without coverage by its name; otherwise each control. */
function formatUncovered({ controls }: FrameworkOutcome, show: (id: string) => string): string[] {
  const groups = new Map<string | undefined, ControlOutcome[]>()
  for (const control of controls) groups.set(control.group, [...(groups.get(control.group) ?? []), control])
  const names = [...groups].flatMap(([group, members]) => {
    const uncovered = members.filter(({ state }) => state === 'uncovered')
    return group !== undefined && uncovered.length === members.length && members.length > 1
      ? [`${cleanLine(group)} (${members.length})`]
      : uncovered.map(({ id }) => show(id))
  })
  return names.length === 0 ? [] : [`No check speaks for ${names.join('; ')}`]
}

function formatFrameworkSummary({ controls, summary, leftOut }: FrameworkOutcome): string {
  const parts = (['not_satisfied', 'undetermined', 'satisfied', 'uncovered'] as const)
    .filter((state) => summary[state] > 0)
    .map((state) => `${summary[state]} ${marks[state].word}`)
  const of = formatInScope({ total: controls.length, leftOut })
  return parts.length === 0 ? of : `${of}: ${parts.join(', ')}`
}
