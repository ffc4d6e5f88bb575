import { readDayEndMs } from '../people/judge-employment.ts'
import type { People } from '../people/people.ts'

/**
 * Addresses are used again by other people. A record that has the address of somebody is only theirs for sure if it is from the time
 * in which they belonged to the organization.
 */

/** Whether something happened before somebody's first day; undefined where the directory does not say when they began. */
export function isBeforeStart(people: People, number: number, atMs: number): boolean | undefined {
  const startMs = people.findStartMs(number)
  return startMs === undefined ? undefined : atMs < startMs
}

/** Whether it happened after somebody's last day; undefined for who is gone, and nobody knows since when. */
export function isAfterEnd(people: People, number: number, atMs: number): boolean | undefined {
  const { status, endsAt, departedAtMs } = people.at(number)
  if (status !== 'left' && status !== 'missing') return false
  const endMs = status === 'left' ? readDayEndMs(endsAt) : undefined
  if (endMs !== undefined) return atMs > endMs
  // They left some time before the directory was without them.
  return departedAtMs !== undefined && atMs > departedAtMs ? true : undefined
}

/** Epoch ms; undefined for what is no time. */
export function readTimeMs(time: unknown): number | undefined {
  const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
