/** What a thread marks. */
export interface MarkTask {
  readonly bytes: Uint8Array
  readonly mark: string
}

export type MarkOutcome =
  | { readonly kind: 'marked'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly message: string }
