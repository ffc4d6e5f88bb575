import { parseTime } from 'checkwright'
import type { Monitor } from './responses.ts'

/**
 * The receivers of a monitor's message when it alerts. Code, comments and the parts for a recovery do not notify
 * anybody then. https://docs.datadoghq.com/monitors/notify/variables/
 */
export function findRecipients(message: string): string[] {
  const spoken = message
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/\{\{!--[\s\S]*?(?:--\}\}|$)/g, ' ')
    .replace(/\{\{![\s\S]*?\}\}/g, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/\{\{#(is_\w*recovery)\}\}[\s\S]*?\{\{\/\1\}\}/g, ' ')
  return [...new Set(spoken.match(/(?<![\w.])@[\w.+-]+(?:@[\w.-]+)?/g) ?? [])]
}

/** The end of a whole monitor's mute: epoch ms, `endless`, or undefined if it is not muted. */
export function findMute(monitor: Monitor, nowMs: number): number | 'endless' | undefined {
  const silenced = monitor.options.silenced ?? {}
  const downtimes = monitor.matching_downtimes.filter(({ scope }) => scope.includes('*'))
  const ends = [...('*' in silenced ? [silenced['*'] ?? null] : []), ...downtimes.map(({ end }) => end ?? null)]
  if (ends.includes(null)) return 'endless'
  const times = ends.flatMap((end) => (end === null ? [] : [parseTime(end, 'seconds')])).filter((end) => end > nowMs)
  return times.length > 0 ? Math.max(...times) : undefined
}
