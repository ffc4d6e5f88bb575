import type { TimeForm } from '../../../src/data/expressions/convert-time.ts'
import { allQuestions } from '../../../src/questions/all-questions.ts'
import { parseOnce } from './parse-once.ts'

type Json = Readonly<Record<string, unknown>>

/** What a connector's file says of the values that it reads, by the last name of each member. */
export interface Hints {
  /** Words and numbers that it compares a member with. */
  readonly values: ReadonlyMap<string, readonly (string | number)[]>
  readonly times: ReadonlyMap<string, TimeForm>
  /** Names of members that may be null: the file says what that means. */
  readonly nullable: ReadonlySet<string>
  /** Members that a rule compares with null. */
  readonly comparedWithNull: ReadonlySet<string>
  readonly lists: readonly ListHint[]
  /** Credential fields by the last two names of the member that has their value: `account.id`. */
  readonly own: ReadonlyMap<string, string>
  /** Names of members that have the id of another thing: `r.id == item.rootRole`. */
  readonly references: ReadonlySet<string>
  /** Texts that a function of meaning tells apart, by the name of the member that it reads: `coversInternet(item.ranges)`. */
  readonly meanings: ReadonlyMap<string, readonly string[]>
  /** Names of members that a record takes as its e-mail address. */
  readonly addresses: ReadonlySet<string>
  /** Where the connector logs in, and where it reads the token of the answer. */
  readonly login: { readonly path: string; readonly token: string } | undefined
}

/** How a list goes on. */
export interface ListHint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly items: string | undefined
  readonly next: unknown
  /** The query of GraphQL that asks for it. */
  readonly graphql?: string
  /** It may be absent: 404 means that there is none. */
  readonly query: Json
}

const known = new Map<string, Hints>()

/** Reads a connector's file for what its vendor would have to answer. */
export function readHints(text: string): Hints {
  const hints = known.get(text) ?? findHints(text)
  known.set(text, hints)
  return hints
}

function findHints(text: string): Hints {
  const file = parseOnce(text) as Json
  const values = new Map<string, (string | number)[]>()
  const times = new Map<string, TimeForm>()
  const nullable = new Set<string>()
  const comparedWithNull = new Set<string>()
  const lists: ListHint[] = []
  const own = new Map<string, string>()
  const references = new Set<string>()
  const meanings = new Map<string, readonly string[]>()
  const add = (names: readonly string[], found: readonly (string | number)[]) => {
    for (const name of names) values.set(name, [...(values.get(name) ?? []), ...found])
  }
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      add(listNames(value), listLiterals(value))
      for (const [name, texts] of listMeanings(value)) meanings.set(name, texts)
      // What has to be the connection's own: `item.account.id == connection.account_id`.
      for (const [, path = '', field = ''] of value.matchAll(/(\w+\.\w+) == connection\.(\w+)/g)) own.set(path, field)
      for (const [, name = ''] of value.matchAll(/\w+\.id == \w+\.(\w+)/g)) references.add(name)
      // A list of ids, as texts: `item.filters.exists(r, filters.exists(f, f.id == r))`.
      for (const [, name = '', each] of value.matchAll(/\.(\w+)\.(?:exists|all)\((\w+),/g))
        if (new RegExp(`\\.id == ${each}\\b(?!\\.)`).test(value)) add([name], ['id-1001', 'id-1002'])
      for (const [, name = ''] of value.matchAll(/\.(\w+) [!=]= null/g)) comparedWithNull.add(name)
      // What two answers have in common: `branch.name == item.default_branch`.
      for (const [, one = '', other = ''] of value.matchAll(joinedMembers)) add([one, other], [`${one}-of-${other}`])
      // `record.name == '_dmarc.' + zone.name`
      for (const [, one = '', prefix = '', other = ''] of value.matchAll(prefixedMembers)) {
        add([one], [`${prefix}${one}-of-${other}`])
        add([other], [`${one}-of-${other}`])
      }
      for (const [, name = ''] of value.matchAll(/(?:age|remaining)\((?:\w+\.)*(\w+)\)/g)) times.set(name, 'iso')
    } else if (Array.isArray(value)) for (const each of value) visit(each)
    else if (typeof value === 'object' && value !== null) visitObject(value as Json)
  }
  const visitObject = (value: Json) => {
    const { of, words, time, none, path, graphql, next } = value
    if (typeof of === 'string') {
      const names = listNames(of)
      if (typeof words === 'object' && words !== null) add(names, Object.keys(words))
      if (typeof time === 'string') for (const name of names) times.set(name, time as TimeForm)
      if (typeof none === 'object' && none !== null && ((none as Json).values as unknown[])?.includes(null))
        for (const name of names) nullable.add(name)
    }
    if (typeof path === 'string' && next !== undefined)
      lists.push({
        method: value.body === undefined ? 'GET' : 'POST',
        path,
        next,
        items: typeof value.items === 'object' ? ((value.items as Json).path as string) : (value.items as string),
        query: (value.query ?? {}) as Json,
      })
    if (typeof graphql === 'string' && next !== undefined)
      lists.push({
        method: 'POST',
        path: String(file.graphqlPath ?? '/graphql'),
        next,
        graphql,
        query: {},
        items: `data.${(next as Json).connection}.nodes`,
      })
    for (const [name, each] of Object.entries(value)) {
      // A command for people to copy is no expression.
      if (name !== 'fix') visit(each)
    }
  }
  visit({ inventories: file.inventories, checks: file.checks })
  const inventories = (file.inventories ?? []) as readonly { readonly of: string; readonly record: Json }[]
  for (const { of, role } of (file.checks ?? []) as readonly { readonly of?: string; readonly role?: string }[])
    for (const { record } of inventories.filter((each) => role !== undefined && each.of === of))
      add(listNames(String(record.roles)), [role ?? ''])
  const addresses = new Set(
    inventories.flatMap(({ record: { email } }) =>
      listNames(typeof email === 'string' ? email : String((email as Json | undefined)?.of ?? '')).slice(-1),
    ),
  )
  const login = readLogin(file.login)
  return { values, times, nullable, comparedWithNull, lists, own, references, meanings, addresses, login }
}

/** Ids of checks that let people decide every item, so that nothing passes or fails. */
export function listForPeople(text: string): readonly string[] {
  const { checks = [] } = parseOnce(text) as { readonly checks?: readonly CheckEntry[] }
  return checks.flatMap(({ id, question: name, variables, review }) => {
    const question = allQuestions.find((each) => each.name === name)
    const isForPeople = question
      ? // A variable may have the names of what people looked at already.
        question.remediation === undefined && variables === undefined
      : review !== undefined && review.when === undefined
    return isForPeople ? [id ?? question?.id ?? ''] : []
  })
}

interface CheckEntry {
  readonly id?: string
  readonly question?: string
  readonly variables?: Json
  readonly review?: Json
}

const joinedMembers =
  /\b(?!connection\b)\w+(?:\.\w+)*\.(?!id\b)(\w+) == (?!connection\b)\w+(?:\.\w+)*\.(?!id\b)(\w+)\b(?!\()/g
const prefixedMembers = /\.(\w+) == '([^']*)' \+ \w+\.(\w+)/g

function readLogin(login: unknown): Hints['login'] {
  const { path, token } = (login ?? {}) as Json
  return typeof path === 'string' && typeof token === 'string' ? { path, token } : undefined
}

/** Names of members in an expression: `item.user.has2fa` has `user` and `has2fa`. */
function listNames(expression: string): readonly string[] {
  const bare = expression.replaceAll(/'[^']*'/g, "''")
  return [
    ...new Set([
      ...[...bare.matchAll(/\.([A-Za-z_]\w*)(?!\w*\()/g)].map(([, name = '']) => name),
      // Names that are no identifiers: item.attributes['auto-apply'].
      ...[...expression.matchAll(/\[['"]([^'"]+)['"]\]/g)].map(([, name = '']) => name),
    ]),
  ]
}

/** By function of meaning: what each of its arguments may be. */
const meaningTexts: Readonly<Record<string, readonly (readonly string[])[]>> = {
  coversInternet: [['0.0.0.0/0', '203.0.113.0/24', '10.0.0.0/8']],
  opensPort: [['22', '443', '1-65535', '8000-9000']],
  matchesGlob: [['main', '*', 'release/*'], ['main']],
  matchesPathGlob: [['main', '*', 'release/*'], ['main']],
  readDmarc: [['v=DMARC1; p=reject', 'v=DMARC1; p=none']],
}

/** Members that functions of meaning read, with texts that these tell apart. */
function listMeanings(expression: string): readonly (readonly [string, readonly string[]])[] {
  return [...expression.matchAll(/\b(\w+)\(/g)].flatMap(({ 1: name = '', index, 0: { length } }) =>
    (meaningTexts[name] ?? []).flatMap((texts, at) => {
      const member = listNames(cutArguments(expression.slice(index + length))[at] ?? '').at(-1)
      return member === undefined ? [] : [[member, texts] as const]
    }),
  )
}

/** The arguments of a call, from behind its "(". */
function cutArguments(text: string): readonly string[] {
  const cuts: string[] = ['']
  let depth = 0
  for (const sign of text) {
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign) && depth-- === 0) break
    if (sign === ',' && depth === 0) cuts.push('')
    else cuts.push(`${cuts.pop()}${sign}`)
  }
  return cuts
}

/** Texts and numbers in an expression, and numbers beside them, which a bound tells apart. */
function listLiterals(expression: string): readonly (string | number)[] {
  const texts = [...expression.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  const bare = expression.replaceAll(/'[^']*'/g, '')
  const listed = [...bare.matchAll(/\[[\d, ]+\]/g)].flatMap(([list]) =>
    [...list.matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  )
  const compared = [...bare.replaceAll(/\[[^\]]*\]/g, '').matchAll(/(?<![\w.])(\d+)(?![\w.])/g)].map(([, digits]) =>
    Number(digits),
  )
  // What a list names are words; beside any other number is another verdict.
  const numbers =
    listed.length > 0 ? listed : compared.flatMap((each) => [each - 1, each, each + 1].filter((near) => near >= 0))
  return [...texts, ...numbers]
}
