import type { CommonHeaders } from '../../../service/api/common-headers.ts'
import type { RequestOrigin } from './host-options.ts'

/** Values that every handler gets beside the request. */
export interface HostEnv {
  readonly Bindings: {
    readonly requestId: string
    readonly origin: RequestOrigin | undefined
    readonly headers: CommonHeaders
    /** The template of the route, which its handler sets. */
    readonly seen: { route?: string }
  }
}
