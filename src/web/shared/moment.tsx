export { formatCount } from '../../text/count-noun.ts'

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** A time in UTC; the script shows it in the reader's own zone. @param at epoch ms, or ISO 8601 */
export function Moment({ at }: { readonly at: number | string }) {
  const date = new Date(at)
  return <time datetime={date.toISOString()}>{`${format.format(date)} UTC`}</time>
}

/** In words: `340 ms`, `2.4 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
