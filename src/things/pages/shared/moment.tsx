import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'

/** A time in UTC; the script shows it in the reader's own zone. @param at epoch ms, or ISO 8601 */
export function Moment({ at }: { readonly at: number | string }) {
  const texts = useTexts()
  const date = new Date(at)
  return <time datetime={date.toISOString()}>{texts.format.moment(date)}</time>
}

/** In words: `340 ms`, `2.4 s`, `3 min 5 s`. */
export function formatDuration(texts: Texts, ms: number): string {
  if (ms < 1_000) return texts.shared.duration.milliseconds({ ms: Math.round(ms) })
  if (ms < 60_000) return texts.shared.duration.seconds({ seconds: ms / 1_000 })
  const seconds = Math.round(ms / 1_000)
  return texts.shared.duration.minutes({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
