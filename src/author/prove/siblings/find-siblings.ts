import { findCheckEntry, getConnectorFile } from '../../../data/build-connector.ts'
import type { Reads } from '../../../data/contract/watch-shape.ts'
import { type DescribedApi, openDescribedApi } from '../../../data/described/described-api.ts'
import { type CheckEntry, isQuestion, type RuleEntry } from '../../../data/format/checks.ts'
import type { ConnectorFile } from '../../../data/format/connector-file.ts'
import type { InventoryEntry } from '../../../data/format/inventories.ts'
import { isName } from '../../../data/words/find-open-words.ts'
import { type AnyConnector, type Check, type ConnectorDefinition, toInventoryId } from '../../../define/index.ts'
import type { Description } from '../../../descriptions/description.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import type { Operation } from '../../../descriptions/operations.ts'
import { createWireFinder } from '../../../descriptions/wire-names.ts'
import { openSchema } from '../witnesses/locator.ts'
import { listInventoryReads, listInventoryScope, listRuleReads, listRuleScope, type ReadMembers } from './list-reads.ts'
import type { ObservedRead, ObservedReads } from './observe-reads.ts'
import { isScopeName } from './scope-name.ts'

/** Members and words of the description that a check meets. */
export interface CheckSiblings {
  readonly check: string
  /** Members beside those that decide, by which another check of the connector judges: `GET /servers servers.protection.delete`. */
  readonly read: readonly string[]
  /** Those that somebody said something of, under `unread` or `notJudged`. */
  readonly explained: readonly string[]
  /** Those that no check reads. */
  readonly unread: readonly string[]
  /** Those by which another check or an inventory tells whether an item counts at all. This check counts it either way. */
  readonly passedOver: readonly PassedOver[]
  /** Words of members that decide: those that the check names, and those that it does not. */
  readonly namedWords: readonly string[]
  readonly openWords: readonly string[]
  /** Words that the check does not name, and of which somebody said something. */
  readonly explainedWords: readonly string[]
  /** Members that decide. */
  readonly decisive: readonly string[]
  /** Those of them whose values the description lists. */
  readonly listed: readonly string[]
}

export interface PassedOver {
  /** `GET /users users.suspended` */
  readonly member: string
  /** What tells by it: the id of a check, or `inventory:account`. */
  readonly by: string
}

/** An object of an answer of which a check reads members. */
interface MetObject {
  /** `GET /servers servers.protection` */
  readonly place: string
  readonly nodes: readonly DescriptionNode[]
  readonly read: Set<string>
}

/**
 * For each check, what stands beside the members that it decides by: switches, enumerations, times, numbers and lists.
 * @param observed what checks in code read. @default nothing is said of them
 */
export function findSiblings(
  connector: AnyConnector,
  description: Description,
  observed?: ObservedReads,
): readonly CheckSiblings[] {
  const file = getConnectorFile(connector)
  if (!file && !observed) return []
  const api = openDescribedApi(description, connector.definition.baseUrl)
  const findOnWire = createWireFinder(description.root)
  const met = connector.checks.map((check) => {
    const entry = findCheckEntry(connector, check)
    const found =
      entry && file
        ? meetObjects(check, entry, file, api)
        : { objects: meetObserved(observed?.get(check.id) ?? [], api, findOnWire) }
    return { check, text: undefined, ...found }
  })
  const readAnywhere = new Set(met.flatMap(({ objects }) => listMembers(objects)))
  const scope = findScope(met, file, api)
  const explain = openExplanations(connector.definition)
  return met.map(({ check: { id }, objects, text }) => {
    const beside = objects.flatMap(({ place, nodes, read }) =>
      [...new Set(nodes.flatMap((node) => node.at('properties').names()))]
        .filter(
          (name) =>
            !read.has(name) &&
            isTelling(
              name,
              nodes.flatMap((node) => readMembers(node, name)),
            ),
        )
        .map((name) => join(place, name)),
    )
    const own = listMembers(objects)
    const places = new Set(objects.map(({ place }) => place))
    const passed = [...scope.values()].filter(({ place, member }) => places.has(place) && !own.includes(member))
    const unique = [...new Set([...beside, ...passed.map(({ member }) => member)])]
    const isExplained = (member: string) => explain(member, { check: id, demandsCheck: scope.has(member) })
    const others = unique.filter((member) => scope.has(member) || !readAnywhere.has(member))
    // The words that code knows are not told by its schema.
    const words = text === undefined ? [] : [...new Set(objects.flatMap(listWords))]
    const isWordExplained = (word: string) =>
      [word, word.slice(0, word.lastIndexOf('='))].some((each) => explain(each, { check: id, demandsCheck: false }))
    const isNamed = (place: string) =>
      text?.includes(JSON.stringify(place.slice(place.lastIndexOf('=') + 1)).slice(1, -1))
    return {
      check: id,
      read: unique.filter((member) => !others.includes(member)),
      explained: others.filter(isExplained),
      unread: others.filter((member) => !scope.has(member) && !isExplained(member)),
      passedOver: passed.filter(({ member }) => !isExplained(member)).map(({ member, by }) => ({ member, by })),
      namedWords: words.filter(isNamed),
      openWords: words.filter((word) => !isNamed(word) && !isWordExplained(word)),
      explainedWords: words.filter((word) => !isNamed(word) && isWordExplained(word)),
      decisive: own,
      listed: [...new Set(objects.flatMap(listListed))],
    }
  })
}

interface MetCheck {
  readonly check: Check
  readonly objects: readonly MetObject[]
}

interface ScopeMember extends PassedOver {
  readonly place: string
}

/**
 * Members by which checks and inventories of a connector tell whether an item counts. A file says so by its conditions. Where it stands
 * in a judgement, and in code, it is told by its name.
 */
function findScope(
  met: readonly MetCheck[],
  file: ConnectorFile | undefined,
  api: DescribedApi,
): ReadonlyMap<string, ScopeMember> {
  const found = new Map<string, ScopeMember>()
  const add = (by: string, objects: readonly MetObject[], isScope: (name: string) => boolean) => {
    const places = new Set(objects.map(({ place }) => place))
    for (const { place, read } of objects)
      for (const name of read) {
        const member = join(place, name)
        // What only leads to another member decides nothing.
        if (isScope(name) && !places.has(member) && !found.has(member)) found.set(member, { place, member, by })
      }
  }
  for (const entry of file?.inventories ?? [])
    add(toInventoryId(entry), meetIn(entry, listInventoryScope(entry), api), () => true)
  for (const entry of file?.checks ?? [])
    if (!isQuestion(entry)) add(entry.id, meetIn(entry, listRuleScope(entry), api), () => true)
  for (const { check, objects } of met) add(check.id, objects, isScopeName)
  return found
}

function listMembers(objects: readonly MetObject[]): readonly string[] {
  return [...new Set(objects.flatMap(({ place, read }) => [...read].map((name) => join(place, name))))]
}

function meetObjects(check: Check, entry: CheckEntry, file: ConnectorFile, api: DescribedApi) {
  if (!isQuestion(entry)) return { objects: meetIn(entry, listRuleReads(entry), api), text: JSON.stringify(entry) }
  const inventory = file.inventories?.find(({ of, part }) => of === entry.of && part === entry.part)
  if (!inventory) return { objects: [], text: '' }
  const used = new Set(['kind', 'status', ...(check.reads ?? []).flatMap(({ members = [] }) => members)])
  return { objects: meetIn(inventory, listInventoryReads(inventory, used), api), text: JSON.stringify(inventory) }
}

/** The objects of which the schemas of a check read members of their own. */
function meetObserved(
  reads: readonly ObservedRead[],
  api: DescribedApi,
  findOnWire: ReturnType<typeof createWireFinder>,
): readonly MetObject[] {
  const objects = new Map<string, MetObject>()
  const visit = ({ members }: Reads, { place, nodes }: Root) => {
    const opened = nodes.flatMap((node) => openSchema(node))
    const object = objects.get(place) ?? { place, nodes: opened, read: new Set<string>() }
    for (const [name, inner] of members) {
      if (name === '[]') visit(inner, { place, nodes: opened })
      else if (name === '{}') visit(inner, { place, nodes: opened.flatMap((node) => readMembers(node, name)) })
      else {
        // What only leads to a list holds nothing that is judged.
        if (inner.members.size === 0) objects.set(place, object)
        object.read.add(name)
        visit(inner, { place: join(place, name), nodes: opened.flatMap((node) => readMembers(node, name)) })
      }
    }
  }
  for (const request of reads) {
    const operation = findOnWire ? findOnWire(request) : findOperation(request, api)
    if (!operation) continue
    const { media } = operation.success
    const nodes = media ? [media.at('schema')] : []
    visit(request.judged, { place: `${operation.method} ${operation.path}`, nodes })
  }
  return [...objects.values()]
}

function findOperation({ method, path }: ObservedRead, api: DescribedApi): Operation | undefined {
  if (method !== 'GET' && method !== 'POST') return undefined
  const found = api.find(method, path)
  return 'problem' in found ? undefined : found.operation
}

function meetIn(entry: RuleEntry | InventoryEntry, reads: ReadMembers, api: DescribedApi): readonly MetObject[] {
  const objects = new Map<string, MetObject>()
  for (const [root = '', ...members] of reads) {
    let at = findRoot(entry, root, api)
    for (const name of members) {
      if (!at) break
      const nodes = at.nodes.flatMap((node) => openSchema(node))
      const object = objects.get(at.place) ?? { place: at.place, nodes, read: new Set<string>() }
      object.read.add(name)
      objects.set(at.place, object)
      at = { place: join(at.place, name), nodes: nodes.flatMap((node) => readMembers(node, name)) }
    }
  }
  return [...objects.values()]
}

interface Root {
  readonly place: string
  readonly nodes: readonly DescriptionNode[]
}

/** The answer, or the items of the list, that a name stands for. */
function findRoot(entry: RuleEntry | InventoryEntry, name: string, api: DescribedApi): Root | undefined {
  const { list, detail } = entry
  const request =
    name === 'item'
      ? list
      : name === 'body' && 'get' in entry
        ? entry.get
        : name === detail?.as
          ? detail
          : (entry.let?.[name] ?? entry.for?.[name])
  if (!request?.path) return undefined
  const method = 'body' in request && request.body !== undefined ? 'POST' : 'GET'
  const found = api.find(method, request.path)
  if ('problem' in found) return undefined
  const { media } = found.operation.success
  const items =
    request.items === undefined ? '' : typeof request.items === 'string' ? request.items : request.items.path
  let root: Root = { place: `${method} ${found.operation.path}`, nodes: media ? [media.at('schema')] : [] }
  for (const step of items.split('.').filter((each) => each !== ''))
    root = {
      place: join(root.place, step),
      nodes: root.nodes.flatMap((node) => openSchema(node)).flatMap((node) => readMembers(node, step)),
    }
  return root
}

function join(place: string, name: string): string {
  return place.includes(' ', place.indexOf(' ') + 1) ? `${place}.${name}` : `${place} ${name}`
}

/** A member by its name; `{}` is each member of a map. What a map has by names of its own may stand there beside declared members. */
function readMembers(node: DescriptionNode, name: string): readonly DescriptionNode[] {
  const declared = node.at('properties')
  const others = node.at('additionalProperties')
  const open = others.isObject ? [others] : []
  if (name === '{}') return [...declared.names().map((each) => declared.at(each)), ...open]
  const own = declared.at(name)
  return own.isThere ? [own] : open
}

/** A switch, an enumeration, a time, a number or a list, or a map of such. Names and ids of things are none. */
function isTelling(name: string, nodes: readonly DescriptionNode[], isOfMap = false): boolean {
  if (isName(name)) return false
  return nodes
    .flatMap((node) => openSchema(node))
    .some((node) => {
      const types = [node.at('type').value].flat()
      const isTime = /^date/.test(node.at('format').text ?? '')
      const others = node.at('additionalProperties')
      return (
        isTime ||
        node.at('enum').isThere ||
        types.some((type) => /^(?:boolean|integer|number|array)$/.test(String(type))) ||
        (!isOfMap && others.isObject && isTelling(name, [others], true))
      )
    })
}

/** The words of the members that decide: `GET /keys keys.state=on`. */
function listWords({ place, nodes, read }: MetObject): readonly string[] {
  return [...read].flatMap((name) =>
    nodes
      .flatMap((node) => readMembers(node, name))
      .flatMap((node) => openSchema(node))
      .flatMap((node) => node.at('enum').items())
      .flatMap(({ text }) => (text === undefined ? [] : [`${join(place, name)}=${text}`])),
  )
}

/** The members that decide, where the description lists what they may be. */
function listListed({ place, nodes, read }: MetObject): readonly string[] {
  return [...read]
    .filter((name) =>
      nodes
        .flatMap((node) => readMembers(node, name))
        .flatMap((node) => openSchema(node))
        .some((node) => node.at('enum').isThere || node.at('const').isThere),
    )
    .map((name) => join(place, name))
}

interface ExplanationNeed {
  readonly check: string
  /** Whether only what names the check counts: it is said of a member that another check reads. */
  readonly demandsCheck: boolean
}

/** What a connector says of members that it does not judge by. */
function openExplanations({ unread = [], notJudged = [] }: ConnectorDefinition) {
  const named = new Map<string, Set<string>>()
  const forAll = new Set<string>()
  for (const { of, members = [], checks } of [...unread, ...notJudged])
    for (const name of of ? members : []) {
      const member = join(of ?? '', name)
      if (!checks) forAll.add(member)
      else named.set(member, new Set([...(named.get(member) ?? []), ...checks]))
    }
  return (member: string, { check, demandsCheck }: ExplanationNeed) =>
    named.get(member)?.has(check) || (!demandsCheck && forAll.has(member))
}
