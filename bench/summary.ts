import type { Sample } from './meter.ts'

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
  return median(row.rounds.map((sample) => sample?.[key]))
}

/** The median of the ratios to the baseline, each within one round, so that the machine's drift cancels out. */
export function medianRatio(row: Row, to: Row | undefined, key: string): number | undefined {
  return median(ratios(row, to, key))
}

/** Smallest and largest ratio, if there are several. */
export function ratioSpread(row: Row, to: Row | undefined, key: string): readonly [number, number] | undefined {
  const known = ratios(row, to, key).filter((ratio) => ratio !== undefined)
  return known.length > 1 ? [Math.min(...known), Math.max(...known)] : undefined
}

function ratios(row: Row, to: Row | undefined, key: string): (number | undefined)[] {
  return row.rounds.map((sample, round) => {
    const own = sample?.[key]
    const other = to?.rounds[round]?.[key]
    return own === undefined || other === undefined ? undefined : own / other
  })
}

function median(values: readonly (number | undefined)[]): number | undefined {
  const sorted = values.filter((value) => value !== undefined).toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2
}
