import { findMedian } from '../find-median.ts'
import { formatTable } from '../format-table.ts'
import type { Figures } from './figures.ts'
import { type Goal, goals, peersBeside } from './goals.ts'

/** A goal beside what was measured. */
export interface Judged {
  readonly goal: Goal
  readonly median: number
  readonly least: number
  readonly most: number
  readonly isMet: boolean
}

/** The goals that the figures tell something about. */
export function judgeGoals(figures: Figures): readonly Judged[] {
  return goals.flatMap((goal) => {
    const values = (figures[goal.figure] ?? []).toSorted((a, b) => a - b)
    const [least, most] = [values[0], values.at(-1)]
    const median = findMedian(values)
    if (least === undefined || most === undefined || median === undefined) return []
    return [{ goal, median, least, most, isMet: (goal.inEachRound ? most : median) <= goal.atMost }]
  })
}

/** A table in Markdown: each goal, what was measured, and the same of other libraries. */
export function formatGoals(figures: Figures): string {
  const judged = judgeGoals(figures)
  const rows = judged.map(({ goal, isMet, ...measured }) => [
    goal.what,
    formatGoal(goal),
    formatMeasured({ goal, isMet, ...measured }),
    isMet ? 'met' : '**missed**',
    ...peersBeside.map((peer) => formatBeside(figures, goal, peer)),
  ])
  const met = judged.filter(({ isMet }) => isMet).length
  return `${formatTable(['goal', 'at most', 'measured', '', ...peersBeside], rows)}\n\n${met} of ${judged.length} met.`
}

/** What has to be reached: `0.90×`, or `1.00× in each round`. */
export function formatGoal(goal: Goal): string {
  return `${formatNumber(goal.atMost, goal)}${goal.inEachRound ? ' in each round' : ''}`
}

/** The median, with the spread of the rounds. */
export function formatMeasured({ goal, median, least, most }: Judged): string {
  const spread = least === most ? '' : ` (${formatDigits(least, goal)}–${formatDigits(most, goal)})`
  return `${formatNumber(median, goal)}${spread}`
}

function formatBeside(figures: Figures, goal: Goal, peer: string): string {
  const [workload, ours, ...rest] = goal.figure.split(' ')
  if (ours === undefined || !/^checkwright/.test(ours)) return ''
  const median = findMedian(figures[[workload, peer, ...rest].join(' ')] ?? [])
  return median === undefined ? '' : formatNumber(median, goal)
}

function formatNumber(value: number, goal: Goal): string {
  const { unit } = goal
  return `${formatDigits(value, goal)}${unit === '' || unit === '×' ? unit : ` ${unit}`}`
}

function formatDigits(value: number, { unit }: Goal): string {
  const digits = Number.isInteger(value) && unit !== '×' ? 0 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
