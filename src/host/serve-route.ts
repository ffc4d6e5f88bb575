import { createHash } from 'node:crypto'
import { audited } from './audit.ts'
import { type Caller, demandScope } from './caller.ts'
import { type Answered, idempotencyKeyOf, idempotently } from './idempotency.ts'
import type { HostParts } from './parts.ts'
import type { PreparedRequest, Route } from './route.ts'

export interface ServedRequest {
  readonly request: Request
  readonly requestId: string
  readonly params: Readonly<Record<string, string>>
  /** Counts the request of this caller. @throws ApiError 429 */
  readonly admit: (caller: Caller) => void
}

/** One request from proving who asks to the answer. @throws what becomes a problem */
export async function serveRoute(
  route: Route,
  { request, requestId, params, admit }: ServedRequest,
  host: HostParts,
): Promise<Response> {
  const caller = route.scope === undefined ? undefined : await host.authenticate(request.headers)
  if (caller && route.scope) {
    admit(caller)
    demandScope(caller, route.scope)
  }
  const key = request.method === 'POST' ? idempotencyKeyOf(request.headers) : undefined
  const prepared = await route.prepare({ request, requestId, params, caller }, host)
  try {
    const carryOut = () =>
      caller && route.action
        ? audited(route.action, route, prepared, { ...caller, requestId }, host)
        : prepared.carryOut()
    if (key === undefined || caller === undefined) {
      const outcome = await carryOut()
      if (outcome.kind === 'response') return outcome.response
      return responseOf(request, route, { status: route.answer.status, text: JSON.stringify(outcome.value) }, host)
    }
    const { method } = request
    const idempotent = {
      key,
      method,
      path: new URL(request.url).pathname,
      bodyDigest: prepared.digest,
      once: route.answer.once === true,
    }
    const answered = await idempotently(idempotent, caller, host, async () => {
      const outcome = await carryOut()
      if (outcome.kind === 'value') return { status: route.answer.status, text: JSON.stringify(outcome.value) }
      return { status: outcome.response.status, text: await outcome.response.text() }
    })
    if (answered.replayed) await discard(prepared, requestId, host)
    return responseOf(request, route, answered, host)
  } catch (error) {
    await discard(prepared, requestId, host)
    throw error
  }
}

/** What reading the body kept is of no use any more; failing to remove it is no reason to answer otherwise. */
async function discard({ discard }: PreparedRequest, requestId: string, { report }: HostParts): Promise<void> {
  await discard?.().catch((error: unknown) => report(error, requestId))
}

function responseOf(
  request: Request,
  { answer }: Route,
  { status, text, replayed }: Answered,
  { runtime }: HostParts,
): Response {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (answer.location) headers.set('location', `${runtime.publicUrl}${answer.location(JSON.parse(text))}`)
  if (replayed) headers.set('idempotency-replayed', 'true')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    headers.set('cache-control', 'no-store')
    return new Response(text, { status, headers })
  }
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  headers.set('etag', etag)
  // Kept by the caller alone, and asked again each time.
  headers.set('cache-control', 'private, no-cache')
  headers.append('vary', 'authorization, x-api-key')
  if (!matches(request.headers.get('if-none-match'), etag)) return new Response(text, { status, headers })
  headers.delete('content-type')
  return new Response(null, { status: 304, headers })
}

/** RFC 9110 §13.1.2: weak comparison, a list, or any. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
