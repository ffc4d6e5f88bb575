import { computeLatestExpiry } from '../../checks/waivers/limits.ts'
import type { SystemSettings } from '../../crosscheck/people/directory-store.ts'
import { domainsMax, findDomainsProblem, normalizeDomain } from '../../define/index.ts'
import { isCalendarDay } from '../../text/calendar-day.ts'
import { requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { createDirectoryError } from './source-input.ts'

/** What somebody says of a connection. Members that are left out stay as they are. */
export interface SystemInput {
  readonly organizationId: string
  readonly connectionId: string
  /** Domains of the organization in which the vendor lets nobody but its members have addresses. */
  readonly enforcedDomains?: readonly string[] | undefined
  /** The connection of the identity provider that people sign in by; null: none. */
  readonly signsInBy?: string | null | undefined
  /** Takes the connection out of cross-checks until a day, at most a year ahead; null: it takes part. */
  readonly exempt?: { readonly reason: string; readonly expires: string } | null | undefined
  /** Who says so, for people. */
  readonly actor: string
}

const reasonLengthMax = 1_000

/** @throws CheckwrightError `DIRECTORY_INVALID`; StoreError `NOT_FOUND` */
export async function toSystemSettings(
  { store, clock }: Uses<'connections' | 'directorySources', 'clock'>,
  { organizationId, connectionId, enforcedDomains, signsInBy, exempt, actor }: SystemInput,
): Promise<SystemSettings> {
  requireFound(await store.connections.find(connectionId, organizationId), 'connection of that id')
  const before = (await store.directorySources.listSystems(organizationId)).find(
    (each) => each.connectionId === connectionId,
  )
  if (signsInBy === connectionId) throw createDirectoryError('People cannot sign in to a connection by itself.')
  if (signsInBy && !(await store.connections.find(signsInBy, organizationId)))
    throw createDirectoryError('People sign in by a connection that the organization does not have.')
  const nowMs = clock.nowMs()
  return {
    connectionId,
    enforcedDomains: enforcedDomains ? demandDomains(enforcedDomains) : (before?.enforcedDomains ?? []),
    signsInBy: signsInBy === undefined ? (before?.signsInBy ?? null) : signsInBy,
    exempt:
      exempt === undefined
        ? (before?.exempt ?? null)
        : exempt && {
            reason: demandReason(exempt.reason, createDirectoryError),
            expires: demandLastDay(exempt.expires, nowMs, createDirectoryError),
            by: actor,
            at: toIsoTime(nowMs),
          },
  }
}

function demandDomains(domains: readonly string[]): readonly string[] {
  if (domains.length > domainsMax) throw createDirectoryError(`A connection has at most ${domainsMax} domains.`)
  const problem = domains.length === 0 ? undefined : findDomainsProblem(domains)
  if (problem !== undefined) throw createDirectoryError(`The domains of a connection cannot be used: ${problem}`)
  return [...new Set(domains.flatMap((domain) => normalizeDomain(domain) ?? []))].sort()
}

/** What somebody has decided needs a reason that others understand. */
export function demandReason(reason: string, refuse: (message: string) => Error): string {
  const trimmed = reason.trim()
  if (trimmed !== '' && trimmed.isWellFormed() && trimmed.length <= reasonLengthMax) return trimmed
  throw refuse(`A decision has a reason of 1 to ${reasonLengthMax} characters.`)
}

/** A decision holds until a day, at most a year ahead. */
export function demandLastDay(day: string, nowMs: number, refuse: (message: string) => Error): string {
  const latest = computeLatestExpiry(new Date(nowMs))
  const today = toIsoTime(nowMs).slice(0, 10)
  if (isCalendarDay(day) && day >= today && day <= latest) return day
  throw refuse(`A decision has a last day (YYYY-MM-DD) from ${today} to ${latest}.`)
}
