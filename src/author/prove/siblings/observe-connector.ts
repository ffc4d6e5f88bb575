import * as z from 'zod'
import { addUse, createUse, type OperationUse } from '../../../data/contract/operation-use.ts'
import { createReads, openMember, type Reads } from '../../../data/contract/watch-shape.ts'
import { type AnyConnector, type PaginateOptions, toInventoryId, type VendorClient } from '../../../define/index.ts'

/** A request of a part of a connector, and what it reads of the answer by its schema. */
export interface ObservedRequest {
  /** Id of a check, or `inventory:account`. */
  readonly part: string
  readonly method: string
  /** With the path of the connector's base address. */
  readonly path: string
  /** Where the request names a host of its own. */
  readonly host?: string | undefined
  /** Where AWS's protocols name the operation beside the path. */
  readonly action?: string | undefined
  readonly use: OperationUse
  /** What it reads by a schema alone, without what leads to the next page and to the list. */
  readonly judged: Reads
}

/** The same connector, which tells what each check and each inventory asks and reads. */
export function observeConnector(connector: AnyConnector, note: (request: ObservedRequest) => void): AnyConnector {
  const base = readBasePath(connector)
  const watch = <Context extends object>(ctx: Context, part: string): Context =>
    watchClient(ctx, part, (request) =>
      note(request.host === undefined ? { ...request, path: base + request.path } : request),
    )
  return {
    ...connector,
    checks: connector.checks.map((check) => ({ ...check, run: (ctx) => check.run(watch(ctx, check.id)) })),
    inventories: connector.inventories.map((inventory) => {
      const part = toInventoryId(inventory)
      return {
        ...inventory,
        list: (ctx) => inventory.list(watch(ctx, part)),
        readFacts: Object.fromEntries(
          Object.entries(inventory.readFacts).map(([name, read]) => [
            name,
            (ctx, record) => read(watch(ctx, part), record),
          ]),
        ),
      }
    }),
  }
}

/** What stands before all paths; a value that somebody enters is one step. */
export function readBasePath({ definition: { baseUrl } }: AnyConnector): string {
  return baseUrl
    .replace(/^https:\/\/[^/]*/, '')
    .replace(/\/+$/, '')
    .replaceAll(/\{[^{}]*\}/g, 'own')
}

type WatchedOptions = Partial<PaginateOptions>

/** A context that tells of its requests. */
function watchClient<Context extends object>(
  ctx: Context,
  part: string,
  note: (request: ObservedRequest) => void,
): Context {
  const tell = (method: string, path: string | URL | Request, options: WatchedOptions, isList: boolean) =>
    note({
      part,
      ...nameRequest(method, path, options),
      use: readUse(options, isList),
      judged: readJudged(options, isList),
    })
  const methods: Partial<Record<string, (...args: never) => unknown>> = {
    paginate: (path: string, options: WatchedOptions) => {
      tell(options.body === undefined ? 'GET' : 'POST', path, options, true)
    },
    fetch: (path: string, init: { readonly method?: string } = {}) => tell(init.method ?? 'GET', path, {}, false),
    ...Object.fromEntries(
      ['get', 'post', 'put', 'patch', 'delete'].map((name) => [
        name,
        (path: string, options: WatchedOptions = {}) => tell(name.toUpperCase(), path, options, false),
      ]),
    ),
  } satisfies Partial<Record<keyof VendorClient, unknown>>
  // An empty target: the context is frozen, and a proxy of it would have to give what it has.
  return new Proxy({} as Context, {
    get(_target, name) {
      const value: unknown = Reflect.get(ctx, name, ctx)
      if (typeof value !== 'function') return value
      const before = typeof name === 'string' && Object.hasOwn(methods, name) ? methods[name] : undefined
      return (...args: never) => {
        before?.(...args)
        return Reflect.apply(value, ctx, args)
      }
    },
    has: (_target, name) => Reflect.has(ctx, name),
  })
}

function nameRequest(method: string, path: string | URL | Request, { headers = {}, body }: WatchedOptions) {
  const url = path instanceof Request ? path.url : String(path)
  const address = /^https?:/.test(url) ? new URL(url) : undefined
  const action =
    headers['x-amz-target']?.split('.').at(-1) ??
    (body instanceof URLSearchParams ? (body.get('Action') ?? undefined) : undefined)
  return {
    method,
    path: (address?.pathname ?? url).replace(/\?.*/, ''),
    host: address?.hostname,
    action,
  }
}

function readUse({ query = {}, body, schema, items, next }: WatchedOptions, isList: boolean): OperationUse {
  const use = createUse()
  const inBody =
    body === undefined ? [] : body instanceof URLSearchParams ? [...body.keys()] : Object.keys(Object(body))
  for (const name of [...Object.keys(query), ...inBody])
    if ((query as Readonly<Record<string, unknown>>)[name] !== undefined || inBody.includes(name))
      if (name !== 'Action' && name !== 'Version') use.sent.add(name)
  readPaging(next, use)
  const holder = isList ? openPath(use.reads, findItemsPath(items)) : use.reads
  const place = isList && typeof items !== 'function' ? openMember(holder, '[]') : holder
  if (schema) addUse({ sent: new Set(), reads: place }, readSchema(schema))
  return use
}

function readJudged({ schema, items }: WatchedOptions, isList: boolean): Reads {
  const judged = createReads()
  const place = isList ? openMember(openPath(judged, findItemsPath(items)), '[]') : judged
  if (schema) addUse({ sent: new Set(), reads: place }, readSchema(schema))
  return judged
}

function readPaging(next: PaginateOptions['next'] | undefined, { sent, reads }: OperationUse): void {
  if (typeof next !== 'object' || 'connection' in next) return
  const { cursor, param, url, offset, page, limit, total }: Readonly<Record<string, unknown>> = { ...next }
  const number = (page as { readonly param?: string } | undefined)?.param
  for (const path of [cursor, url, total]) if (typeof path === 'string') openPath(reads, path)
  for (const name of [param, offset, number, limit]) if (typeof name === 'string') sent.add(name)
}

/** The path of a list in the answer; a function is asked for it with an answer that notes what is taken of it. */
function findItemsPath(items: WatchedOptions['items']): string {
  if (typeof items === 'string') return items
  if (typeof items === 'object') return items.path
  const steps: string[] = []
  const answer: object = new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name === 'string') steps.push(name)
        return answer
      },
      has: () => true,
      // The values of a map.
      ownKeys() {
        steps.push('{}')
        return []
      },
    },
  )
  if (typeof items === 'function') items(answer)
  return steps.join('.')
}

/** A dotted path, or a name with dots in it, such as Microsoft's. */
export function openPath(reads: Reads, path: string): Reads {
  const steps = path.startsWith('@') ? [path] : path.split('.').filter((step) => step !== '')
  return steps.reduce((at, step) => openMember(at, step), reads)
}

interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly additionalProperties?: Described | boolean
  readonly anyOf?: readonly Described[]
  readonly oneOf?: readonly Described[]
  readonly allOf?: readonly Described[]
}

const known = new WeakMap<object, OperationUse>()

/** The members that a schema reads. */
export function readSchema(schema: object): OperationUse {
  const before = known.get(schema)
  if (before) return before
  const use = createUse()
  const described = z.toJSONSchema(schema as z.core.$ZodType, {
    io: 'input',
    target: 'openapi-3.0',
    unrepresentable: 'any',
  })
  addMembers(described as Described, use.reads)
  known.set(schema, use)
  return use
}

function addMembers(schema: Described, reads: Reads): void {
  for (const [name, member] of Object.entries(schema.properties ?? {})) addMembers(member, openMember(reads, name))
  if (schema.items) addMembers(schema.items, openMember(reads, '[]'))
  if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0)
    addMembers(schema.additionalProperties, openMember(reads, '{}'))
  for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    addMembers(each, reads)
}
