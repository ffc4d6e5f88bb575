import type { TokenSet } from '../../auth/oauth/token-reply.ts'

/**
 * Tokens that a vendor has handed out and the store could not take, because its disk was full or it was away. The refresh
 * token before them may be used up, so that these are what the connection lives by, until the store can be written again.
 */
export class UnkeptTokens {
  readonly #byConnection = new Map<string, { readonly generation: number; readonly tokens: TokenSet }>()

  /** Those that are to replace this generation. */
  find(connectionId: string, generation: number): TokenSet | undefined {
    const unkept = this.#byConnection.get(connectionId)
    if (unkept?.generation === generation) return unkept.tokens
    // Somebody has put others in their place.
    this.#byConnection.delete(connectionId)
    return undefined
  }

  add(connectionId: string, generation: number, tokens: TokenSet): void {
    this.#byConnection.set(connectionId, { generation, tokens })
  }

  delete(connectionId: string): void {
    this.#byConnection.delete(connectionId)
  }
}
