import { readReturnTo } from '../../auth/oauth/state.ts'
import type { AsksVendor } from '../connections/ask-vendor.ts'
import type { Connection } from '../connections/connection-state.ts'
import { chooseAttemptStatus } from '../connections/prove-connection.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import {
  type FinishedFlow,
  type FinishesFlows,
  type FlowCallback,
  finishAndProveFlow,
  finishFlow,
  type ProvenFlow,
} from './oauth-callback.ts'
import { type FlowRequest, type StartsFlows, startFlow } from './oauth-start.ts'
import { checkReturnUrl } from './return-url.ts'

export interface OAuthService {
  /**
   * Begins an authorization (RFC 6749 §4.1.1). Send the person to `url`; keep `binding` in their session.
   * @throws AuthError `AUTH_APP_MISCONFIGURED` without an OAuth app; `AUTH_RETURN_URL_REFUSED`
   */
  start(request: FlowRequest): Promise<{ readonly url: string; readonly binding: string }>
  /**
   * Finishes it, without a test. @throws AuthError `AUTH_STATE_INVALID`, `AUTH_CALLBACK_DENIED`, `AUTH_EXCHANGE_FAILED`, …
   */
  callback(request: FlowCallback): Promise<FinishedFlow>
  /**
   * Finishes it and tests the access, as `connections.connect` does: if the first test of a new connection fails, its tokens
   * are revoked and nothing is kept. A connection that was connected again is kept. Throws as `callback` does.
   */
  connect(request: FlowCallback): Promise<ProvenFlow>
  /** Where the person returns to whose browser has this binding, without asking the store. undefined: nowhere, or nobody knows */
  returnTo(flow: Pick<FlowCallback, 'binding'>): Promise<string | undefined>
}

/** The authorization code flow (RFC 6749 §4.1), bound to the session that began it. */
export function createOAuthService(
  parts: StartsFlows & FinishesFlows & AsksVendor & Pick<RuntimeParts, 'unfinished'>,
  onConnected: (connection: Connection) => Promise<void>,
): Declared<OAuthService> {
  return {
    start: {
      change: (request) => startFlow(parts, request),
      audit: { unaudited: 'It connects nothing yet: the callback does, and has its entry.' },
    },
    // Once the code is on its way, its tokens have to be kept.
    callback: {
      change: (request) =>
        parts.unfinished.track(
          finishFlow(parts, request).then(async (connection) => {
            await onConnected(connection)
            return connection
          }),
        ),
      audit: {
        action: 'connection.authorize',
        organizationAfter: ({ organizationId }) => organizationId,
        personAfter: ({ userId }) => userId,
      },
    },
    connect: {
      change: (request) =>
        parts.unfinished.track(
          finishAndProveFlow(parts, request).then(async (attempt) => {
            if (attempt.connection && !attempt.isRenewed) await onConnected(attempt.connection)
            return attempt
          }),
        ),
      audit: {
        action: 'connection.authorize',
        organizationAfter: ({ organizationId }) => organizationId,
        personAfter: ({ connection }) => connection?.userId,
        target: ({ connection }) => connection?.id ?? null,
        status: chooseAttemptStatus,
      },
    },
    returnTo: {
      read: async ({ binding }) => {
        const returnTo = readReturnTo(binding)
        return returnTo === undefined ? undefined : checkReturnUrl(returnTo, parts.returnOrigins)
      },
    },
  }
}
