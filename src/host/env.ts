import type { RequestOrigin } from './host-options.ts'

/** What every handler finds beside the request. */
export interface HostEnv {
  readonly Bindings: {
    readonly requestId: string
    readonly origin: RequestOrigin | undefined
    /** Set on the answer, whatever it is. */
    readonly headers: Headers
    /** Noted by who answers where the route itself does not show it. */
    readonly seen: { route?: string }
  }
}
