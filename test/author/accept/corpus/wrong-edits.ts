import type { Candidate } from './candidate.ts'

/** One thing that is wrong with a connector. */
export interface WrongEdit {
  /** What kind of mistake it is. */
  readonly kind: string
  /** Where, for the name of the test. */
  readonly at: string
  readonly candidate: Candidate
  /** Whether its author labels the witnesses by what the check says. */
  readonly agrees: boolean
}

type Values = Record<string, unknown>

/** Deliberate mistakes in a right connector, each of them one that a model makes. */
export function* listWrongEdits(candidate: Candidate): Generator<WrongEdit> {
  for (const [index] of ((candidate.file.checks as Values[] | undefined) ?? []).entries())
    yield* listCheckEdits(candidate, 'checks', index)
  for (const [index] of ((candidate.file.inventories as Values[] | undefined) ?? []).entries())
    yield* listCheckEdits(candidate, 'inventories', index)
  yield* listFileEdits(candidate)
}

function* listCheckEdits(candidate: Candidate, part: 'checks' | 'inventories', index: number): Generator<WrongEdit> {
  const entry = (candidate.file[part] as Values[])[index] ?? {}
  const name = `${candidate.id} ${String(entry.id ?? entry.of ?? entry.question)}`
  const edit = (kind: string, at: string, change: (entry: Values) => void): WrongEdit => {
    const file = structuredClone(candidate.file) as Values
    change((file[part] as Values[])[index] as Values)
    return { kind, at: `${name} ${at}`, candidate: { ...candidate, file }, agrees: true }
  }
  for (const [path, text] of listTexts(entry)) {
    const set = (to: string) => (values: Values) => setAt(values, path, to)
    const at = path.join('.')
    if (/^(?:pass|where|applies)$|\bwhen$|^review\.when$/.test(at)) yield edit('inverted', at, set(`!(${text})`))
    for (const [from, to] of flips)
      if (text.includes(from)) yield edit('compares otherwise', at, set(text.replace(from, to)))
    for (const [whole, number] of text.matchAll(/(?<=[<>]=? )(\d+)/g))
      yield edit('another bound', at, set(text.replace(whole, String(Number(number) * 2 + 1))))
    const parts = splitConjuncts(text)
    for (const [nth] of parts.length > 1 ? parts.entries() : [])
      yield edit('a condition dropped', `${at} ${nth}`, set(parts.filter((_, other) => other !== nth).join(' && ')))
    const words = [...text.matchAll(/'([A-Za-z][\w-]*)'/g)].map(([, word = '']) => word)
    for (const word of words.slice(0, 3)) {
      yield edit('wrong word', `${at} ${word}`, set(text.replace(`'${word}'`, `'${word}_legacy'`)))
      if (text.includes(`'${word}', `))
        yield edit('list too narrow', `${at} ${word}`, set(text.replace(`'${word}', `, '')))
    }
    const members = [...new Set([...text.matchAll(/\bitem(?:\.\w+)+/g)].map(([member]) => member))]
    const [first, second] = members
    if (first !== undefined && second !== undefined && !/^(?:id|name|resource)/.test(at))
      yield edit(
        'wrong member',
        at,
        set(text.replaceAll(first, '\u0001').replaceAll(second, first).replaceAll('\u0001', second)),
      )
    for (const member of members.slice(0, 2))
      if (!/^(?:id|name|resource|email)/.test(at))
        yield edit('wrong member', `${at} ${member}`, set(text.replace(member, member.replace(/\.\w+$/, '.id'))))
  }
  if (Array.isArray(entry.unknown) && entry.unknown.length > 0)
    yield edit('unknown passes', 'unknown', (values) => {
      delete values.unknown
    })
  if (entry.onEmpty !== undefined && entry.onEmpty !== 'pass')
    yield edit('nothing passes', 'onEmpty', (values) => {
      values.onEmpty = 'pass'
    })
  if (entry.notApplicable !== undefined)
    yield edit('an exception dropped', 'notApplicable', (values) => {
      delete values.notApplicable
      delete values.applies
    })
  if (isRecord(entry.list)) {
    const { list } = entry
    if (isRecord(list.next))
      yield edit('paging dropped', 'list.next', (values) => {
        values.list = { ...list, next: 'none' }
      })
    const items = typeof list.items === 'string' ? list.items : undefined
    if (items !== undefined && entry.where === undefined)
      yield edit('list too narrow', 'where', (values) => {
        values.where = `item.id != '${firstId(candidate) ?? '1'}'`
      })
  }
  if (isRecord(entry.resource))
    yield edit('another resource', 'resource', (values) => {
      values.resource = { ...(values.resource as Values), id: `'all'` }
    })
}

/** Mistakes in the rest of the file, and in its witnesses. */
function* listFileEdits(candidate: Candidate): Generator<WrongEdit> {
  const { id, file, witnesses } = candidate
  const make = (kind: string, at: string, changed: Partial<Candidate>): WrongEdit => ({
    kind,
    at: `${id} ${at}`,
    candidate: { ...candidate, ...changed },
    agrees: false,
  })
  const first = witnesses.witnesses[0]
  if (first?.source) {
    const { source } = first
    const withSource = (locator: string) => ({
      witnesses: {
        ...witnesses,
        witnesses: witnesses.witnesses.map((each) =>
          each === first ? { ...each, source: { ...source, locator } } : each,
        ),
      },
    })
    yield make('invented source', 'member', withSource(`${source.locator.replace(/=.*/, '')}.complianceState`))
    yield make('invented source', 'path', withSource('GET /compliance/verified result.isCompliant'))
    yield make('invented source', 'word', withSource(`${source.locator.replace(/=.*/, '')}=certainlyCompliant`))
  }
  const lacking = witnesses.witnesses.map((each, index) => (index === 0 ? { ...each, source: undefined } : each))
  yield make('no source', 'source', { witnesses: { ...witnesses, witnesses: lacking } })
  for (const [nth, of] of [...new Set(witnesses.witnesses.map((each) => each.of.check))].slice(0, 3).entries()) {
    const others = witnesses.witnesses.filter((each) => each.of.check !== of || each.change === undefined)
    if (others.length < witnesses.witnesses.length)
      yield make('witnesses left out', `${nth} ${of}`, { witnesses: { ...witnesses, witnesses: others } })
  }
  for (const list of ['unread', 'notJudged']) {
    const entries = ((file[list] as Values[] | undefined) ?? []).filter(({ members }) => members !== undefined)
    for (const entry of entries.slice(0, 2))
      yield make('sibling unread', `${list} ${String(entry.of)}`, {
        file: { ...file, [list]: (file[list] as Values[]).filter((each) => each !== entry) },
      })
  }
  const host = String(file.baseUrl)
  if (/^https:\/\/[^{/]+(?:\/|$)/.test(host))
    yield make('invented host', 'baseUrl', {
      file: { ...file, baseUrl: host.replace(/^https:\/\/[^/]+/, 'https://api.vendor-mirror.com') },
    })
  const auth = file.auth as { type: string; config?: Values }
  if (auth.type === 'api_key' && auth.config?.in === 'header')
    yield make('invented header', 'auth', {
      file: { ...file, auth: { ...auth, config: { ...auth.config, name: 'X-Compliance-Token' } } },
    })
}

const flips = [
  [' == ', ' != '],
  [' <= ', ' >= '],
  [' >= ', ' <= '],
  [' < ', ' > '],
  [' && ', ' || '],
  ['.exists(', '.all('],
  ['.all(', '.exists('],
] as const

/** Expressions of an entry that decide, with where they are. */
function* listTexts(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<readonly [readonly (string | number)[], string]> {
  if (
    path.some((step) =>
      [
        'title',
        'remediation',
        'description',
        'evidence',
        'fail',
        'because',
        'says',
        'list',
        'get',
        'let',
        'for',
        'detail',
        'controls',
        'states',
        'id',
        'name',
        'scopes',
        'covers',
        'leavesOut',
        'none',
        'severity',
        'source',
        'variables',
        'question',
        'of',
        'onEmpty',
        'tags',
        'kind',
        'time',
        'instructions',
        'plural',
        'resourceType',
        'resourceId',
        'resource',
        'part',
        'category',
        'docsUrl',
      ].includes(String(step)),
    ) &&
    path.at(-1) !== 'when'
  )
    return
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) for (const [index, each] of value.entries()) yield* listTexts(each, [...path, index])
  else if (isRecord(value)) for (const [name, each] of Object.entries(value)) yield* listTexts(each, [...path, name])
}

function setAt(values: Values, path: readonly (string | number)[], to: string): void {
  const [last] = path.slice(-1)
  let holder = values
  for (const step of path.slice(0, -1)) holder = holder[step] as Values
  holder[last as string] = to
}

/** The parts of `a && b`, where no bracket is open. */
function splitConjuncts(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at] ?? '')) depth++
    if (')]}'.includes(text[at] ?? '')) depth--
    if (depth === 0 && text.startsWith(' && ', at)) {
      parts.push(text.slice(start, at))
      start = at + 4
    }
    if (depth === 0 && (text.startsWith(' || ', at) || text.startsWith(' ? ', at))) return [text]
  }
  return [...parts, text.slice(start)]
}

function firstId({ worlds }: Candidate): string | undefined {
  const [world] = Object.values(worlds)
  return world?.checks.flatMap(({ results }) => results).map(({ resource }) => resource.id)[0]
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
