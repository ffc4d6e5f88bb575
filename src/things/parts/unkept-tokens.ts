import type { TokenSet } from '../../auth/oauth/token-reply.ts'

/**
 * Tokens that a vendor has issued and the store could not save, because its disk was full or it was not reachable. The
 * earlier refresh token may be used up, so the connection depends on these until the store can save them.
 */
export class UnkeptTokens {
  readonly #byConnection = new Map<string, { readonly generation: number; readonly tokens: TokenSet }>()

  /** The tokens that replace this generation. */
  find(connectionId: string, generation: number): TokenSet | undefined {
    const unkept = this.#byConnection.get(connectionId)
    if (unkept?.generation === generation) return unkept.tokens
    // Another process has replaced them.
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
