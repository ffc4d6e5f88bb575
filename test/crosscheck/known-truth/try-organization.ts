import { accountsWithoutOwner } from '../../../src/crosscheck/checks/accounts-without-owner.ts'
import { administratorsEverywhere } from '../../../src/crosscheck/checks/administrators-everywhere.ts'
import { contractorsPastTheirEnd } from '../../../src/crosscheck/checks/contractors-past-their-end.ts'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'
import { secondFactorEverywhere } from '../../../src/crosscheck/checks/second-factor-everywhere.ts'
import type { CrossCheck } from '../../../src/crosscheck/cross-check.ts'
import { findLinks } from '../../../src/crosscheck/links/find-links.ts'
import { findDepartures } from '../../../src/crosscheck/people/find-departures.ts'
import { runCrossCheck } from '../../../src/crosscheck/run/run-cross-check.ts'
import { openSourceInMemory } from '../../../src/crosscheck/source-in-memory.ts'
import { dayMs, firstMs, nowMs, writeHistory } from './history.ts'
import { findMistake } from './judge-run.ts'
import { type Observation, observe } from './observe.ts'
import { Random } from './random.ts'
import { sabotages } from './sabotage.ts'

export const judged: readonly CrossCheck[] = [
  leavers,
  accountsWithoutOwner,
  secondFactorEverywhere,
  administratorsEverywhere,
  contractorsPastTheirEnd,
]

/** How often a cross-check said something, over accounts in use. */
export interface Tally {
  /** Pass, fail, and not applicable. */
  decided: number
  manual: number
  undecided: number
  fails: number
  readonly mistakes: string[]
}

export const createTally = (): Tally => ({ decided: 0, manual: 0, undecided: 0, fails: 0, mistakes: [] })

/** What is known of an organization after it was read three times: links and departures were stored each time. */
export async function readOrganization(seed: number, size: number): Promise<Observation> {
  const history = writeHistory(seed, size)
  let before = observe(history, firstMs)
  const learn = async (seen: Observation) => {
    seen.links = mergeLinks(before.links, seen.links)
    seen.inputs.directory = { ...seen.inputs.directory, departures: before.inputs.directory.departures }
    const found = await Array.fromAsync(findLinks(seen.inputs, openSource(seen)))
    seen.links = mergeLinks(seen.links, found)
    const linked = seen.links.flatMap(({ to }) => (to.is === 'person' ? to.personId : []))
    const departures = await findDepartures(seen.inputs, openSource(seen), linked)
    seen.inputs.directory = { ...seen.inputs.directory, departures }
    before = seen
  }
  await learn(before)
  await learn(observe(history, nowMs - 20 * dayMs))
  const now = observe(history, nowMs)
  now.links = mergeLinks(before.links, now.links)
  now.inputs.directory = { ...now.inputs.directory, departures: before.inputs.directory.departures }
  return now
}

function mergeLinks(before: Observation['links'], more: Observation['links']): Observation['links'] {
  const toKey = ({ connectionId, of, recordId }: Observation['links'][number]) => `${connectionId}/${of}/${recordId}`
  return [...new Map([...more, ...before].map((link) => [toKey(link), link])).values()]
}

export function openSource({ records, links }: Pick<Observation, 'records' | 'links'>) {
  return openSourceInMemory(records, links)
}

/** A copy of what is known, with one thing gone wrong. */
export function sabotage(seen: Observation, kind: string, seed: number): Observation {
  const { truth, ...rest } = seen
  const copy = structuredClone(rest)
  const spoilt: Observation = { ...copy, truth: new Map(truth) }
  spoilt.inputs.systems = spoilt.systems
  sabotages[kind]?.(spoilt, new Random(seed))
  return spoilt
}

/** Judges it by one cross-check, and compares each result with what happened. */
export async function tally(seen: Observation, crossCheck: CrossCheck, into: Tally, label: string): Promise<void> {
  const source = openSource(seen)
  await using run = await runCrossCheck(crossCheck, seen.inputs, source)
  const readAt = new Map(
    seen.systems.map(({ connectionId, inventories: [first] }) => [connectionId, Date.parse(first?.readAt ?? '')]),
  )
  const directoryMs = Math.min(
    ...[...readAt].filter(([id]) => !/^app|^idp/.test(id)).map(([, ms]) => (Number.isNaN(ms) ? nowMs : ms)),
  )
  for await (const result of run.results(crossCheck.id)) {
    const account = seen.truth.get(result.resource.id)
    if (!account) continue
    if (result.status === 'manual') into.manual++
    else into.decided++
    if (result.status === 'fail') into.fails++
    const accountMs = readAt.get(result.resource.id.split('/')[0] ?? '') ?? nowMs
    const mistake = findMistake(crossCheck.id, result, account, {
      accountMs,
      oldestMs: Math.min(accountMs, directoryMs),
    })
    if (mistake && into.mistakes.length < 2)
      into.mistakes.push(
        `${label}, ${crossCheck.id}: ${mistake} of ${result.resource.id}: ${JSON.stringify([result, account])}`,
      )
  }
  const { undecided } = run.head.checks[0] ?? {}
  into.undecided += undecided?.count ?? 0
}
