import { styleText } from 'node:util'
import type {
  ControlCheck,
  ControlOutcome,
  ControlState,
  ControlsReport,
  FrameworkOutcome,
} from '../checks/controls/evaluate-controls.ts'
import { countNoun } from '../text/count-noun.ts'
import { columnsOf, hanging, padEnd, wrap } from './layout.ts'
import { code, prose } from './markdown-text.ts'
import { safeLine } from './safe-text.ts'

export interface ControlsTableOptions {
  /** Columns of the terminal. @default 80 */
  readonly width?: number | undefined
  /** @default false */
  readonly color?: boolean | undefined
}

/** Frameworks for people: a line per control that a check speaks for, below it the checks; the uncovered ones by name. */
export function controlsTable(
  report: ControlsReport,
  { width = 80, color = false }: ControlsTableOptions = {},
): string {
  const view: View = {
    width: Math.max(width, 40),
    paint: color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text,
  }
  return report.frameworks.map((framework) => `${frameworkLines(framework, view).join('\n')}\n`).join('\n')
}

/** The same as Markdown: a table per framework. */
export function controlsMarkdown({ frameworks, now }: ControlsReport): string {
  return frameworks
    .map((framework) => {
      const covered = framework.controls.filter(({ state }) => state !== 'uncovered')
      const rows = covered.map(
        ({ id, title, state, checks }) =>
          `| ${marks[state].symbol} ${marks[state].word} | ${code(id)} | ${prose(title)} | ${checks.map((check) => `${code(nameOf(check, checks))} ${prose(check.because)}`).join('<br>')} |`,
      )
      return [
        `## ${prose(titleOf(framework))}`,
        `${summaryText(framework)}, on ${now.slice(0, 10)}.`,
        ...(rows.length > 0
          ? [['| State | Control | Title | Checks |', '| --- | --- | --- | --- |', ...rows].join('\n')]
          : []),
        ...uncoveredText(framework, code),
      ].join('\n\n')
    })
    .join('\n\n')
    .concat('\n')
}

type Style = 'red' | 'green' | 'yellow' | 'magenta' | 'dim' | 'bold'

interface View {
  readonly width: number
  readonly paint: (style: Style, text: string) => string
}

interface Mark {
  readonly symbol: string
  readonly word: string
  readonly style: Style
}

/** Symbol and word, so that neither colour nor a font with the symbol is needed. */
const marks: Readonly<Record<ControlState, Mark>> = {
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

function frameworkLines(framework: FrameworkOutcome, view: View): string[] {
  const covered = framework.controls.filter(({ state }) => state !== 'uncovered')
  const idColumns = Math.max(0, ...covered.map(({ id }) => columnsOf(safeLine(id)))) + 2
  return [
    ...wrap(safeLine(titleOf(framework)), view.width).map((line) => view.paint('bold', line)),
    '',
    ...covered.flatMap((control) => controlLines(control, idColumns, view)),
    ...uncoveredText(framework, (id) => safeLine(id)).flatMap((text) =>
      hanging(`– ${text}`, view.width, 2).map((line) => view.paint('dim', line)),
    ),
    '',
    ...wrap(summaryText(framework), view.width),
  ]
}

function controlLines(
  { id, title, state, checks }: ControlOutcome,
  idColumns: number,
  { width, paint }: View,
): string[] {
  const { symbol, word, style } = marks[state]
  const indent = stateColumns + idColumns
  // On a narrow terminal a long id would leave no room for words.
  const hang = width - indent < 30 ? 4 : indent
  const [first = '', ...rest] = wrap(safeLine(title), width - indent < 30 ? width - hang : width - indent)
  const head = `${paint(style, padEnd(`${symbol} ${word}`, stateColumns))}${padEnd(safeLine(id), idColumns)}`
  const own =
    hang === indent
      ? [`${head}${paint('bold', first)}`]
      : [head.trimEnd(), `${' '.repeat(hang)}${paint('bold', first)}`]
  const told = checks.flatMap((check) =>
    wrap(`${nameOf(check, checks)}: ${safeLine(check.because)}`, width - hang - 2).map(
      (line, index) => `${' '.repeat(hang)}${index === 0 ? checkSymbols[check.state] : ' '} ${paint('dim', line)}`,
    ),
  )
  return [...own, ...rest.map((line) => ' '.repeat(hang) + paint('bold', line)), ...told]
}

/** With the connection, or the run, where the same check was asked of several. */
function nameOf(check: ControlCheck, all: readonly ControlCheck[]): string {
  const { connector, id, connectionId, runId } = check
  const isOne = all.filter((each) => each.connector === connector && each.id === id).length === 1
  const of = connectionId === undefined ? `run ${runId}` : `connection ${connectionId}`
  return safeLine(`${connector}/${id}${isOne ? '' : ` (${of})`}`)
}

function titleOf({ title, version }: FrameworkOutcome): string {
  return version === undefined ? title : `${title}, ${version}`
}

/** A group of which nothing is covered by its name; of the others each control. */
function uncoveredText({ controls }: FrameworkOutcome, show: (id: string) => string): string[] {
  const groups = new Map<string | undefined, ControlOutcome[]>()
  for (const control of controls) groups.set(control.group, [...(groups.get(control.group) ?? []), control])
  const names = [...groups].flatMap(([group, members]) => {
    const uncovered = members.filter(({ state }) => state === 'uncovered')
    return group !== undefined && uncovered.length === members.length && members.length > 1
      ? [`${safeLine(group)} (${members.length})`]
      : uncovered.map(({ id }) => show(id))
  })
  return names.length === 0 ? [] : [`No check speaks for ${names.join('; ')}`]
}

function summaryText({ controls, summary }: FrameworkOutcome): string {
  const parts = (['not_satisfied', 'undetermined', 'satisfied', 'uncovered'] as const)
    .filter((state) => summary[state] > 0)
    .map((state) => `${summary[state]} ${marks[state].word}`)
  return `${countNoun(controls.length, 'control')}: ${parts.join(', ')}`
}
