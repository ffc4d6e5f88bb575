import { hash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ApiError, mayBeStored } from '../../errors/index.ts'
import type { IdempotencyRecord, IdempotencyStore } from '../../service/records/idempotency.ts'
import { chooseStatus } from './answers/problem-details.ts'
import type { Caller } from './callers/caller.ts'
import type { HostParts } from './parts/host-parts.ts'

const replyTtlMs = 24 * 60 * 60 * 1000

/** The answer to a request. A Response, such as a stream, cannot be kept for repeats. */
export type IdempotentAnswer = AnsweredText | { readonly kind: 'response'; readonly response: Response }

export interface AnsweredText {
  readonly kind: 'text'
  readonly status: number
  readonly text: string
  /** Whether a repeated request got the answer of the first one. */
  readonly replayed?: boolean
}

export interface IdempotentRequest {
  readonly key: string
  readonly method: string
  readonly path: string
  /** Hash of the body. */
  readonly bodyDigest: string
  /** Whether the answer shows a secret. Such an answer is not kept. */
  readonly once: boolean
  readonly requestId: string
}

/**
 * Carries out the first request with a key, and repeats its answer for later ones
 * (draft-ietf-httpapi-idempotency-key-header).
 * @throws ApiError 422 for another request with the key, 409 while the first one is under way
 */
export async function runIdempotently(
  { key, method, path, bodyDigest, once, requestId }: IdempotentRequest,
  { organizationId, actor }: Caller,
  { runtime: { workspace }, report }: HostParts,
  carryOut: () => Promise<IdempotentAnswer>,
): Promise<IdempotentAnswer> {
  const { idempotency, clock } = workspace
  const nowMs = clock.nowMs()
  const ref = { organizationId, actor: `${actor.type}:${actor.id}`, key }
  const digest = hash('sha256', JSON.stringify([method, path, bodyDigest]), 'base64url')
  const fresh = { ...ref, digest, status: null, answer: randomUUID(), expiresAtMs: nowMs + replyTtlMs }
  const first = await reserve(idempotency, fresh, nowMs)
  if (first !== undefined) return answerLike(first, digest)
  let answered: IdempotentAnswer
  try {
    answered = await carryOut()
  } catch (error) {
    // The request was refused, so nothing changed. After any other failure the outcome is unknown, and the key stays
    // unsettled.
    if (chooseStatus(error) !== 500) await idempotency.release(fresh)
    throw error
  }
  const stored =
    answered.kind === 'text'
      ? { status: answered.status, answer: once ? null : answered.text }
      : { status: answered.response.status, answer: null }
  // The change has happened, and the answer says so. If the answer cannot be kept, the key stays unsettled.
  await idempotency.complete(ref, stored).catch((error: unknown) => report(error, requestId))
  return answered
}

/** Nothing is carried out without a reservation, so one that the store may have made without telling must not stay. */
async function reserve(
  idempotency: IdempotencyStore,
  fresh: IdempotencyRecord,
  nowMs: number,
): Promise<IdempotencyRecord | undefined> {
  try {
    return await idempotency.reserve(fresh, nowMs)
  } catch (error) {
    if (!mayBeStored(error)) throw error
  }
  try {
    return await idempotency.reserve(fresh, nowMs)
  } catch (error) {
    // The answer does not wait until the store is back. The caller sends the request again.
    void releaseLater(idempotency, fresh)
    throw error
  }
}

/** Four minutes: a database that is restarted is back by then. */
const releaseAttempts = 8

async function releaseLater(idempotency: IdempotencyStore, fresh: IdempotencyRecord): Promise<void> {
  for (let attempt = 0; attempt < releaseAttempts; attempt++) {
    await setTimeout(1_000 * 2 ** attempt, undefined, { ref: false })
    const isReleased = await idempotency.release(fresh).then(
      () => true,
      () => false,
    )
    if (isReleased) return
  }
}

/** @throws ApiError 400 for an invalid key */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key ?? undefined
  throw new ApiError('Idempotency-Key must be 1 to 255 visible ASCII characters.', { code: 'API_INVALID' })
}

function answerLike(
  first: { readonly digest: string; readonly status: number | null; readonly answer: string | null },
  digest: string,
): IdempotentAnswer {
  if (first.digest !== digest) {
    throw new ApiError('This Idempotency-Key was used for another request. Choose a new key for this one.', {
      code: 'API_IDEMPOTENCY_REUSED',
    })
  }
  if (first.status !== null && first.answer !== null)
    return { kind: 'text', status: first.status, text: first.answer, replayed: true }
  const isSettled = first.status !== null
  throw new ApiError(
    isSettled
      ? 'The request was carried out, and its answer is shown only once. Look up what it created.'
      : 'The first request with this Idempotency-Key has no answer yet.',
    {
      code: 'API_IDEMPOTENCY_UNSETTLED',
      retryable: isSettled ? undefined : true,
      retryAfterSeconds: isSettled ? undefined : 1,
    },
  )
}
