import type { AnyHooks, ConnectorDefinition, Fillings, RefusalReason, TokenHookRequest } from '../../define/index.ts'
import { AuthError, type ErrorCode, HttpError } from '../../errors/index.ts'
import { createDecodedResponse } from '../decoded-response.ts'
import { askEndpoint, type EndpointQuestion } from './endpoint-fetch.ts'
import { matchOwnHosts } from './own-hosts.ts'
import { isMembers } from './reply-body.ts'
import { type AnswerContext, createRefusalError } from './token-failure.ts'
import { parseTokenMembers, type ReplyShape, type TokenReply } from './token-reply.ts'
import { parseErrorCode } from './untrusted-text.ts'

export type ConfiguredTokenHook = NonNullable<AnyHooks['token']>

export interface HookCall {
  readonly hook: ConfiguredTokenHook
  readonly definition: ConnectorDefinition
  readonly fillings: Fillings
  readonly request: Omit<TokenHookRequest, 'fetch'>
  readonly asking: EndpointQuestion
  readonly context: AnswerContext
}

/**
 * Lets the connector's `token` hook request tokens. Its result is read like an answer of the token endpoint.
 * @throws AuthError; the hook's own error is dropped, because it may contain the hook's arguments
 */
export async function askHook(call: HookCall, shape: ReplyShape): Promise<TokenReply> {
  const { hook, definition, request, asking } = call
  const ours = new WeakSet<Error>()
  let members: unknown
  try {
    const answer: unknown = await hook({ ...request, fetch: createConfinedFetch(call, ours) })
    // A plain copy: the hook cannot change it later, and a value that is not JSON shows here.
    members = JSON.parse(JSON.stringify(answer) ?? 'null')
  } catch (error) {
    asking.signal.throwIfAborted()
    throw error instanceof Error && ours.has(error) ? error : createHookError(error, call)
  }
  if (isMembers(members) && !Array.isArray(members)) return parseTokenMembers(members, shape)
  return { outcome: 'unreadable', what: `a value from the token hook of "${definition.id}" that is not an object` }
}

// Authors may explain a refusal by throwing one of these.
const meanings: readonly ErrorCode[] = [
  'AUTH_EXCHANGE_FAILED',
  'AUTH_REFRESH_REJECTED',
  'AUTH_APP_MISCONFIGURED',
  'AUTH_TRANSIENT',
  'AUTH_REPLY_INVALID',
]

const reasonsOfCodes: Partial<Record<ErrorCode, RefusalReason>> = {
  AUTH_REFRESH_REJECTED: 'grant',
  AUTH_EXCHANGE_FAILED: 'reconnect',
  AUTH_APP_MISCONFIGURED: 'app',
  AUTH_TRANSIENT: 'limit',
}

function createHookError(error: unknown, { definition, context }: HookCall): AuthError {
  if (error instanceof AuthError && meanings.includes(error.code)) {
    const refusal = { code: error.code, reason: reasonsOfCodes[error.code] ?? 'unknown' }
    return createRefusalError(refusal, parseErrorCode(error.vendorCode), { ...context, status: error.status })
  }
  // The name of a built-in class helps to find the mistake; any other name is text of unknown origin.
  const kind =
    /^(?:Range|Reference|Syntax|Type)Error$/.exec(error instanceof Error ? error.name : '')?.[0] ?? 'an error'
  return new AuthError(`The token hook of "${definition.id}" threw ${kind}. Fix the hook.`, {
    code: context.asked === 'authorization_code' ? 'AUTH_EXCHANGE_FAILED' : 'AUTH_REPLY_INVALID',
  })
}

/** A fetch that reaches the connector's own hosts only, follows no redirect, and ends with the deadline. */
function createConfinedFetch(
  { definition, fillings, asking }: HookCall,
  ours: WeakSet<Error>,
): TokenHookRequest['fetch'] {
  const mayAsk = matchOwnHosts(definition, fillings)
  const rememberError = <E extends Error>(error: E): E => {
    ours.add(error)
    return error
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!mayAsk(url)) {
      throw rememberError(
        new HttpError(
          `The token hook of "${definition.id}" called ${url.host}, which is not a host of this connector. Add it to allowedHosts if it may receive the client secret.`,
          {
            code: 'HTTP_HOST_REFUSED',
            method: request.method,
            url: url.origin,
          },
        ),
      )
    }
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
    const { status, headers, bytes } = await askEndpoint(
      { url, method: request.method, headers: Object.fromEntries(request.headers), body },
      { ...asking, signal: AbortSignal.any([asking.signal, request.signal]) },
    ).catch((error: unknown) => {
      throw error instanceof Error ? rememberError(error) : error
    })
    if (bytes === undefined) {
      throw rememberError(
        new AuthError(`${asking.who} sent an answer that is too long for a token reply.`, {
          code: 'AUTH_REPLY_INVALID',
          status,
        }),
      )
    }
    return createDecodedResponse(status, headers, bytes)
  }
}
