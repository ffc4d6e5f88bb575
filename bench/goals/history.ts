import { formatTable } from '../format-table.ts'
import { formatGoal, formatMeasured, type Judged } from './format-goals.ts'

/** A release, or a state between two. */
export interface Release {
  readonly version: string
  /** ISO 8601. */
  readonly date: string
  /** What the figures were measured on, in a line. */
  readonly machine: string
}

/**
 * The history with the ratios of a release, the newest first. Figures that the same release had before are replaced. Milliseconds
 * and megabytes stay out: they say more about the machine than about the release.
 */
export function addRelease(history: string, { version, date, machine }: Release, judged: readonly Judged[]): string {
  const [head = '', ...sections] = history.split(/^(?=## )/m)
  const others = sections.filter((section) => !section.startsWith(`## ${version},`))
  const rows = judged
    .filter(({ goal }) => goal.unit === '×')
    .map((each) => [each.goal.what, formatGoal(each.goal), formatMeasured(each), each.isMet ? 'met' : 'missed'])
  const section = `## ${version}, ${date}\n\n${machine}\n\n${formatTable(['goal', 'at most', 'measured', ''], rows)}\n`
  return [head, section, ...others]
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n')
}
