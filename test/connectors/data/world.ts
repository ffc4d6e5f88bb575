import { createHash } from 'node:crypto'
import type { AnyConnector } from 'checkwright'
import type { FakeVendorOptions } from 'checkwright/testing'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { readSelection, type Selection } from '../../../src/data/compile/graphql-document.ts'
import type { ReducedSchema } from '../../../src/data/contract/reduce-schema.ts'
import { openDescribedApi } from '../../../src/data/described/described-api.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { isObject } from '../../../src/text/is-object.ts'
import { parseJson } from '../../../src/text/parse-json.ts'
import type { Contract } from './contracts.ts'
import type { Hints, ListHint } from './hints.ts'

type Json = Record<string, unknown>

/** When the checks of these tests run. */
export const now = '2026-01-15T12:00:00Z'

/** Above this seed a member has the same value wherever a vendor has it: what holds for all items of long lists. */
const uniformFrom = 60

/** Above this seed most members are null that a rule compares with null: filters, exceptions and errors that few accounts have. */
export const bareFrom = 90

const itemsOfPage = 2
/** More than most limits of a number allow, in every fifth vendor. */
const lengths = [3, 3, 3, 3, 9]

export interface WorldOptions {
  readonly connector: AnyConnector
  readonly contract: Contract
  readonly hints: Hints
  /** Nothing is in any list. @default false */
  readonly isEmpty?: boolean
}

interface Request {
  readonly method: string
  readonly url: URL
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Uint8Array
}

/**
 * A vendor that answers as the contract of a connector says, with values that its rules tell apart. The same seed gives the same
 * vendor.
 */
export function createWorld(
  { connector, contract, hints, isEmpty = false }: WorldOptions,
  seed: number,
): FakeVendorOptions {
  const description = openDescription(contract)
  if (!description) throw new Error(`The contract of ${connector.id} is no description.`)
  const base = readBasePath(connector)
  const { credentials } = createSampleValues(connector)
  const api = openDescribedApi(description, '')
  const findOperation = (method: string, path: string) => {
    const found = api.find(method as 'GET', path)
    if ('problem' in found) return undefined
    const [schema] = Object.values(contract.paths[found.operation.path]?.[method.toLowerCase()]?.responses ?? {}).map(
      ({ content }) => content['application/json'].schema,
    )
    return { name: found.operation.name, schema: schema ?? {} }
  }
  const listsOf = Map.groupBy(
    hints.lists.flatMap((list): [string, ListHint][] => {
      const operation =
        findOperation(list.method, list.path.replaceAll(/\{[^}]*\}/g, 'x')) ??
        findOperation(list.method, `${base}${list.path}`.replaceAll(/\{[^}]*\}/g, 'x'))
      return operation ? [[operation.name, list]] : []
    }),
    ([name]) => name,
  )
  const answer = (request: Request) => {
    const own = request.path.startsWith(base) ? request.path.slice(base.length) : request.path
    const operation = findOperation(request.method, own) ?? findOperation(request.method, request.path)
    if (!operation) return { status: 404, json: { message: `The contract has no ${request.method} ${request.path}.` } }
    const query = readQuery(request)
    // Of several lists of one operation, as GraphQL has them, the one that asks so; else the last one.
    const list = listsOf
      .get(operation.name)
      ?.map(([, each]) => each)
      .findLast(({ graphql }) => graphql === query?.document)
    // Pages of one list are cut from the same items.
    const maker = new Maker({
      hints,
      credentials,
      seed: seed > uniformFrom ? `${seed}` : `${seed} ${operation.name} ${request.path}`,
      length: isEmpty ? 0 : (lengths[seed % lengths.length] ?? 3),
      hasNulls: seed % 4 === 0,
      isUniform: seed > uniformFrom,
      isBare: seed > bareFrom,
    })
    const whole = maker.make(operation.schema, '', 0)
    const body = query ? { data: select((whole as Json).data, query.selection) } : whole
    return list ? cutPage(body, list, request) : { json: body as never }
  }
  return { routes: { ...answerLogin(hints), 'GET /*': answer, 'POST /*': answer } as never }
}

/** The query of GraphQL that a request sends. */
export function readQuery({
  body,
}: Pick<Request, 'body'>): { readonly document: string; readonly selection: Selection } | undefined {
  if (body.length === 0) return undefined
  // A sign-in may send a form.
  const parsed = parseJson(Buffer.from(body).toString())
  const query = isObject(parsed) ? parsed.query : undefined
  if (typeof query !== 'string') return undefined
  const selection = readSelection(query)
  return selection && { document: query, selection }
}

/** What a query asks for, of all that could be asked for. */
function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((each) => select(each, selection))
  if (typeof value !== 'object' || value === null || selection.size === 0) return value
  return Object.fromEntries(
    [...selection].map(([name, { field, inner }]) => [name, select((value as Json)[field], inner)]),
  )
}

/** Where a connector logs in: descriptions have no requests that write. */
export function answerLogin({ login }: Hints): NonNullable<FakeVendorOptions['routes']> {
  if (!login) return {}
  const json: Json = {}
  writeAt(json, login.token, 'sample-token')
  return { [`POST ${login.path}`]: { json: json as never } }
}

/** The path that stands before all paths of a connector. */
function readBasePath({ definition: { baseUrl } }: AnyConnector): string {
  return baseUrl.replace(/^https:\/\/[^/]*/, '').replace(/\/+$/, '')
}

interface MakerOptions {
  readonly hints: Hints
  readonly seed: string
  /** Of each list of objects. */
  readonly length: number
  /** Whether it has nulls where the file states no meaning of them. */
  readonly hasNulls: boolean
  readonly credentials: Json
  readonly isUniform: boolean
  readonly isBare: boolean
}

class Maker {
  readonly #hints: Hints
  readonly #bytes: (name: string) => number
  readonly #length: number
  readonly #hasNulls: boolean
  readonly #credentials: Json
  readonly #isBare: boolean
  #count = 0

  constructor({ hints, seed, length, hasNulls, credentials, isUniform, isBare }: MakerOptions) {
    this.#credentials = credentials
    this.#hasNulls = hasNulls
    this.#isBare = isBare
    this.#hints = hints
    this.#length = length
    this.#bytes = (name) =>
      createHash('sha256')
        .update(`${seed} ${name}${isUniform ? '' : ` ${this.#count++}`}`)
        .digest()
        .readUInt32BE()
  }

  #choose<T>(name: string, choices: readonly T[]): T {
    return choices[this.#bytes(name) % choices.length] as T
  }

  /** @param index which item of its list it belongs to */
  make(schema: ReducedSchema, name: string, index: number, holder = ''): unknown {
    const field = this.#hints.own.get(`${holder}.${name}`)
    if (field !== undefined && this.#bytes(name) % 8 > 0) return this.#credentials[field]
    if (this.#isBare && this.#hints.comparedWithNull.has(name) && this.#bytes(name) % 4 > 0) return null
    // Where the file states no meaning of null, it leaves a check undecided, which says little in every vendor.
    const isNull = this.#hints.nullable.has(name)
      ? this.#bytes(name) % 6 === 0
      : schema.nullable && this.#hasNulls && this.#bytes(name) % 3 === 0
    if (isNull) return null
    const known = this.#hints.values.get(name) ?? []
    const [type] = [schema.type ?? guessType(schema, known)].flat()
    switch (type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([each, inner]) => [each, this.make(inner, each, index, name)]),
        )
      case 'array': {
        const isOfObjects = schema.items?.properties !== undefined || schema.items?.type === 'object'
        const length = name === '' || isOfObjects || this.#length === 0 ? this.#length : this.#bytes(name) % 3
        // What names another thing by its id has not the same id itself.
        const from = this.#refers(schema.items) ? 5000 : 0
        return Array.from({ length }, (_, nth) =>
          this.make(schema.items ?? {}, isOfObjects ? 'item' : name, from + nth),
        )
      }
      case 'boolean':
        return this.#bytes(name) % 2 === 0
      case 'integer':
      case 'number':
        return this.#makeNumber(schema, name, known, index)
      default:
        return this.#makeText(schema, name, known, index)
    }
  }

  /** Whether something in it has the number of another thing. Texts tell by themselves what they are ids of. */
  #refers({ properties = {}, items = {} }: ReducedSchema = {}): boolean {
    return [...Object.entries(properties), ['', items] as const].some(
      ([name, inner]) =>
        (this.#hints.references.has(name) && /integer|number/.test(String(inner.type))) ||
        ((inner.properties ?? inner.items) !== undefined && this.#refers(inner)),
    )
  }

  #makeNumber(schema: ReducedSchema, name: string, known: readonly (string | number)[], index: number): number {
    const time = this.#hints.times.get(name)
    if (time === 'seconds' || time === 'milliseconds')
      return Math.floor(this.#makeTimeMs(name) / (time === 'seconds' ? 1000 : 1))
    const numbers = known.map(Number).filter((each) => Number.isFinite(each))
    const words = (schema.enum ?? []).filter((each) => typeof each === 'number')
    if (words.length > 0) return this.#choose(name, words)
    if (this.#hints.references.has(name)) return 1001 + (this.#bytes(name) % Math.max(1, this.#length))
    if (/(^id|_id|Id)$/.test(name)) return 1001 + index
    return this.#choose(name, numbers.length > 0 ? numbers : [0, 1, 7, 30, 90, 400])
  }

  #makeText(schema: ReducedSchema, name: string, known: readonly (string | number)[], index: number): string {
    const texts = known.filter((each) => typeof each === 'string' && each !== '') as string[]
    const words = (schema.enum ?? []).filter((each) => typeof each === 'string')
    const common = words.filter((each) => texts.includes(each))
    if (words.length > 0) return this.#choose(name, common.length > 1 ? common : words)
    const time = this.#hints.times.get(name)
    if (isTime(schema, name) || time === 'iso' || time === 'utc') {
      const iso = new Date(this.#makeTimeMs(name)).toISOString()
      if (time === 'utc') return iso.slice(0, 19).replace('T', ' ')
      return schema.format === 'date' ? iso.slice(0, 10) : iso
    }
    if (time !== undefined) return String(Math.floor(this.#makeTimeMs(name) / (time === 'seconds' ? 1000 : 1)))
    const meaning = this.#hints.meanings.get(name)
    if (meaning && this.#bytes(name) % 8 > 0) return this.#choose(name, meaning)
    const isChosen = texts.length > 0 && this.#bytes(name) % 2 === 0
    if (/^(?:id|uu?id)$/.test(name) || (!isChosen && /(?:_id|Id|uid|uuid)$/.test(name)))
      return `${name}-${1001 + index}`
    const isAddress = schema.format === 'email' || this.#hints.addresses.has(name)
    if (!isAddress && /^(?:slug|name|login|key)$/.test(name) && !isChosen) return `${name}-${1001 + index}`
    if (isAddress || /e?mail(?:s|_?address)?$/i.test(name))
      return `person${index + 1}@${this.#choose(name, ['sample.example', 'example.com'])}`
    return isChosen ? this.#choose(name, texts) : `${name}-${index + 1}`
  }

  #makeTimeMs(name: string): number {
    const days = [-1, -10, -45, -100, -500]
    const ahead = /expir|valid|until|not_?after|due|renew|end/i.test(name) ? [10, 100, 500] : []
    return Date.parse(now) + this.#choose(name, [...days, ...ahead]) * 86_400_000
  }
}

function isTime({ format }: ReducedSchema, name: string): boolean {
  return (
    /^date(?:-?time)?$/i.test(format ?? '') ||
    (format === undefined && /(_at|At|Date|_date|_time|Time|_on|_login|lastLogin|lastActive)$/.test(name))
  )
}

function guessType({ properties }: ReducedSchema, known: readonly (string | number)[]): string {
  if (properties) return 'object'
  if (known.includes('true') && known.includes('false')) return 'boolean'
  return known.length > 0 && known.every((each) => typeof each === 'number') ? 'number' : 'string'
}

/** The page of a list that a request asks for. */
function cutPage(body: unknown, { items: path, next, query: preset }: ListHint, { url, query, body: sent }: Request) {
  const items = path === undefined ? body : readAt(body, path)
  // Two pages of different items are not the same, though a file reads nothing that tells the items apart.
  const all = Array.isArray(items) ? items.map(numberItem) : undefined
  if (!all || next === 'none' || typeof next === 'undefined' || (isObject(next) && 'none' in next))
    return { json: body as never }
  const form = (typeof next === 'string' ? {} : next) as Json
  const asked = (name: string) =>
    query.get(name) ?? (sent.length > 0 ? readAt(JSON.parse(Buffer.from(sent).toString()), name) : null)
  const number = isObject(form.page) ? { page: form.page.param, first: form.page.first } : {}
  const nth = readPageNumber({ ...form, first: preset[String(form.offset)], ...number }, asked, all, query)
  const part = all.slice(nth * itemsOfPage, (nth + 1) * itemsOfPage)
  const isLast = (nth + 1) * itemsOfPage >= all.length
  const page = (path === undefined ? part : structuredClone(body)) as Json
  if (path !== undefined) writeAt(page, path, part)
  const onward = new URL(url)
  onward.searchParams.set('fake_page', String(nth + 1))
  if (typeof form.total === 'string') writeAt(page, form.total, all.length)
  if (typeof form.more === 'string') writeAt(page, form.more, !isLast)
  if (typeof form.cursor === 'string') writeAt(page, form.cursor, isLast ? undefined : `page-${nth + 1}`)
  if (typeof form.connection === 'string')
    writeAt(page, `data.${form.connection}.pageInfo`, { hasNextPage: !isLast, endCursor: `page-${nth + 1}` })
  if (typeof form.url === 'string') writeAt(page, form.url, isLast ? undefined : onward.href)
  const isLinked = next === 'link' && !isLast
  return { json: page as never, headers: isLinked ? { link: `<${onward.href}>; rel="next"` } : undefined }
}

function numberItem(item: unknown, index: number): unknown {
  return isObject(item) ? { ...item, fake_number: index } : item
}

function readPageNumber(
  form: Json,
  asked: (name: string) => unknown,
  all: readonly unknown[],
  query: URLSearchParams,
): number {
  const given = (name: unknown) => (typeof name === 'string' ? asked(name) : null)
  if (query.has('fake_page')) return Number(query.get('fake_page'))
  const cursor = given(form.param) ?? (typeof form.variable === 'string' ? asked(`variables.${form.variable}`) : null)
  if (cursor !== null && cursor !== undefined) return Number(String(cursor).replace('page-', ''))
  const offset = given(form.offset)
  if (offset !== null && offset !== undefined)
    return Math.ceil((Number(offset) - Number(form.first ?? 0)) / itemsOfPage)
  const page = given(form.page)
  if (page !== null && page !== undefined) return Math.max(0, Number(page) - Number(form.first))
  const after = given(form.after)
  if (after === null || after === undefined) return 0
  const at = all.findIndex((each) => String(readAt(each, String(form.id ?? 'id'))) === String(after))
  return Math.ceil((at + 1) / itemsOfPage)
}

function readAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, path)) return (value as Json)[path]
  const [name = '', ...rest] = path.split('.')
  return rest.length === 0 ? (value as Json)[name] : readAt((value as Json)[name], rest.join('.'))
}

function writeAt(value: Json, path: string, given: unknown): void {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0 || Object.hasOwn(value, path)) {
    if (given === undefined) delete value[path]
    else value[path] = given
    return
  }
  const inner = value[name]
  const holder = typeof inner === 'object' && inner !== null ? (inner as Json) : {}
  value[name] = holder
  writeAt(holder, rest.join('.'), given)
}
