import { CheckError } from '../../errors/index.ts'
import { parseEmailAddress } from '../../inventory/email-address.ts'
import { isObject } from '../../text/is-object.ts'
import type { DirectorySource } from '../define/directory.ts'
import type { CrossCheckInputs, CrossCheckSource, CrossCheckSystem } from '../define/inputs.ts'
import type { StoredLink } from '../define/stored-link.ts'
import { isInForce, isLinkInForce } from './is-in-force.ts'
import { joinLinks } from './join-links.ts'
import type { OpenSource } from './open-source.ts'
import { People } from './people.ts'
import { judgeReading, listInventories } from './reading-state.ts'

/** Reads the directory. Only this is in memory at once: the people, and the addresses that they have. */
export async function readPeople(inputs: CrossCheckInputs, source: CrossCheckSource): Promise<People> {
  const nowMs = Date.parse(inputs.now)
  const people = new People(
    inputs.directory.sources.map((each) => openSource(inputs, each, nowMs)),
    new Map(inputs.directory.departures.map(({ personId, since }) => [personId, demandTimeMs(since)])),
  )
  for (const each of people.sources) {
    if (!each.system || !each.state.readAtMs) continue
    for (const inventory of listInventories(each.system, 'person'))
      for await (const piece of joinLinks(
        source.records(each.connectionId, inventory),
        source.links(each.connectionId, 'person'),
        (record, link) => ({ record, linkedTo: readTarget(link, nowMs) }),
      ))
        for (const { record, linkedTo } of piece) if (isObject(record)) people.add(each, record, linkedTo)
  }
  for (const alias of inputs.aliases ?? []) {
    const address = parseEmailAddress(alias.address)
    if (address !== undefined && isInForce(alias, nowMs))
      people.addresses.add(address, people.findLinked(alias.personId))
  }
  people.end()
  return people
}

function readTarget(link: StoredLink | undefined, nowMs: number): string | undefined {
  return link?.to.is === 'person' && isLinkInForce(link, nowMs) ? link.to.personId : undefined
}

function openSource({ systems, variables }: CrossCheckInputs, source: DirectorySource, nowMs: number): OpenSource {
  const system = systems.find(({ connectionId }) => connectionId === source.connectionId)
  const name = system?.name ?? source.connectionId
  const lists = system ? listInventories(system, 'person') : []
  const states = lists.map((list) => judgeReading(system as CrossCheckSystem, list, nowMs, variables?.max_age_hours))
  const unread = {
    isFresh: false,
    isWhole: false,
    readAtMs: 0,
    because: `${name} is a source of the directory, and its people were never read.`,
  }
  const state = states.find(({ isFresh }) => !isFresh) ?? states.find(({ isWhole }) => !isWhole) ?? states[0] ?? unread
  const readAtMs = Math.min(...states.map((each) => each.readAtMs))
  if (system?.state === 'disconnected')
    return {
      ...source,
      name,
      system,
      state: { ...unread, readAtMs: state.readAtMs, because: `${name} is disconnected.` },
    }
  return { ...source, name, system, state: states.length > 0 ? { ...state, readAtMs } : state }
}

function demandTimeMs(time: string): number {
  const ms = Date.parse(time)
  if (!Number.isNaN(ms)) return ms
  throw new CheckError(`A departure has the time "${time}", which is none.`, { code: 'CROSS_CHECK_INPUT_INVALID' })
}
