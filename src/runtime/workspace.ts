import type { EndpointFetch } from '../auth/oauth/endpoint-fetch.ts'
import type { Clock } from '../define/index.ts'
import type { Store } from '../store/index.ts'
import type { ObjectStore } from '../workspace/objects.ts'

/** What the HTTP API is built on beside the services of the runtime. @internal */
export interface Workspace
  extends Pick<
    Store,
    'audit' | 'comments' | 'evidenceUploads' | 'files' | 'idempotency' | 'leases' | 'manualAnswers' | 'webSessions'
  > {
  readonly clock: Clock
  /** Follows no redirects and reaches public addresses alone, unless the runtime may do more. */
  readonly fetch: EndpointFetch
  /** What the store itself keeps files in, unless the host brings its own. */
  readonly objects: ObjectStore
  /** 32 random bytes of this service that all processes on the store share; made on first use. */
  secret(name: string): Promise<Buffer>
  /** Does what has its entry in the audit log already: the runtime writes no second one. */
  covered<T>(work: () => Promise<T>): Promise<T>
  /** Work that the runtime waits for before it lets go of the store. Gives it back as it is. */
  track<T>(work: Promise<T>): Promise<T>
}
