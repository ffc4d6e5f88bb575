import type { AnyConnector, CheckOutcome, RunResult } from 'checkwright'
import { keepRun, runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { type Answered, keepAnswers } from '../../../src/author/testing/contract/scenario.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import type { Contract } from './contracts.ts'
import { listForPeople, readHints } from './hints.ts'
import { bareFrom, createWorld, now } from './world.ts'

/** One vendor of many, and what the checks of its connector said of it. */
export interface TriedWorld {
  readonly seed: number
  readonly result: RunResult
  readonly answers: readonly Answered[]
}

export interface Tried {
  readonly worlds: readonly TriedWorld[]
  /** By check: each status that was seen, with the worlds that gave it. */
  readonly seen: ReadonlyMap<string, ReadonlyMap<string, readonly TriedWorld[]>>
}

export interface WorldSubject {
  readonly connector: AnyConnector
  readonly contract: Contract
  readonly text: string
}

/** Enough for any rule that rests on a few members, then vendors that are the same everywhere, and then those that leave much out. */
export const manySeeds: readonly number[] = Array.from({ length: bareFrom + 60 }, (_, index) => index + 1)

/** Tries vendors until each check was seen to pass and to fail, or to need a review. */
export async function tryWorlds(subject: WorldSubject, seeds: readonly number[]): Promise<Tried> {
  const { connector } = subject
  const options = { ...subject, hints: readHints(subject.text) }
  const { credentials, settings, variables } = createSampleValues(connector)
  const worlds: TriedWorld[] = []
  const seen = new Map<string, Map<string, TriedWorld[]>>(connector.checks.map(({ id }) => [id, new Map()]))
  for (const seed of seeds) {
    if (worlds.length >= 4 && listUnseen(subject, seen).length === 0) break
    await using vendor = await fakeVendor(createWorld(options, seed))
    const answers: Answered[] = []
    const result = await runChecks(connector, {
      credentials,
      settings,
      variables,
      clock: fixedClock(now),
      fetch: keepAnswers(vendor.fetch, answers),
    })
    const world = { seed, result, answers }
    worlds.push(world)
    for (const check of result.checks)
      for (const status of listStatuses(check)) {
        const of = seen.get(check.id) ?? new Map<string, TriedWorld[]>()
        of.set(status, [...(of.get(status) ?? []), world])
      }
  }
  return { worlds, seen }
}

/** What a check said of its resources, and `error` where it could not tell. */
function listStatuses({ status, results }: CheckOutcome): readonly string[] {
  return [...new Set([...results.map((each) => each.status), ...(status === 'error' ? ['error'] : [])])]
}

/** Checks that were not seen to pass, and to fail or to need a review. What people decide passes nowhere. */
function listUnseen(
  { text }: WorldSubject,
  seen: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): readonly string[] {
  const forPeople = listForPeople(text)
  return [...seen].flatMap(([id, of]) => {
    const isSeen = forPeople.includes(id) ? of.has('manual') : of.has('pass') && (of.has('fail') || of.has('manual'))
    return isSeen ? [] : [id]
  })
}

/**
 * The seed whose vendor brings most verdicts and fewest errors, and then those that show what is left: few vendors that show as much as
 * all.
 */
export async function chooseSeeds(subject: WorldSubject, { worlds }: Tried): Promise<readonly number[]> {
  const worth = ({ result }: TriedWorld) =>
    result.checks.reduce((sum, check) => sum + listStatuses(check).length - (check.status === 'error' ? 10 : 0), 0) -
    (result.inventories ?? []).filter(({ complete }) => !complete).length * 100
  const shown = new Set<string>()
  const sorted = worlds.toSorted((a, b) => worth(b) - worth(a) || a.seed - b.seed)
  const best = await findTelling(subject, sorted)
  return [best, ...sorted.filter((each) => each !== best)]
    .filter(({ result }) => {
      const said = result.checks.flatMap((check) => listStatuses(check).map((status) => `${check.id} ${status}`))
      const isNew = said.some((each) => !shown.has(each) && !each.endsWith(' error'))
      for (const each of said) shown.add(each)
      return isNew
    })
    .map(({ seed }) => seed)
}

/** The first vendor of whose records, in each inventory, some have each member that it tells. */
async function findTelling(subject: WorldSubject, worlds: readonly TriedWorld[]): Promise<TriedWorld> {
  const { connector } = subject
  const options = { ...subject, hints: readHints(subject.text) }
  for (const world of worlds) {
    await using vendor = await fakeVendor(createWorld(options, world.seed))
    const { credentials, settings, variables } = createSampleValues(connector)
    const clock = fixedClock(now)
    await using run = await keepRun(connector, { credentials, settings, variables, clock, fetch: vendor.fetch })
    const told = await Promise.all(
      connector.inventories.map(async (inventory) => {
        const records = await Array.fromAsync(run.records?.(toInventoryId(inventory)) ?? [])
        return (
          records.length > 0 &&
          inventory.tells.every((member) =>
            records.some((record) => (record as Readonly<Record<string, unknown>>)[member] !== undefined),
          )
        )
      }),
    )
    if (told.every(Boolean)) return world
  }
  const [first] = worlds
  if (!first) throw new Error(`There is no vendor for ${connector.id}.`)
  return first
}
