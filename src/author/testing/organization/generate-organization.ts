import type { CrossCheckSource } from '../../../crosscheck/define/inputs.ts'
import { findDepartures } from '../../../crosscheck/people/find-departures.ts'
import { findLinks } from '../../../crosscheck/run/find-links.ts'
import { openSourceInMemory } from '../../../crosscheck/source-in-memory.ts'
import { demandChoice, refuseUnknown } from '../vendor/refuse-arguments.ts'
import { dayMs, firstMs, nowMs } from './history.ts'
import type { KnownOrganization } from './known-organization.ts'
import { observe } from './observe.ts'
import { Random } from './random.ts'
import { sabotages } from './sabotages.ts'
import { writeHistory } from './write-history.ts'

/** How large a generated organization is. */
export interface OrganizationOptions {
  /** How many people it ever had. @default 100 */
  readonly people?: number | undefined
}

/**
 * An organization of which you know what happened: people are hired, renamed, leave and come back, get accounts on 12 systems, laptops
 * and trainings, and somebody removes what they had, or forgets it. It has aliases, shared mailboxes, services, guests, contractors,
 * addresses that are used again, and days that end in other time zones. Its lists were read three times, and links and departures were
 * stored each time, as the service does it.
 *
 * The same seed gives the same organization. Compare what a cross-check says with `history`, or let `tryCrossCheck` do it.
 *
 * ```ts
 * const organization = await generateOrganization(7, { people: 60 })
 * const { mistakes } = await tryCrossCheck(leavers, organization)
 * assert.deepEqual(mistakes, [])
 * ```
 *
 * @param seed a whole number
 * @throws TypeError for another seed, another number of people, or an unknown option
 */
export async function generateOrganization(
  seed: number,
  options: OrganizationOptions = {},
): Promise<KnownOrganization> {
  refuseUnknown('generateOrganization()', options, ['people'])
  const { people = 100 } = options
  if (!Number.isSafeInteger(seed)) throw new TypeError('generateOrganization() takes a whole number as its seed.')
  if (!Number.isSafeInteger(people) || people < 1)
    throw new TypeError('generateOrganization(): people must be a whole number of at least 1.')
  const history = writeHistory(seed, people)
  let before = observe(history, firstMs)
  const learn = async (seen: KnownOrganization) => {
    seen.links = mergeLinks(before.links, seen.links)
    seen.inputs.directory = { ...seen.inputs.directory, departures: before.inputs.directory.departures }
    const found = await Array.fromAsync(findLinks(seen.inputs, openOrganization(seen)))
    seen.links = mergeLinks(seen.links, found)
    const linked = seen.links.flatMap(({ to }) => (to.is === 'person' ? to.personId : []))
    const departures = await findDepartures(seen.inputs, openOrganization(seen), linked)
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

function mergeLinks(before: KnownOrganization['links'], more: KnownOrganization['links']): KnownOrganization['links'] {
  const toKey = ({ connectionId, of, recordId }: KnownOrganization['links'][number]) =>
    `${connectionId}/${of}/${recordId}`
  return [...new Map([...more, ...before].map((link) => [toKey(link), link])).values()]
}

/** The records and links of a generated organization as `runCrossCheck` reads them. */
export function openOrganization({ records, links }: Pick<KnownOrganization, 'records' | 'links'>): CrossCheckSource {
  return openSourceInMemory(records, links)
}

/** Everything that `sabotageOrganization` can do, as people call it. */
export const sabotageKinds: readonly string[] = Object.freeze(Object.keys(sabotages))

/**
 * A copy of an organization in which one thing goes wrong: a list that is not complete, refused, stale or there twice, members that
 * are missing or have other words, links that are lost. What really happened stays the same.
 * @param kind one of `sabotageKinds`
 * @param seed the same seed spoils the same records
 * @throws TypeError for another kind
 */
export function sabotageOrganization(organization: KnownOrganization, kind: string, seed: number): KnownOrganization {
  demandChoice('sabotageOrganization()', 'kind', kind, sabotageKinds)
  const { truth, devices, humans, history, ...rest } = organization
  const copy = structuredClone(rest)
  const spoilt: KnownOrganization = { ...copy, truth: new Map(truth), devices, humans, history }
  spoilt.inputs.systems = spoilt.systems
  sabotages[kind]?.(spoilt, new Random(seed))
  return spoilt
}
