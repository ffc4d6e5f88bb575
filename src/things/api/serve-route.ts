import { hash } from 'node:crypto'
import { mayBeStored } from '../../errors/index.ts'
import type { CommonHeaders } from '../../service/api/common-headers.ts'
import { platformActions } from '../../service/rights/permissions.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { breakOffUnless } from './answers/break-off.ts'
import { isEventStream } from './answers/event-stream.ts'
import { carryOutAudited } from './audit.ts'
import { type Caller, demandOperator, demandRole, demandScope, demandSession } from './callers/caller.ts'
import { keepsRights } from './callers/keeps-rights.ts'
import {
  type AnsweredText,
  type IdempotentAnswer,
  type IdempotentRequest,
  readIdempotencyKey,
  runIdempotently,
} from './idempotency.ts'
import type { HostParts } from './parts/host-parts.ts'
import type { PreparedRequest, Route } from './route.ts'

export interface ServedRequest {
  readonly request: Request
  readonly requestId: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: CommonHeaders
  /** Counts the request of this caller. @throws ApiError 429 */
  readonly admit: (caller: Caller) => void
}

/** One request, from identifying the caller to the answer. @throws what becomes a problem */
export async function serveRoute(
  route: Route,
  { request, requestId, params, headers, admit }: ServedRequest,
  host: HostParts,
): Promise<Response> {
  const caller = route.scope === undefined ? undefined : await host.authenticate(request.headers)
  if (caller) {
    admit(caller)
    await demandRights(route, caller, host)
  }
  const mayGoOn = async () =>
    caller === undefined || keepsUse(route, caller, await host.authenticate(request.headers), host)
  const key = request.method === 'POST' ? readIdempotencyKey(request.headers) : undefined
  const prepared = await route.prepare({ request, requestId, params, caller, mayGoOn }, host)
  // The request was refused, failed, or answered as a repeat: what reading the body stored is for nobody.
  let isUnused = true
  const carryOut = async (): Promise<IdempotentAnswer> => {
    const outcome =
      caller && route.action
        ? await carryOutAudited(route.action, route, prepared, { ...caller, requestId }, host)
        : await prepared.carryOut()
    isUnused = false
    return outcome.kind === 'response'
      ? outcome
      : { kind: 'text', status: route.answer.status, text: JSON.stringify(outcome.value) }
  }
  try {
    const answered =
      key === undefined || caller === undefined
        ? await carryOut()
        : await runIdempotently(toIdempotentRequest(route, request, key, prepared, requestId), caller, host, carryOut)
    if (answered.kind === 'text') return createRouteResponse(request, route, answered, headers, host)
    const { response } = answered
    // An event stream asks by itself, so that a silent one ends too.
    if (caller === undefined || isEventStream(response)) return response
    return breakOffUnless(response, async () => keepsUse(route, caller, await host.findCallerAgain(caller), host))
  } catch (error) {
    if (mayBeStored(error)) isUnused = false
    throw error
  } finally {
    if (isUnused) await discardBody(prepared, requestId, host)
  }
}

/** @throws ApiError 403 */
async function demandRights(
  { scope, permission = scope, sessionOnly }: Route,
  caller: Caller,
  { runtime }: HostParts,
): Promise<void> {
  if (scope === undefined || permission === undefined) return
  demandScope(caller, scope)
  if (sessionOnly) demandSession(caller)
  if (platformActions.includes(permission)) await demandOperator(runtime, caller)
  else demandRole(caller, permission)
}

/** Whether somebody may still use the route, with every right that they had. @throws ApiError 403 */
async function keepsUse(route: Route, before: Caller, now: Caller | undefined, host: HostParts): Promise<boolean> {
  if (now === undefined) return false
  await demandRights(route, now, host)
  return keepsRights(before, now)
}

function toIdempotentRequest(
  { answer }: Route,
  { method, url }: Request,
  key: string,
  { digest }: PreparedRequest,
  requestId: string,
): IdempotentRequest {
  const path = new URL(url).pathname
  return { key, method, path, bodyDigest: digest, once: answer.once === true, requestId }
}

/** A failed removal only takes space, so the answer stays the same. */
async function discardBody({ discard }: PreparedRequest, requestId: string, { report }: HostParts): Promise<void> {
  await discard?.().catch((error: unknown) => report(error, requestId))
}

function createRouteResponse(
  request: Request,
  { answer }: Route,
  { status, text, replayed }: AnsweredText,
  common: CommonHeaders,
  { runtime }: HostParts,
): Response {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const etag = isRead ? `"${hash('sha256', text, 'base64url')}"` : ''
  const isKnown = isRead && isEtagMatching(request.headers.get('if-none-match'), etag)
  const headers = common.extend(
    omitUndefined({
      'content-type': isKnown ? undefined : 'application/json',
      location: answer.location && `${runtime.publicUrl}${answer.location(JSON.parse(text))}`,
      'idempotency-replayed': replayed ? 'true' : undefined,
      // Only the caller may cache it, and has to revalidate it each time.
      etag: isRead ? etag : undefined,
      'cache-control': isRead ? 'private, no-cache' : 'no-store',
      vary: isRead ? 'authorization, x-api-key' : undefined,
    }),
  )
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { status, headers })
}

/** RFC 9110 §13.1.2: weak comparison, a list, or any. */
function isEtagMatching(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
