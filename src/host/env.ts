import type { RequestOrigin } from './host-options.ts'

/** Values that every handler gets beside the request. */
export interface HostEnv {
  readonly Bindings: {
    readonly requestId: string
    readonly origin: RequestOrigin | undefined
    /** Headers of every answer. */
    readonly headers: Headers
    /** Set by a handler if the route itself does not show it. */
    readonly seen: { route?: string }
  }
}
