import { findMedian } from './find-median.ts'
import { type Figures, nameFigure, nameRatio } from './goals/figures.ts'
import type { Sample } from './meter.ts'
import { baseline } from './peers.ts'

/** One workload's numbers: a sample for each peer and round, `undefined` where a measurement failed. */
export interface Measured {
  readonly id: string
  /** In the order in which they are shown. */
  readonly rows: readonly Row[]
}

export interface Row {
  readonly peer: string
  readonly label: string
  /** Whether the amount was smaller than for others. */
  readonly reduced: boolean
  readonly rounds: readonly (Sample | undefined)[]
}

/** The middle of a peer's rounds. */
export function medianOf(row: Row, key: string): number | undefined {
  return findMedian(listValues(row, key))
}

/** The median of the ratios to the baseline, each within one round, so that the machine's drift cancels out. */
export function medianRatio(row: Row, to: Row | undefined, key: string): number | undefined {
  return findMedian(listRatios(row, to, key))
}

/** Every number of a workload, and each as a ratio to the baseline. */
export function listFigures({ id, rows }: Measured): Figures {
  const base = rows.find(({ peer }) => peer === baseline)
  return Object.fromEntries(
    rows.flatMap((row) =>
      [...new Set(row.rounds.flatMap((sample) => Object.keys(sample ?? {})))].flatMap((key) => [
        [nameFigure(id, row.peer, key), listValues(row, key)],
        [nameRatio(id, row.peer, key), listRatios(row, base, key)],
      ]),
    ),
  )
}

function listValues(row: Row, key: string): readonly number[] {
  return row.rounds.flatMap((sample) => sample?.[key] ?? [])
}

function listRatios(row: Row, to: Row | undefined, key: string): readonly number[] {
  return row.rounds.flatMap((sample, round) => {
    const own = sample?.[key]
    const other = to?.rounds[round]?.[key]
    return own === undefined || other === undefined ? [] : own / other
  })
}
