import { findEnd } from '../define/judge-employment.ts'
import type { People } from '../people/people.ts'
import { mayBeGone } from '../people/same-person.ts'

/**
 * Addresses are used again by other people. A record that has the address of somebody is only theirs for sure if it is from the time
 * in which they belonged to the organization.
 */

/** Whether something happened before somebody's first day; undefined where the directory does not say when they began. */
export function isBeforeStart(people: People, number: number, atMs: number): boolean | undefined {
  const startMs = people.findStartMs(number)
  return startMs === undefined ? undefined : atMs < startMs
}

/**
 * Whether it happened after somebody's last day; undefined while that day is over in some places on earth only, and for who may be
 * gone, and nobody knows since when.
 */
export function isAfterEnd(people: People, number: number, atMs: number): boolean | undefined {
  const person = people.at(number)
  const { status, departedAtMs } = person
  // An end is that of an earlier employment.
  if (status === 'future') return false
  const end = findEnd(person)
  if (end) return atMs > end.lastMs || (atMs < end.firstMs ? false : undefined)
  if (!mayBeGone(person)) return false
  // They left some time before the directory was without them.
  return departedAtMs !== undefined && atMs > departedAtMs ? true : undefined
}

/**
 * Why something that has the address of somebody who may be gone may be of a person who got the address since, and may have another
 * one by now; undefined where it is surely of the time before.
 * @param atMs its time, epoch ms; undefined where nobody knows it
 */
export function explainHeir(people: People, number: number, atMs: number | undefined): string | undefined {
  const person = people.at(number)
  const isBefore = atMs === undefined ? !mayBeGone(person) : isAfterEnd(people, number, atMs) === false
  return isBefore ? undefined : people.explainHiddenAddress(person)
}

/** Epoch ms; undefined for what is no time. */
export function readTimeMs(time: unknown): number | undefined {
  const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
