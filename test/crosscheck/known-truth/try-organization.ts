import type { CrossCheck } from '../../../src/crosscheck/cross-check.ts'
import { findLinks } from '../../../src/crosscheck/links/find-links.ts'
import { findDepartures } from '../../../src/crosscheck/people/find-departures.ts'
import type { HeldCrossCheckRun } from '../../../src/crosscheck/run/cross-check-run.ts'
import { runCrossCheck } from '../../../src/crosscheck/run/run-cross-check.ts'
import { openSourceInMemory } from '../../../src/crosscheck/source-in-memory.ts'
import { dayMs, firstMs, nowMs, writeHistory } from './history.ts'
import { findMistake } from './judge-run.ts'
import { type Observation, observe } from './observe.ts'
import { Random } from './random.ts'
import { sabotages } from './sabotage.ts'

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
  const { truth, devices, humans, history, ...rest } = seen
  const copy = structuredClone(rest)
  const spoilt: Observation = { ...copy, truth: new Map(truth), devices, humans, history }
  spoilt.inputs.systems = spoilt.systems
  sabotages[kind]?.(spoilt, new Random(seed))
  return spoilt
}

/** What two runs of the same inputs have in common: ids and times of work differ. */
function showHead({ status, scopes, summary, checks }: HeldCrossCheckRun['head']): string {
  return JSON.stringify([status, scopes, summary, checks.map(({ undecided }) => undecided)])
}

/** Judges it by one cross-check, and compares each result with what happened, and with those of a replay. */
export async function tally(seen: Observation, crossCheck: CrossCheck, into: Tally, label: string): Promise<void> {
  await using run = await runCrossCheck(crossCheck, seen.inputs, openSource(seen))
  const { organizationId, inputs } = run.head
  await using replay = await runCrossCheck(crossCheck, { organizationId, ...inputs }, run.source)
  const replayed = replay.results(crossCheck.id)[Symbol.asyncIterator]()
  let problem = showHead(replay.head) === showHead(run.head) ? undefined : 'another head'
  const { systems, truth, devices, humans, history } = seen
  const readAt = new Map(
    systems.map(({ connectionId, inventories: [first] }) => [connectionId, Date.parse(first?.readAt ?? '')]),
  )
  const listTimes = (ids: RegExp) => [...readAt].flatMap(([id, ms]) => (ids.test(id) && !Number.isNaN(ms) ? ms : []))
  // What was read in the future is not judged by.
  const peopleMs = Math.min(nowMs, ...listTimes(/^(hris|contractors)$/))
  const allMs = listTimes(/./)
  const personMs = Math.min(peopleMs, ...allMs)
  const newestMs = Math.min(nowMs, Math.max(...allMs))
  const providerMs = readAt.get('idp') ?? nowMs
  for await (const result of run.results(crossCheck.id)) {
    const { id, type } = result.resource
    const { value: again } = await replayed.next()
    if (JSON.stringify(again) !== JSON.stringify(result)) problem ??= `another result of ${id}`
    if (type === 'connection') continue
    if (result.status === 'manual') into.manual++
    else into.decided++
    if (result.status === 'fail') into.fails++
    const own = readAt.get(id.split('/')[0] ?? '') ?? nowMs
    const listMs = type === 'person' ? personMs : own
    const mistake = findMistake(
      crossCheck.id,
      result,
      {
        history,
        account: type === 'account' ? truth.get(id) : undefined,
        device: devices.get(id),
        human: humans.get(id),
      },
      {
        listMs,
        oldestMs: Math.min(listMs, peopleMs),
        newestMs,
        providerMs,
      },
    )
    if (mistake && into.mistakes.length < 2)
      into.mistakes.push(
        `${label}, ${crossCheck.id}: ${mistake} of ${id}: ${JSON.stringify([result, truth.get(id), devices.get(id), humans.get(id)])}`,
      )
  }
  if (!(await replayed.next()).done) problem ??= 'more results'
  if (problem !== undefined) into.mistakes.push(`${label}, ${crossCheck.id}: its replay has ${problem}`)
  const { undecided } = run.head.checks[0] ?? {}
  into.undecided += undecided?.count ?? 0
}
