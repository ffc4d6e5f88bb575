import { createHash } from 'node:crypto'
import { getConnectorFile } from '../../data/build-connector.ts'
import { type DescribedApi, openDescribedApi } from '../../data/described/described-api.ts'
import type { AnyConnector, Check } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import type { DescriptionNode } from '../../descriptions/description-node.ts'
import type { RecordedExchange, Recording } from '../../evidence/recording/recording.ts'
import { isObject } from '../../text/is-object.ts'
import { emptyLists, nameRequest, readConstants, selectOwnExchanges } from '../prove/mutants/list-inputs.ts'
import type { CheckSiblings } from '../prove/siblings/find-siblings.ts'
import { readBasePath } from '../prove/siblings/observe-connector.ts'
import { tryCheck } from '../prove/trials/try-checks.ts'
import type { TrialVerdict } from '../prove/trials/verdict.ts'
import { applyChange } from '../prove/witnesses/apply-changes.ts'
import { openSchema, parseLocator, readSchemaMembers } from '../prove/witnesses/locator.ts'
import type { Witnesses } from '../prove/witnesses/read-witnesses.ts'
import { parseBody } from '../prove/witnesses/recorded-body.ts'
import type { ChangeEntry } from '../prove/witnesses/witness-schema.ts'

/** A case that no witness has, made of the description. */
export interface Probe {
  readonly name: string
  readonly check: string
  readonly world: string
  readonly change: readonly ChangeEntry[]
  readonly verdict: TrialVerdict
}

/** How many values each member that is left unread gets. A word that turns a verdict is seldom the third of its list. */
const roundsMax = 2
/** Words of one member that a check does not name, each with a case of its own. */
const wordsMax = 5
/** Numbers of a check beside which its members are tried, each with three cases. */
const boundsMax = 2
/** Pairs of members that decide, each with a case: of two conditions, one may hide that the other is wrong. */
const pairsMax = 6
/** Changes of one case; more of them nobody reads. */
const changesMax = 40

/**
 * Cases in which an account has nothing, the vendor refuses, or members have other values than in the world. In some, every member that a check leaves unread, because another check reads
 * it or somebody says that it decides nothing. In others, a member that decides: a word that the check does not name, one that the
 * description does not list, a number beside one that it compares with, or any value where no item of the world has the member. In others, two members that decide have another value at once. If it turns the right verdict, the label of the
 * case says so.
 */
export async function listProbes(
  connector: AnyConnector,
  check: Check,
  siblings: CheckSiblings,
  { worlds }: Pick<Witnesses, 'worlds'>,
  description: Description,
): Promise<readonly Probe[]> {
  const api = openDescribedApi(description, connector.definition.baseUrl)
  const passedOver = siblings.passedOver.map(({ member }) => member)
  const left = [...siblings.read, ...siblings.explained, ...passedOver].flatMap((place) => readMember(place, api))
  const rounds = Array.from({ length: roundsMax }, (_, round): readonly NewMember[] =>
    left.map((member) => ({ member, choose: (value) => chooseValue(member.nodes, value, round) })),
  )
  const others = siblings.listed.flatMap((place) =>
    readMember(place, api).flatMap((member) =>
      [chooseUnknown(member.nodes), ...listLeftWords(siblings, place)].map((is) => [
        { member, choose: () => ({ is }) },
      ]),
    ),
  )
  const absent = siblings.decisive.flatMap((place) =>
    readMember(place, api).flatMap((member) =>
      Array.from({ length: roundsMax }, (_, round): readonly NewMember[] => [
        { member, isAbsent: true, choose: () => chooseValue(member.nodes, undefined, round) ?? { is: otherText } },
      ]),
    ),
  )
  const decisive = siblings.decisive
    .flatMap((place) => readMember(place, api))
    .toSorted((one, other) => Number(hasType(other.nodes, 'boolean')) - Number(hasType(one.nodes, 'boolean')))
  const pairs = decisive
    .flatMap((one, index) => decisive.slice(index + 1).map((other) => [one, other]))
    .slice(0, pairsMax)
    .map((members) =>
      members.map((member): NewMember => ({ member, choose: (value) => chooseValue(member.nodes, value, 0) })),
    )
  const { numbers } = readConstants(check, getConnectorFile(connector))
  const bounds = siblings.decisive.flatMap((place) =>
    readMember(place, api)
      .filter(({ nodes }) => hasType(nodes, 'integer') || hasType(nodes, 'number'))
      .flatMap((member) =>
        numbers
          .slice(0, boundsMax)
          .flatMap((bound) => [bound - 1, bound, bound + 1])
          .map((is): readonly NewMember[] => [{ member, choose: () => ({ is }) }]),
      ),
  )
  const probes: Probe[] = []
  for (const [world, recording] of worlds)
    for (const made of [
      emptyAnswers(connector, check, recording),
      refuseAnswers(connector, check, recording),
      ...[...rounds, ...others, ...bounds, ...absent, ...pairs].map((members) =>
        changeMembers(connector, check, recording, members, api),
      ),
    ]) {
      const probe = await makeProbe(connector, check, world, made)
      if (probe && probes.every(({ name }) => name !== probe.name)) probes.push(probe)
    }
  return probes
}

interface ChangedWorld {
  readonly answers: Recording
  readonly change: readonly ChangeEntry[]
}

/** Undefined where nothing is changed, or an answer is lacking, which shows nothing of the check. */
export async function makeProbe(
  connector: AnyConnector,
  check: Check,
  world: string,
  { answers, change }: ChangedWorld,
): Promise<Probe | undefined> {
  if (change.length === 0) return undefined
  const verdict = await tryCheck(connector, answers, check)
  if (verdict.missing.length > 0) return undefined
  const name = createHash('sha256')
    .update(JSON.stringify([check.id, world, change]))
    .digest('hex')
    .slice(0, 10)
  return { name, check: check.id, world, change, verdict }
}

/** The answers of an account that has nothing. */
function emptyAnswers(connector: AnyConnector, check: Check, world: Recording): ChangedWorld {
  let answers = world
  const change: ChangeEntry[] = []
  for (const exchange of selectOwnExchanges(world, check)) {
    const body = exchange.response && parseBody(exchange.response)
    const emptied = emptyLists(body)
    if (JSON.stringify(emptied) === JSON.stringify(body)) continue
    const entry: ChangeEntry = { ...nameRequest(exchange), at: '', is: emptied as ChangeEntry['is'] }
    const changed = applyChange(answers, entry, connector)
    if ('message' in changed) continue
    answers = changed
    change.push(entry)
  }
  return { answers, change }
}

/** The answers of a vendor that lets nobody read what the check asks for. */
function refuseAnswers(connector: AnyConnector, check: Check, world: Recording): ChangedWorld {
  let answers = world
  const change: ChangeEntry[] = []
  for (const exchange of selectOwnExchanges(world, check).slice(0, changesMax)) {
    const entry: ChangeEntry = { ...nameRequest(exchange), status: 403 }
    const changed = applyChange(answers, entry, connector)
    if ('message' in changed) continue
    answers = changed
    change.push(entry)
  }
  return { answers, change }
}

/** Words of a member that somebody explained in place of naming them in the check. */
function listLeftWords({ explainedWords }: CheckSiblings, place: string): readonly string[] {
  return explainedWords
    .filter((word) => word.startsWith(`${place}=`))
    .map((word) => word.slice(place.length + 1))
    .slice(0, wordsMax)
}

/** A value that the description does not list, as a later version of the vendor may have it. */
function chooseUnknown(nodes: readonly DescriptionNode[]): string | number {
  const listed = nodes.flatMap((node) => [...node.at('enum').items(), node.at('const')]).map(({ value }) => value)
  return listed.some((value) => typeof value === 'number') ? unknownNumber : 'unknown_future_value'
}

const unknownNumber = 9_999
/** For a member of which the description says no more than that it is a text. */
const otherText = 'other text'

/** A member, and the value that it gets in place of one. */
interface NewMember {
  readonly member: LeftMember
  /** Whether it is put where no item of an answer has it. @default it takes the place of values */
  readonly isAbsent?: true | undefined
  choose(value: unknown): NewValue | undefined
}

interface LeftMember {
  readonly method: string
  /** As the description has it. */
  readonly path: string
  readonly steps: readonly string[]
  readonly nodes: readonly DescriptionNode[]
}

function readMember(place: string, api: DescribedApi): readonly LeftMember[] {
  const locator = parseLocator(place)
  if (!locator || !('path' in locator.root)) return []
  const { method, path } = locator.root
  const found = api.find(method, path)
  if ('problem' in found) return []
  const { media } = found.operation.success
  let nodes = media ? openSchema(media.at('schema')) : []
  for (const step of locator.members)
    nodes = nodes.flatMap((node) => readSchemaMembers(node, step)).flatMap((node) => openSchema(node))
  return [{ method, path: found.operation.path, steps: locator.members, nodes }]
}

function changeMembers(
  connector: AnyConnector,
  check: Check,
  world: Recording,
  members: readonly NewMember[],
  api: DescribedApi,
): ChangedWorld {
  let answers = world
  const change: ChangeEntry[] = []
  for (const exchange of selectOwnExchanges(world, check)) {
    const asked = readOperationPath(exchange, connector, api)
    for (const { member, isAbsent, choose } of members) {
      const { method, path, steps } = member
      if (asked !== `${method} ${path}` || change.length >= changesMax || !exchange.response) continue
      const body = parseBody(exchange.response)
      const spot = isAbsent ? findAbsence(body, steps) : findMember(body, steps)
      const { is, as } = (spot && choose(spot.value)) ?? {}
      if (!spot || is === undefined) continue
      const entry: ChangeEntry = { ...nameRequest(exchange), at: spot.at, [isAbsent ? 'add' : 'is']: is, as }
      const changed = applyChange(answers, entry, connector)
      if ('message' in changed) continue
      answers = changed
      change.push(entry)
    }
  }
  return { answers, change }
}

/** The operation that a request asks, as the description has it: `GET /users/{id}`. */
export function readOperationPath(
  { request }: RecordedExchange,
  connector: AnyConnector,
  api: DescribedApi,
): string | undefined {
  const base = readBasePath(connector)
  const { pathname } = new URL(request.url)
  const own = base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
  const found = api.find(request.method === 'POST' ? 'POST' : 'GET', own)
  return 'problem' in found ? undefined : `${request.method} ${found.operation.path}`
}

interface FoundMember {
  readonly at: string
  readonly value: unknown
}

/** Where a member would be, if what holds it is there and has it nowhere. */
function findAbsence(body: unknown, steps: readonly string[]): FoundMember | undefined {
  const name = steps.at(-1)
  if (name === undefined || findMember(body, steps)) return undefined
  let { at, value } = findMember(body, steps.slice(0, -1)) ?? { at: '', value: undefined }
  while (Array.isArray(value)) {
    at += '[*]'
    value = value.find((item) => isObject(item))
  }
  return isObject(value) ? { at: at + formatStep(name, at), value: undefined } : undefined
}

function formatStep(step: string, at: string): string {
  if (!/^[^.[\]]+$/.test(step)) return `[${JSON.stringify(step)}]`
  return at === '' ? step : `.${step}`
}

/** Where a member of an answer is, in all items of its lists, and a value that it has. */
function findMember(body: unknown, steps: readonly string[]): FoundMember | undefined {
  let at = ''
  let value = body
  for (const step of steps) {
    while (Array.isArray(value)) {
      at += '[*]'
      value = value.find((item) => isObject(item) && step in item)
    }
    if (!isObject(value) || !(step in value)) return undefined
    at += formatStep(step, at)
    value = value[step]
  }
  return { at, value }
}

type NewValue = Pick<ChangeEntry, 'is' | 'as'>

/** Another value that the description allows. Undefined where it names none. */
function chooseValue(nodes: readonly DescriptionNode[], value: unknown, round: number): NewValue | undefined {
  const words = nodes.flatMap((node) => node.at('enum').items()).flatMap(({ text }) => text ?? [])
  const others = [...new Set(words)].filter((word) => word !== value)
  if (others.length > 0) return { is: round === 0 ? others[0] : others.at(-1) }
  if (hasType(nodes, 'boolean')) return { is: (value === true) === (round !== 0) }
  if (nodes.some((node) => /^date/.test(node.at('format').text ?? '')))
    return { is: round === 0 ? '-900d' : '+900d', as: value === null || value === undefined ? 'iso' : undefined }
  if (hasType(nodes, 'array')) return round === 0 ? { is: [] } : undefined
  if (hasType(nodes, 'integer') || hasType(nodes, 'number')) return { is: round === 0 ? 0 : 100_000 }
  return undefined
}

function hasType(nodes: readonly DescriptionNode[], type: string): boolean {
  return nodes.some((node) => [node.at('type').value].flat().includes(type))
}
