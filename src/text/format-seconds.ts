import { formatNumber } from './count-noun.ts'

/** "1.3 s", and without the tenth from ten seconds on: "1,200 s". */
export function formatSeconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${formatNumber(Math.round(ms / 1000))} s`
}
