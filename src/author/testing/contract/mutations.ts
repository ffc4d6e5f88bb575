import { parseJson } from '../../../text/parse-json.ts'

/** The change of a member. */
export type MutationKind =
  | 'removed'
  | 'null'
  | 'wrong type'
  | 'unknown word'
  | 'unreadable time'
  | 'time in another unit'
  | 'time of the year 1'
  | 'time in the future'
  // An equivalent value. It only shows whether the member matters.
  | 'another value'

/** A change of one member, everywhere in an answer. */
export interface Mutation {
  /** Dotted path; `[]` is any item of a list: `users[].status`. In XML the name of the element. */
  readonly member: string
  readonly kind: MutationKind
  /** For another value: which. @default one that is made up */
  readonly value?: unknown
}

/** A changed answer, and the objects around the changed members. */
export interface Mutated {
  readonly text: string
  /** Values of the objects with changed members, as text, and own values of the items of lists around them. */
  readonly nearby: ReadonlySet<string>
}

/** Every change of every member of an answer. Empty if it is neither JSON nor XML. */
export function listMutations(text: string, nowMs: number): Mutation[] {
  const found = new Map<string, Mutation>()
  for (const [member, value] of listLeafMembers(text))
    for (const kind of listMutationKinds(value, nowMs)) found.set(`${member} ${kind}`, { member, kind })
  return [...found.values()]
}

/** Every member of an answer with its value, repeated if it repeats. */
export function listLeafMembers(text: string): [member: string, value: unknown][] {
  const json = parseJson(text)
  if (json === undefined)
    return [...text.matchAll(leafElement)].map(([, name = '', value = '']) => [name, parseLeaf(value)])
  const found: [string, unknown][] = []
  visit(json, '', (member, value) => found.push([member, value]))
  return found
}

/** The answer with members changed everywhere. The same text if it has none of them. */
export function mutateText(text: string, mutations: readonly Mutation[], nowMs: number): Mutated {
  const json = parseJson(text)
  const byMember = new Map(mutations.map((mutation) => [mutation.member, mutation]))
  if (json === undefined) return mutateXml(text, byMember, nowMs)
  const holders = new Set<unknown>()
  const around = new Set<MutableMembers>()
  const changes: (() => void)[] = []
  visit(json, '', (at, value, holder, key, items) => {
    const mutation = byMember.get(at)
    if (!mutation || !isChangedBy(mutation.kind, value, nowMs)) return
    holders.add(holder)
    for (const item of items) around.add(item)
    changes.push(() => {
      if (mutation.kind === 'removed') delete holder[key]
      else holder[key] = changeValue(value, mutation, nowMs)
    })
  })
  // An item says what it is about, also where a member lies deeper: `{ id, properties: { enabled } }`.
  const own = [...around].flatMap((item) => Object.values(item).filter((each) => typeof each !== 'object'))
  const nearby = collectTexts([...holders, ...own])
  for (const change of changes) change()
  return { text: changes.length === 0 ? text : JSON.stringify(json), nearby }
}

/** The answer with every list in it, at any depth, holding each item twice. */
export function doubleLists(text: string): string {
  const json = parseJson(text)
  const doubled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.flatMap((item) => [doubled(item), doubled(item)])
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, doubled(member)]))
  }
  return json === undefined ? text : JSON.stringify(doubled(json))
}

type MutableMembers = Record<string, unknown>

function visit(
  value: unknown,
  at: string,
  see: (member: string, value: unknown, holder: MutableMembers, key: string, items: readonly MutableMembers[]) => void,
  items: readonly MutableMembers[] = [],
): void {
  if (Array.isArray(value))
    for (const item of value) visit(item, `${at}[]`, see, isMembers(item) ? [...items, item] : items)
  else if (isMembers(value))
    for (const [key, member] of Object.entries(value)) {
      const path = at === '' ? key : `${at}.${key}`
      see(path, member, value, key, items)
      visit(member, path, see, items)
    }
}

function isMembers(value: unknown): value is MutableMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listMutationKinds(value: unknown, nowMs: number): readonly MutationKind[] {
  if (value === null) return ['removed', 'wrong type']
  const always = ['removed', 'null', 'wrong type'] as const
  if (recognizeTime(value, nowMs))
    return [
      ...always,
      'unreadable time',
      'time in another unit',
      'time of the year 1',
      'time in the future',
      'another value',
    ]
  if (typeof value === 'string' && isWord(value)) return [...always, 'unknown word', 'another value']
  // The members of an object count separately.
  return typeof value === 'object' && !Array.isArray(value) ? always : [...always, 'another value']
}

/** Where one value of a member is a word, its other texts are, too: `TLSv1.2` beside `HTTP`. */
function isChangedBy(kind: MutationKind, value: unknown, nowMs: number): boolean {
  if (kind === 'unknown word') return typeof value === 'string' && recognizeTime(value, nowMs) === undefined
  return listMutationKinds(value, nowMs).includes(kind)
}

/** A possible word of a vendor's vocabulary: not an address, path, number or sentence. */
function isWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z_-]*$/.test(text)
}

const dayMs = 86_400_000
const tenYearsMs = 3_650 * dayMs

type InstantForm = 'iso' | 'seconds' | 'milliseconds'

/** The format of a time, if the value is one: within thirty years of the run. */
function recognizeTime(value: unknown, nowMs: number): InstantForm | undefined {
  const isNear = (ms: number) => Math.abs(ms - nowMs) < 3 * tenYearsMs
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? 'iso' : undefined
  if (typeof value !== 'number') return undefined
  if (isNear(value * 1000)) return 'seconds'
  return isNear(value) ? 'milliseconds' : undefined
}

function changeValue(value: unknown, { kind, value: wanted }: Mutation, nowMs: number): unknown {
  const form = recognizeTime(value, nowMs)
  switch (kind) {
    case 'null':
      return null
    case 'wrong type':
      return changeType(value)
    case 'unknown word':
      return 'unknownFutureValue'
    case 'unreadable time':
      return form === 'iso' ? 'soon' : -1
    case 'time in another unit':
      if (form === 'iso') return String(Date.parse(value as string))
      return form === 'seconds' ? (value as number) * 1000 : Math.round((value as number) / 1000)
    case 'time of the year 1':
      return form === 'iso' ? '0001-01-01T00:00:00Z' : 0
    case 'time in the future': {
      const ms = nowMs + tenYearsMs
      if (form === 'iso') return new Date(ms).toISOString()
      return form === 'seconds' ? Math.round(ms / 1000) : ms
    }
    default:
      return wanted ?? chooseOther(value, form, nowMs)
  }
}

function chooseOther(value: unknown, form: InstantForm | undefined, nowMs: number): unknown {
  // Old enough for any limit of age.
  const longAgoMs = nowMs - 2 * tenYearsMs
  if (form === 'iso') return new Date(longAgoMs).toISOString()
  if (form !== undefined) return form === 'seconds' ? Math.round(longAgoMs / 1000) : longAgoMs
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return []
  return typeof value === 'number' ? (value === 0 ? 1_000_000 : 0) : `another-${String(value)}`
}

function changeType(value: unknown): unknown {
  if (value === null || typeof value === 'string') return { unexpected: 7 }
  if (Array.isArray(value)) return { unexpected: 7 }
  return typeof value === 'object' ? 'unexpected' : [String(value)]
}

/** Texts that may identify a resource. */
function collectTexts(holders: readonly unknown[]): ReadonlySet<string> {
  const texts = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') texts.add(String(value))
    else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value)
      Object.values(value).forEach(walk)
    }
  }
  holders.forEach(walk)
  return texts
}

// Only AWS answers in XML: elements without attributes, with leaves that correspond to JSON's members.
const leafElement = /<(\w+)>([^<>]*)<\/\1>/g

function parseLeaf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

function mutateXml(text: string, mutations: ReadonlyMap<string, Mutation>, nowMs: number): Mutated {
  const changed = text.replaceAll(leafElement, (whole: string, name: string, content: string) => {
    const value = parseLeaf(content)
    const mutation = mutations.get(name)
    if (!mutation || !listMutationKinds(value, nowMs).includes(mutation.kind)) return whole
    if (mutation.kind === 'removed') return ''
    if (mutation.kind === 'null') return `<${name}/>`
    const isNested = mutation.kind === 'wrong type'
    const other = isNested ? '<unexpected>7</unexpected>' : String(changeValue(value, mutation, nowMs))
    return `<${name}>${other}</${name}>`
  })
  // It is unknown here which elements belong together, so every resource counts as near.
  return { text: changed, nearby: new Set() }
}
