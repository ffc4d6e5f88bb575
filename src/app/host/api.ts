import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { clipText } from '../../checks/results/clip-text.ts'
import { ApiError } from '../../errors/index.ts'
import { CommonHeaders } from '../../service/api/common-headers.ts'
import { readRequestId } from '../../service/api/request-id.ts'
import { trimSlashes } from '../../text/trim-slashes.ts'
import { collectFailureFields } from '../../things/api/answers/failure-fields.ts'
import { createProblemResponse, toProblem } from '../../things/api/answers/problem-details.ts'
import { createAuthenticator, createCallerSearch } from '../../things/api/callers/authenticate.ts'
import { type Caller, toLimitSubject } from '../../things/api/callers/caller.ts'
import { createAddressReader } from '../../things/api/callers/client-address.ts'
import { createTokenVerifier } from '../../things/api/callers/jwt.ts'
import { RateLimiter } from '../../things/api/callers/rate-limiter.ts'
import { noteRoute, observeRequest } from '../../things/api/observe-requests.ts'
import { createOpenApiDocument } from '../../things/api/openapi.ts'
import type { HostEnv } from '../../things/api/options/env.ts'
import type { Host, HostOptions } from '../../things/api/options/host-options.ts'
import { createHostParts } from '../../things/api/parts/host-parts.ts'
import { serveRoute } from '../../things/api/serve-route.ts'
import { shortenNames } from '../../things/api/shorten-names.ts'
import type { CreatePages } from '../../things/api/web-pages.ts'
import { createOAuthBeginRoute } from '../../things/connecting/api/oauth-begin.ts'
import { createOAuthCallbackRoute } from '../../things/connecting/api/oauth-callback.ts'
import { allRoutes } from '../routes/all-routes.ts'

const perKey = { requests: 600, windowMs: 60_000 }
const perAddress = { requests: 1_200, windowMs: 60_000 }

/** Combines the routes, the document and the rules for every request. */
export function createApi(options: HostOptions, loadPages?: () => Promise<CreatePages>): Host {
  const { runtime, jwt, logger, rateLimits, trustedProxies = [] } = options
  const { clock } = runtime.workspace
  const report = (error: unknown, requestId: string) =>
    logger?.error({ requestId, ...collectFailureFields(error) }, 'Request failed')
  const users = options.users ?? runtime.users
  const authenticate = createAuthenticator(runtime, users, jwt && createTokenVerifier(runtime, jwt))
  const host = createHostParts(options, { authenticate, findCallerAgain: createCallerSearch(runtime, users) }, report)
  const pages = loadPages && loadOnce(async () => (await loadPages())(host))
  const paged = pages && loadOnce(async () => (await pages()).routes)
  const addressOf = createAddressReader(trustedProxies)
  const keyLimiter = new RateLimiter('key', rateLimits?.key ?? perKey, clock)
  const addressLimiter = new RateLimiter('address', rateLimits?.address ?? perAddress, clock)
  // No registered scheme stands for an API key in a header of its own.
  const challenge = jwt ? 'ApiKey header="X-API-Key", Bearer' : 'ApiKey header="X-API-Key"'

  const routes = new Hono<HostEnv>()
  routes.route('/', createOAuthCallbackRoute(runtime, report, pages))
  routes.route('/', createOAuthBeginRoute(runtime, report, pages))
  for (const route of allRoutes) {
    routes.on(route.method.toUpperCase(), toHonoPath(route.path), (context) => {
      noteRoute(context)
      const { requestId, headers } = context.env
      const admit = (caller: Caller) => keyLimiter.count(toLimitSubject(caller), headers)
      return serveRoute(
        route,
        { request: context.req.raw, requestId, params: context.req.param(), headers, admit },
        host,
      )
    })
  }
  // Its messages have a protocol of their own, and are not in the document.
  routes.all('/mcp', async (context) => {
    noteRoute(context)
    const { requestId, headers } = context.env
    const admit = (caller: Caller) => keyLimiter.count(toLimitSubject(caller), headers)
    // Loaded only here: few organizations ask by it.
    const { serveMcp } = await import('../mcp/serve-mcp.ts')
    const origins = options.cors?.origins ?? []
    return serveMcp({ request: context.req.raw, requestId, headers, admit, origins }, host)
  })
  // For load balancers, and not in the document: it only reports whether the store answers.
  routes.get('/v1/health', async (context) => {
    noteRoute(context)
    await runtime.organizations.get('')
    return context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })
  const documents = new Map<string, string>()
  routes.get('/v1/openapi.json', (context) => {
    noteRoute(context)
    const names = context.req.query('names') ?? 'full'
    if (names !== 'full' && names !== 'short')
      throw new ApiError('"names" is "short", or is left out.', { code: 'API_INVALID' })
    const made = documents.get(names)
    if (made !== undefined) return context.body(made, 200, { 'content-type': 'application/json' })
    const full = createOpenApiDocument(allRoutes, { url: runtime.publicUrl, jwt: jwt !== undefined })
    const document = JSON.stringify(names === 'short' ? shortenNames(full) : full)
    documents.set(names, document)
    return context.body(document, 200, { 'content-type': 'application/json' })
  })

  // No middleware, because Hono would build a chain of functions for each request.
  const app = new Hono<HostEnv>()
  const mounts = [...new Set(['/', new URL(runtime.publicUrl).pathname])]
  for (const path of mounts) app.route(path, routes)
  app.notFound(async (context) => {
    const isOfApi = mounts.some((path) => `${context.req.path}/`.startsWith(`${trimSlashes(path)}/v1/`))
    if (paged && !isOfApi) return (await paged()).fetch(context.req.raw, context.env)
    const allowed = isOfApi ? findMethods(mounts, context.req.path) : []
    if (allowed.length > 0) {
      context.env.headers.set('allow', allowed.join(', '))
      throw new ApiError(
        `${clipText(context.req.path, pathShownMax)} does not have the method ${context.req.method}. It has ${allowed.join(', ')}.`,
        { code: 'API_METHOD_NOT_ALLOWED' },
      )
    }
    throw new ApiError(`There is no route ${context.req.method} ${clipText(context.req.path, pathShownMax)}.`, {
      code: 'NOT_FOUND',
    })
  })
  const refuse = (error: unknown, { requestId }: HostBindings) => {
    const problem = toProblem(error, requestId)
    if (problem.status >= 500) report(error, requestId)
    return createProblemResponse(problem, error, challenge)
  }
  app.onError((error, context: Context<HostEnv>) => refuse(error, context.env))
  const answer = (request: Request, env: HostBindings): Response | Promise<Response> => {
    try {
      const address = addressOf(request.headers, env.origin)
      if (address !== undefined) addressLimiter.count(address, env.headers)
    } catch (error) {
      return refuse(error, env)
    }
    return app.fetch(request, env)
  }
  const answerShared = options.cors ? shareWith(options.cors.origins, answer) : answer
  return {
    fetch: async (request, origin) => {
      const requestId = readRequestId(request.headers)
      const headers = new CommonHeaders({ 'x-content-type-options': 'nosniff', 'x-request-id': requestId })
      const env = { requestId, origin, headers, seen: {} }
      const response = await observeRequest(request, env, logger, async () => answerShared(request, env))
      headers.addTo(response)
      return response
    },
  }
}

/** Of a path, which somebody else may have chosen. */
const pathShownMax = 100

type HostBindings = HostEnv['Bindings']

/** Lets scripts on pages of these origins read the answers. */
function shareWith(
  origins: readonly string[],
  answer: (request: Request, env: HostBindings) => Response | Promise<Response>,
): typeof answer {
  return new Hono<HostEnv>()
    .use(cors(createCorsOptions(origins)))
    .all('*', async ({ req, env }) => answer(req.raw, env)).fetch
}

/** Created on the first request. After a failure the next request tries again, because the failure may have passed. */
function loadOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** `/v1/comments/{commentId}` as Hono writes it. */
function toHonoPath(path: string): string {
  return path.replace(/\{([A-Za-z]+)\}/g, ':$1')
}

function createCorsOptions(origins: readonly string[]) {
  return {
    origin: [...origins],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'x-api-key', 'x-request-id'],
    exposeHeaders: [
      'etag',
      'idempotency-replayed',
      'location',
      'ratelimit',
      'ratelimit-policy',
      'retry-after',
      'x-request-id',
    ],
    maxAge: 600,
  }
}

/** The methods of a path, below any of the mounts (RFC 9110 §15.5.6). */
function findMethods(mounts: readonly string[], path: string): readonly string[] {
  const parts = mounts.flatMap((mount) => {
    const base = trimSlashes(mount)
    return path.startsWith(`${base}/`) ? [path.slice(base.length).split('/')] : []
  })
  const methods = allRoutes.filter((route) => {
    const wanted = route.path.split('/')
    return parts.some(
      (settings) =>
        settings.length === wanted.length &&
        wanted.every((part, index) => part === settings[index] || (part.startsWith('{') && settings[index] !== '')),
    )
  })
  const names = methods.map(({ method }) => method.toUpperCase())
  return [...new Set(names.includes('GET') ? ['GET', 'HEAD', ...names] : names)]
}
