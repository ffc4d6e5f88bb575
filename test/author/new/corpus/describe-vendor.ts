/** A small description of a vendor, and what `checkwright new` has to make of it. */
export interface SmallDescription {
  /** What the vendor does, after "a vendor that". */
  readonly situation: string
  /** A description, or its text in YAML. */
  readonly openapi: object | string
  /** Beside the id, as `new` takes them. */
  readonly baseUrl?: string
  readonly endpoints?: readonly string[]
  readonly authType?: 'api_key' | 'basic' | 'oauth2' | 'custom'
  readonly expected: ExpectedConnector | ExpectedRefusal
}

export interface ExpectedConnector {
  /** @default a key in a header */
  readonly auth?: object
  /** @default that of the description */
  readonly baseUrl?: string
  readonly headers?: object
  readonly query?: object
  /** Types of the fields that people fill in, beside those of the strategy. */
  readonly fields?: Readonly<Record<string, string>>
  /** The own server of the list. */
  readonly server?: string
  /** The path of the list, with fields in braces. */
  readonly path?: string
  /** Paths of the lists whose items it is asked for, the outermost first. */
  readonly outers?: readonly string[]
  /** How it goes on. */
  readonly next?: object
  /** Path of the member by which the check tells items apart. */
  readonly identity?: string
  /** Whether the list is taken for that of accounts. @default nobody asks */
  readonly isOfAccounts?: boolean
  /** The members of which the files ask their author to choose one; until then they neither compile nor validate. */
  readonly asks?: readonly string[]
  /** A part of a note for the author, by JSON pointer. */
  readonly note?: readonly [pointer: string, text: string]
  /** Why a connector as data is refused. */
  readonly noData?: string
}

export interface ExpectedRefusal {
  /** Why there is no connector. */
  readonly refused: string
}

export const text = { type: 'string' }
const item = { type: 'object', required: ['id'], properties: { id: text, mfa_enabled: { type: 'boolean' } } }
export const keyScheme = { type: 'apiKey', in: 'header', name: 'X-Key' }
export const keyAuth = { type: 'api_key', config: { in: 'header', name: 'X-Key' } }
export const bearerConfig = { in: 'header', name: 'Authorization', prefix: 'Bearer ' }
export const base = 'https://api.acme.example/v1'

interface Parts {
  readonly schemes?: Readonly<Record<string, object>>
  readonly security?: readonly object[]
  readonly servers?: readonly object[]
  readonly parameters?: readonly object[]
  /** Beside `get` in the path. */
  readonly ofPath?: object
  readonly ofOperation?: object
  readonly path?: string
  readonly items?: object
  readonly schemas?: object
  /** Beside schemes and schemas. */
  readonly components?: object
  /** Other paths. */
  readonly morePaths?: object
  readonly openapi?: string
}

export function describeVendor({
  schemes = { key: keyScheme },
  security = Object.keys(schemes).map((name) => ({ [name]: [] })),
  servers = [{ url: base }],
  parameters = [],
  ofPath = {},
  ofOperation = {},
  path = '/users',
  items = item,
  schemas = {},
  components = {},
  morePaths = {},
  openapi = '3.0.3',
}: Parts): object {
  const cursor = { name: 'cursor', in: 'query', schema: text }
  const get = { ...ofOperation, parameters: [...parameters, cursor], responses: describeAnswer(items) }
  return {
    openapi,
    info: { title: 'Acme', version: '1' },
    servers,
    security,
    components: { securitySchemes: schemes, schemas, ...components },
    paths: { [path]: { ...ofPath, get }, ...morePaths },
  }
}

/** The responses of a list that goes on by a cursor. */
export function describeAnswer(items: object): object {
  return describeBody({ next_cursor: text, users: { type: 'array', items } })
}

/** The responses of a list whose answer has these members. */
export function describeBody(properties: object): object {
  return { 200: { description: 'fine', content: { 'application/json': { schema: { type: 'object', properties } } } } }
}

export function describeOldVendor(more: object): object {
  const schema = { type: 'object', properties: { next_cursor: text, users: { type: 'array', items: item } } }
  const get = {
    parameters: [{ name: 'cursor', in: 'query', type: 'string' }],
    responses: { 200: { description: 'fine', schema } },
  }
  return { swagger: '2.0', info: { title: 'Acme', version: '1' }, paths: { '/users': { get } }, ...more }
}

/** An object of these members, of which the named ones are always there. */
export function describeItem(properties: object, required: readonly string[] = Object.keys(properties)): object {
  return { type: 'object', required, properties }
}

export const needs = (name: string, place: string, more: object = {}) => ({
  name,
  in: place,
  required: true,
  schema: text,
  ...more,
})
export const withScheme = (scheme: object) => describeVendor({ schemes: { own: scheme } })
