/** What a program is sent first. */
export interface SandboxOrder {
  readonly task: unknown
  readonly megabytesMax: number
}

/** What it is sent for each message that was taken. */
export const taken = 'taken'

/** What it says. */
export type FromSandbox =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'end' }
  /** A refusal is meant for whoever sent the file, any other message for whoever looks for a fault. */
  | { readonly kind: 'failed'; readonly isRefusal: boolean; readonly message: string }
