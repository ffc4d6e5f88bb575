import { getConnectorFile } from '../../../data/build-connector.ts'
import type { Reads } from '../../../data/contract/watch-shape.ts'
import { type DescribedApi, openDescribedApi } from '../../../data/described/described-api.ts'
import { isQuestion, type RuleEntry } from '../../../data/format/checks.ts'
import type { ConnectorFile } from '../../../data/format/connector-file.ts'
import type { InventoryEntry } from '../../../data/format/inventories.ts'
import { isName } from '../../../data/words/find-open-words.ts'
import type { AnyConnector, Check, ConnectorDefinition } from '../../../define/index.ts'
import type { Description } from '../../../descriptions/description.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { openSchema, readSchemaMembers } from '../witnesses/locator.ts'
import { listInventoryReads, listRuleReads, type ReadMembers } from './list-reads.ts'
import type { ObservedRead, ObservedReads } from './observe-reads.ts'

/** Members and words of the description that a check meets. */
export interface CheckSiblings {
  readonly check: string
  /** Members beside those that decide, which some check of the connector reads: `GET /servers servers.protection.delete`. */
  readonly read: readonly string[]
  /** Those that somebody said something of, under `unread` or `notJudged`. */
  readonly explained: readonly string[]
  readonly unread: readonly string[]
  /** Words of members that decide: those that the check names, and those that it does not. */
  readonly namedWords: readonly string[]
  readonly openWords: readonly string[]
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
  const met = connector.checks.map((check, index) => {
    const found = file
      ? meetObjects(check, index, file, api)
      : { objects: meetObserved(observed?.get(check.id) ?? [], api) }
    return { check, text: undefined, ...found }
  })
  const readAnywhere = new Set(
    met.flatMap(({ objects }) => objects.flatMap(({ place, read }) => [...read].map((name) => join(place, name)))),
  )
  const explained = new Set(listExplained(connector.definition))
  return met.map(({ check: { id }, objects, text }) => {
    const beside = objects.flatMap(({ place, nodes, read }) =>
      [...new Set(nodes.flatMap((node) => node.at('properties').names()))]
        .filter(
          (name) =>
            !read.has(name) &&
            isTelling(
              name,
              nodes.flatMap((node) => readSchemaMembers(node, name)),
            ),
        )
        .map((name) => join(place, name)),
    )
    const unique = [...new Set(beside)]
    const others = unique.filter((member) => !readAnywhere.has(member))
    // The words that code knows are not told by its schema.
    const words = text === undefined ? [] : [...new Set(objects.flatMap(listWords))]
    const isExplained = (word: string) => explained.has(word) || explained.has(word.slice(0, word.lastIndexOf('=')))
    const isNamed = (place: string) =>
      text?.includes(JSON.stringify(place.slice(place.lastIndexOf('=') + 1)).slice(1, -1))
    return {
      check: id,
      read: unique.filter((member) => readAnywhere.has(member)),
      explained: others.filter((member) => explained.has(member)),
      unread: others.filter((member) => !explained.has(member)),
      namedWords: words.filter(isNamed),
      openWords: words.filter((word) => !isNamed(word) && !isExplained(word)),
    }
  })
}

function meetObjects(check: Check, index: number, file: ConnectorFile, api: DescribedApi) {
  const entry = file.checks?.[index]
  if (!entry) return { objects: [], text: '' }
  if (!isQuestion(entry)) return { objects: meetIn(entry, listRuleReads(entry), api), text: JSON.stringify(entry) }
  const inventory = file.inventories?.find(({ of, part }) => of === entry.of && part === entry.part)
  if (!inventory) return { objects: [], text: '' }
  const used = new Set(['kind', 'status', ...(check.reads ?? []).flatMap(({ members = [] }) => members)])
  return { objects: meetIn(inventory, listInventoryReads(inventory, used), api), text: JSON.stringify(inventory) }
}

/** The objects of which the schemas of a check read members of their own. */
function meetObserved(reads: readonly ObservedRead[], api: DescribedApi): readonly MetObject[] {
  const objects = new Map<string, MetObject>()
  const visit = ({ members }: Reads, { place, nodes }: Root) => {
    const opened = nodes.flatMap((node) => openSchema(node))
    const object = objects.get(place) ?? { place, nodes: opened, read: new Set<string>() }
    for (const [name, inner] of members) {
      if (name === '[]') visit(inner, { place, nodes: opened })
      else if (name === '{}') visit(inner, { place, nodes: opened.flatMap((node) => readSchemaMembers(node, name)) })
      else {
        // What only leads to a list holds nothing that is judged.
        if (inner.members.size === 0) objects.set(place, object)
        object.read.add(name)
        visit(inner, { place: join(place, name), nodes: opened.flatMap((node) => readSchemaMembers(node, name)) })
      }
    }
  }
  for (const { method, path, judged } of reads) {
    if (method !== 'GET' && method !== 'POST') continue
    const found = api.find(method, path)
    if ('problem' in found) continue
    const { media } = found.operation.success
    visit(judged, { place: `${method} ${found.operation.path}`, nodes: media ? [media.at('schema')] : [] })
  }
  return [...objects.values()]
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
      at = { place: join(at.place, name), nodes: nodes.flatMap((node) => readSchemaMembers(node, name)) }
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
      nodes: root.nodes.flatMap((node) => openSchema(node)).flatMap((node) => readSchemaMembers(node, step)),
    }
  return root
}

function join(place: string, name: string): string {
  return place.includes(' ', place.indexOf(' ') + 1) ? `${place}.${name}` : `${place} ${name}`
}

/** A switch, an enumeration, a time, a number or a list. Names and ids of things are none. */
function isTelling(name: string, nodes: readonly DescriptionNode[]): boolean {
  if (isName(name)) return false
  return nodes
    .flatMap((node) => openSchema(node))
    .some((node) => {
      const types = [node.at('type').value].flat()
      const isTime = /^date/.test(node.at('format').text ?? '')
      return (
        isTime ||
        node.at('enum').isThere ||
        types.some((type) => /^(?:boolean|integer|number|array)$/.test(String(type)))
      )
    })
}

/** The words of the members that decide: `GET /keys keys.state=on`. */
function listWords({ place, nodes, read }: MetObject): readonly string[] {
  return [...read].flatMap((name) =>
    nodes
      .flatMap((node) => readSchemaMembers(node, name))
      .flatMap((node) => openSchema(node))
      .flatMap((node) => node.at('enum').items())
      .flatMap(({ text }) => (text === undefined ? [] : [`${join(place, name)}=${text}`])),
  )
}

/** What a connector says of members that it does not judge by. */
function listExplained({ unread = [], notJudged = [] }: ConnectorDefinition): readonly string[] {
  return [...unread, ...notJudged].flatMap(({ of, members = [] }) =>
    of ? members.map((member) => join(of, member)) : [],
  )
}
