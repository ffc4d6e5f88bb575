import type { RunHead } from '../../checks/runs/recorded-run.ts'
import { formatNumber } from '../../text/count-noun.ts'
import { type RunWords, runWords } from './run-words.ts'

/** What to say of a run where two clocks differ by minutes; undefined where they agree. */
export function describeClocks(
  { clockAheadMs }: Pick<RunHead, 'clockAheadMs'>,
  words: Pick<RunWords, 'clocks'> = runWords,
  format: (count: number) => string = formatNumber,
): string | undefined {
  if (typeof clockAheadMs !== 'number') return undefined
  const minutes = format(Math.round(Math.abs(clockAheadMs) / 60_000))
  return words.clocks({ minutes, isAhead: clockAheadMs > 0 })
}
