import type { Redirects } from '../define/index.ts'
import type { Consumer, SharedGets } from './kept/shared-gets.ts'

/** Why a request is given up whose answer nobody has waited for yet: a page fetched ahead of a list that was left. */
export const notWaitedFor = new DOMException('The list was left before this page.', 'AbortError')

/** A request as a check words it. */
export interface WireRequest {
  readonly method: string
  /** Path, joined to the base URL, or a URL. */
  readonly url: string | URL
  readonly query?: URLSearchParams | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: Uint8Array | string | undefined
  /** Says that a method other than GET, HEAD and OPTIONS only reads. */
  readonly reads?: boolean | undefined
  readonly retry?: boolean | undefined
  /** `no-store` never shares an answer with anybody else. @default 'default' */
  readonly cache?: 'default' | 'no-store' | undefined
  /** Deadline of each attempt. @default 30_000 */
  readonly timeoutMs?: number | undefined
  /** As in WHATWG fetch; `manual` gives the redirect itself. @default 'follow' */
  readonly redirect?: RequestInit['redirect']
  /** Hosts that redirects may lead to. @default 'own' */
  readonly redirects?: Redirects | undefined
  /** A GraphQL query: what its answer says about throttling and missing rights stands in the body. */
  readonly graphql?: boolean | undefined
  /** Refuse hosts that may not receive credentials, along redirects too, instead of asking them without. */
  readonly ownHostsOnly?: boolean | undefined
  /** Ask as a stranger: nothing secret is sent, on any hop. @default false */
  readonly anonymous?: boolean | undefined
}

/** Who asks, whom to tell what happens, and what is allowed. Without `checkId` the engine itself asks. */
export interface RequestScope extends Consumer {
  /** Whether methods that change something are allowed. */
  readonly writes: boolean
  /**
   * Send no credentials, and ask the connector's own hosts only: these requests are what obtains credentials, so their
   * bodies carry secrets. @default false
   */
  readonly obtainsCredentials?: boolean | undefined
  /** GETs that the run's checks have in common. @default none */
  readonly sharing?: SharedGets | undefined
}
