import { ApiError } from '../../../errors/index.ts'

/** How often it is asked whether somebody may still read what is on its way to them. */
export const askEveryMs = 1_000

/**
 * The answer of the last second, or a new one. Nobody asks before the first second is over.
 * @param ask an ApiError is a no. Any other error says nothing about the reader, such as that of a store that is down.
 */
export function limitAsking(ask: () => Promise<boolean>): () => Promise<boolean> {
  let askedAtMs = performance.now()
  return async () => {
    if (performance.now() - askedAtMs < askEveryMs) return true
    askedAtMs = performance.now()
    return ask().catch((error: unknown) => !(error instanceof ApiError))
  }
}
