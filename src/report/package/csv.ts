import { type PackageContent, readNewest } from '../../evidence/package/package-content.ts'
import { formatLeftOut } from '../pieces/format-left-out.ts'
import { cleanLine } from '../pieces/safe-text.ts'

const dayMs = 86_400_000

/** `controls.csv`: a line for each control, with the number of days in each state. */
export async function* writeControlsCsv({ controls }: PackageContent): AsyncGenerator<string, void, undefined> {
  const dayColumns = states.map((state) => `days_${state}`)
  yield formatRow(
    'control',
    'title',
    'group',
    'state',
    ...dayColumns,
    'checks',
    'observed_statements',
    'statements',
    'left_out',
  )
  for (const { id, title, group = '', history, checks } of controls) {
    let count = 0
    for await (const _ of checks()) count++
    const days = states.map((state) =>
      history.filter((span) => span.state === state).reduce((sum, span) => sum + listDays(span).length, 0),
    )
    const { state, statements, leftOut } = readNewest(history)
    const why = leftOut && formatLeftOut(leftOut)
    yield formatRow(id, title, group, state, ...days, count, statements?.observed, statements?.of, why)
  }
}

/** `days.csv`: a line for each control, check, connection and day. */
export async function* writeDaysCsv({ controls }: PackageContent): AsyncGenerator<string, void, undefined> {
  yield formatRow(
    'day',
    'control',
    'control_state',
    'connector',
    'connection',
    'check',
    'state',
    'status',
    'run',
    'review',
    'obligation',
    'evidence',
    'digest',
    'outcomes',
    'basis',
    'because',
    'observed_statements',
    'statements',
    'left_out',
  )
  for (const control of controls) {
    const spanOf = new Map(control.history.flatMap((span) => listDays(span).map((day) => [day, span])))
    for await (const { connector, connectionId, id, history } of control.checks())
      for (const span of history) {
        const { state, status, runId, reviewId, taskId, evidence, digest, outcomes, basis = [], because } = span
        for (const day of listDays(span)) {
          const { state: controlState, statements, leftOut } = spanOf.get(day) ?? {}
          yield formatRow(
            day,
            control.id,
            controlState,
            connector,
            connectionId,
            id,
            state,
            status,
            runId,
            reviewId,
            taskId,
            evidence,
            digest,
            outcomes?.digest ?? outcomes?.evidence,
            basis.map((each) => each.runId ?? each.reviewId).join(' '),
            because,
            statements?.observed,
            statements?.of,
            leftOut && formatLeftOut(leftOut),
          )
        }
      }
  }
}

const states = ['satisfied', 'not_satisfied', 'undetermined', 'uncovered'] as const

function listDays({ from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  )
}

/** RFC 4180. A text that a table would take for a formula gets an apostrophe before it. */
function formatRow(...cells: readonly (string | number | undefined)[]): string {
  return `${cells.map((cell) => formatCell(String(cell ?? ''))).join(',')}\r\n`
}

function formatCell(cell: string): string {
  const clean = cleanLine(cell, 10_000)
  const safe = /^[=+\-@\t\r]/.test(clean) ? `'${clean}` : clean
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
