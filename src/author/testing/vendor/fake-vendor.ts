import type { IncomingMessage } from 'node:http'
import { type Clock, systemClock } from '../../../define/index.ts'
import type { HostFetch } from '../../../http/transport/transport-options.ts'
import {
  type Answer,
  type FakeVendorReply,
  type Handler,
  type HeaderRecord,
  toReply,
  type VendorRequest,
} from './answer.ts'
import { checkAuth, createGuard, type VendorAuth } from './auth.ts'
import type { DescribedOptions, DescribedVendor, Violation } from './described-vendor.ts'
import { createFaultQueue } from './fault-queue.ts'
import { type Fault, sendReply } from './faults.ts'
import { startLoopbackServer } from './loopback.ts'
import { refuseUnknown } from './refuse-arguments.ts'
import { createReplacingFetch } from './replacing-fetch.ts'
import {
  compareSpecificity,
  isOverlapping,
  isServedBy,
  matchPath,
  type ParamsOf,
  parseRoute,
  type RoutePattern,
} from './route-patterns.ts'

export interface FakeVendorOptions<Route extends string = string> extends DescribedOptions {
  /**
   * The provider's description of OpenAPI 3 or Swagger 2.0, parsed. It answers requests without a route: with its
   * examples or values that fit its schemas, with lists in pages, and with credentials required as it declares. A
   * request that it does not allow is refused and recorded in `violations`.
   */
  readonly openapi?: object
  /**
   * The answers: `'GET /users/:id'` to a handler or to a fixed answer. The method defaults to GET; a `:param` fills a
   * segment or ends at a literal suffix (`:id.json`); a last segment `*` takes the rest. The most specific route wins,
   * whatever the order. The GET route answers HEAD too.
   * @default none, where `openapi` is given
   */
  readonly routes?: { readonly [Key in Route]: Answer | Handler<ParamsOf<Key>> } | undefined
  /** Credentials that every request needs; otherwise it gets 401. @default what `openapi` declares, else none */
  readonly auth?: VendorAuth | undefined
  /** Routes without `auth`, such as a login call. */
  readonly publicRoutes?: readonly NoInfer<Route>[]
  /** For a vendor that you start by hand; leave it out in tests. @default one of the system's choice */
  readonly port?: number
  /** Clock for the time of recorded requests. @default the system's clock */
  readonly clock?: Pick<Clock, 'nowMs'>
}

/** One request as it arrived, including refused and failed ones. */
export interface RecordedRequest {
  readonly method: string
  /** Path with query, as it was sent. */
  readonly path: string
  readonly headers: HeaderRecord
  /** Body as UTF-8; empty if there was none. */
  readonly body: string
  readonly at: Date
}

/** A vendor that runs in this process. */
export interface FakeVendor extends AsyncDisposable {
  /** Base URL without trailing slash: `http://127.0.0.1:<port>`. */
  readonly url: string
  /** The same as `url`, for places that need an origin. */
  readonly origin: string
  /** Every request so far, in order of arrival; grows while the vendor runs. */
  readonly requests: readonly RecordedRequest[]
  /**
   * Sends every request here, whichever host it names, and rewrites this vendor's addresses in the answers. So you can
   * run a connector for https://api.acme.example unchanged: `runChecks(acme, { credentials, fetch: vendor.fetch })`.
   */
  readonly fetch: HostFetch
  /** Requests that the description does not allow, in order of arrival; empty without a description. */
  readonly violations: readonly Violation[]
  /** The description's operations that were used, each once, as `GET /users/{id}`. */
  readonly operations: readonly string[]
  /**
   * Makes the next requests to a target fail. Faults of one target happen in the order of the calls.
   * @param target a route or any path under one (`'GET /users/7'`), `'*'` for every request, or an expression for path and query
   * @param options `times`: how many requests get the fault, `Infinity` for all. @default 1
   * @throws TypeError if no route fits the target, so that a misspelt one cannot leave a test green
   */
  fail(target: string | RegExp, fault: Fault, options?: { readonly times?: number }): void
  /** Forgets requests, faults and counts (`nth`); errors of handlers stay. */
  reset(): void
  /**
   * Stops the server and ends every connection at once, hanging ones too. May be called again.
   * @throws what a handler threw; several as one AggregateError
   */
  close(): Promise<void>
}

/**
 * A vendor's API as a real HTTP server on 127.0.0.1, for tests of connectors and checks.
 *
 * ```ts
 * await using vendor = await fakeVendor({
 *   auth: { type: 'bearer', token: 'sesame' },
 *   routes: {
 *     'GET /users': paginated(users, { style: 'link', pageSize: 2 }),
 *     'GET /users/:id': ({ params }) => ({ json: { id: params.id } }),
 *     'GET /audit': { status: 403, json: { error: 'forbidden' } },
 *   },
 * })
 * vendor.fail('GET /users', faults.status(429, { retryAfter: 1 }))
 * ```
 *
 * A provider's own description can answer too, alone or for requests without a route:
 *
 * ```ts
 * await using vendor = await fakeVendor({ openapi: JSON.parse(await readFile('acme.openapi.json', 'utf8')) })
 * ```
 *
 * An unknown route gets 404 with the list of routes. @throws TypeError for a mistake in the options, naming it
 */
export function fakeVendor<const Route extends string>(options: FakeVendorOptions<Route>): Promise<FakeVendor>
export async function fakeVendor(options: FakeVendorOptions): Promise<FakeVendor> {
  refuseUnknown('fakeVendor()', options, [...ownOptions, ...describedOptions])
  const { auth, port, clock = systemClock } = options
  if (auth !== undefined) checkAuth(auth)
  const guard = auth && createGuard(auth)
  const described = await loadDescribedVendor(options)
  const routes = compileRoutes(described ? (options.routes ?? {}) : options.routes, options.publicRoutes ?? [])
  const pending = createFaultQueue(
    routes.map((route) => route.pattern),
    described?.serves,
  )
  const requests: RecordedRequest[] = []
  const server = await startLoopbackServer(port)

  server.serve(async (incoming, response) => {
    const target = incoming.url ?? '/'
    const asked = await readRequest(incoming, target, server.origin)
    requests.push({
      method: asked.method,
      path: target,
      headers: asked.headers,
      body: asked.text(),
      at: new Date(clock.nowMs()),
    })
    const fault = pending.take({ ...asked, target })
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'answer') return sendReply(response, toReply('a fault', fault.answer))
    const route = routes.find(
      ({ pattern }) => isServedBy(pattern, asked.method) && matchPath(pattern, asked.path) !== undefined,
    )
    const refusal = route?.public ? undefined : await guard?.({ ...asked, target })
    if (refusal) return sendReply(response, toReply('auth', refusal), fault)
    if (route === undefined && described)
      return sendReply(response, toReply('the description', described.answer(asked, auth === undefined)), fault)
    await sendReply(response, await answerRequest(route, routes, asked), fault)
  })

  return {
    url: server.origin,
    origin: server.origin,
    requests,
    fetch: createReplacingFetch(server.origin),
    violations: described?.violations ?? [],
    get operations() {
      return described?.operations ?? []
    },
    fail: pending.add,
    reset() {
      requests.length = 0
      described?.reset()
      pending.clear()
      for (const route of routes) route.asked = 0
    },
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  }
}

const ownOptions = ['openapi', 'routes', 'auth', 'publicRoutes', 'port', 'clock']
const describedOptions = ['listLength', 'pageSize', 'credentials', 'satisfiedByAuth'] as const

/** Loaded on first use: most vendors of tests are a few routes. */
async function loadDescribedVendor({ openapi, ...options }: FakeVendorOptions): Promise<DescribedVendor | undefined> {
  const useless = openapi === undefined ? describedOptions.find((name) => options[name] !== undefined) : undefined
  if (useless !== undefined) throw new TypeError(`fakeVendor(): ${useless} needs openapi.`)
  if (openapi === undefined) return undefined
  return (await import('./described-vendor.ts')).createDescribedVendor(openapi, options)
}

interface FakeVendorRoute {
  readonly pattern: RoutePattern
  readonly public: boolean
  readonly reply: FakeVendorReply | Handler
  asked: number
}

function compileRoutes(routes: FakeVendorOptions['routes'], publicRoutes: readonly string[]): FakeVendorRoute[] {
  if (typeof routes !== 'object' || routes === null)
    throw new TypeError('fakeVendor() needs routes: { "GET /users": … }.')
  const open = publicRoutes.map((route) => parseRoute(route).text)
  const compiled = Object.entries(routes).map(([key, answer]): FakeVendorRoute => {
    const pattern = parseRoute(key)
    const reply = typeof answer === 'function' ? answer : toReply(pattern.text, answer)
    return { pattern, public: open.includes(pattern.text), reply, asked: 0 }
  })
  compiled.sort((a, b) => compareSpecificity(a.pattern, b.pattern))
  refuseAmbiguous(compiled)
  const missing = open.find((text) => !compiled.some(({ pattern }) => pattern.text === text))
  if (missing !== undefined) throw new TypeError(`fakeVendor(): publicRoutes has "${missing}", which is not a route.`)
  return compiled
}

/** Two routes that fit the same request equally well, such as `/users/:id` and `/users/:name`. */
function refuseAmbiguous(routes: readonly FakeVendorRoute[]): void {
  for (const [index, { pattern }] of routes.entries()) {
    const twin = routes
      .slice(index + 1)
      .find((other) => isOverlapping(pattern, other.pattern) && compareSpecificity(pattern, other.pattern) === 0)
    if (twin)
      throw new TypeError(
        `fakeVendor(): the routes "${pattern.text}" and "${twin.pattern.text}" fit the same requests.`,
      )
  }
}

async function answerRequest(
  route: FakeVendorRoute | undefined,
  routes: readonly FakeVendorRoute[],
  asked: UnroutedRequest,
): Promise<FakeVendorReply> {
  if (route === undefined) {
    const known = routes.map(({ pattern }) => pattern.text)
    const message = `No route for ${asked.method} ${asked.path}.`
    return toReply('an unknown route', { status: 404, json: { error: 'not_found', message, routes: known } })
  }
  if (typeof route.reply !== 'function') return route.reply
  route.asked += 1
  const params = matchPath(route.pattern, asked.path) ?? {}
  return toReply(route.pattern.text, await route.reply({ ...asked, params, nth: route.asked }))
}

/** A request before its route is known. */
type UnroutedRequest = Omit<VendorRequest, 'params' | 'nth'>

async function readRequest(incoming: IncomingMessage, target: string, origin: string): Promise<UnroutedRequest> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  // Joined as text, because URL(target, origin) would treat a path that begins with "//" as another host.
  const url = new URL(`${origin}${target.startsWith('/') ? '' : '/'}${target}`)
  return {
    method: incoming.method ?? 'GET',
    url,
    path: target.replace(/\?.*$/s, ''),
    query: url.searchParams,
    headers: joinHeaders(incoming),
    body,
    text: () => body.toString(),
    json: () => JSON.parse(body.toString()),
  }
}

function joinHeaders(incoming: IncomingMessage): HeaderRecord {
  const headers: Record<string, string> = {}
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    // Distinct values, because Node drops a second Authorization header, and a test needs to see it.
    headers[name] = (values ?? []).join(name === 'cookie' ? '; ' : ', ')
  }
  return headers
}
