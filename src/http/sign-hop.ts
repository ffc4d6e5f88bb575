import type { Authorization } from '../auth/authorizer.ts'
import { type MaybePromise, mapMaybe } from '../auth/maybe-promise.ts'
import type { AnyConnector, Clock, Fillings } from '../define/index.ts'
import { CheckError, CheckwrightError, type ErrorCode } from '../errors/index.ts'
import { type Hop, toSendableHeaders } from './hop.ts'
import type { Redactor } from './redact/redact.ts'
import { createRefusal } from './refusals/refusal.ts'
import { describeThrownByHook } from './refusals/vendor-error.ts'

/** The identity that signs. */
export interface Signing {
  readonly connector: AnyConnector
  readonly fillings: Fillings
  readonly clock: Clock
  readonly redactor: Redactor
}

/**
 * The request with what proves it and no other: as the connector's `sign` hook makes it, and as its strategy demands.
 * Itself where neither does.
 * @param used what the request carries, and the keys to sign it with
 * @throws CheckError for a hook that throws; its message is kept, redacted
 */
export function signHop(hop: Hop, used: Authorization, signing: Signing): MaybePromise<Hop> {
  const { sign } = signing.connector.hooks
  if (!sign && !used.prove) return hop
  return mapMaybe(sign ? signHopByHook(sign, hop, used, signing) : hop, (signed) => proveHop(signed, used))
}

/** Last of all: what else is in the request is part of the proof. */
function proveHop(hop: Hop, used: Authorization): Hop {
  return used.prove ? { ...hop, headers: { ...hop.headers, ...used.prove(hop) } } : hop
}

type SignHook = NonNullable<AnyConnector['hooks']['sign']>

async function signHopByHook(
  sign: SignHook,
  hop: Hop,
  { keys = {} }: Authorization,
  { connector, clock, fillings, redactor }: Signing,
): Promise<Hop> {
  const headers = new Headers(hop.headers)
  const url = new URL(hop.url)
  const body = typeof hop.body === 'string' ? new TextEncoder().encode(hop.body) : hop.body
  try {
    await sign(
      { method: hop.method, url, headers, body },
      { credentials: fillings.values, keys, now: new Date(clock.nowMs()) },
    )
  } catch (error) {
    if (error instanceof CheckwrightError) throw error
    const why = `The sign hook of "${connector.id}" threw ${describeThrownByHook(error, redactor)}. This is a mistake in the connector.`
    throw new CheckError(why, { code: 'CHECK_THREW' })
  }
  const refuse = (code: ErrorCode, why: string) => createRefusal(code, hop, why, redactor)
  if (url.origin !== hop.url.origin) throw refuse('HTTP_HOST_REFUSED', 'The sign hook changed the host of the request.')
  const names = new Set(headers.keys())
  return { ...hop, url, headers: toSendableHeaders(Object.fromEntries(headers), url, names, refuse), body }
}
