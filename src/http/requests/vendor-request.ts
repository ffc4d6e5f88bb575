import type { Redirects } from '../../define/index.ts'
import type { Consumer, SharedGets } from './shared-gets.ts'

/**
 * Why a request is cancelled that no caller waits for yet: a page that was fetched ahead of a list that the check left.
 */
export const notWaitedFor = new DOMException('The list was left before this page.', 'AbortError')

/** A request as a check writes it. */
export interface WireRequest {
  readonly method: string
  /** Path, joined to the base URL, or a URL. */
  readonly url: string | URL
  readonly query?: URLSearchParams | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: Uint8Array | string | undefined
  /** A method other than GET, HEAD and OPTIONS only reads. */
  readonly reads?: boolean | undefined
  readonly retry?: boolean | undefined
  /** `no-store` shares no answer with other checks. @default 'default' */
  readonly cache?: 'default' | 'no-store' | undefined
  /** Deadline of each attempt. @default 30_000 */
  readonly timeoutMs?: number | undefined
  /** As in WHATWG fetch; `manual` gives the redirect itself. @default 'follow' */
  readonly redirect?: RequestInit['redirect']
  /** Hosts that redirects may lead to. @default 'own' */
  readonly redirects?: Redirects | undefined
  /** A GraphQL query: the body of its answer reports throttling and missing rights. */
  readonly graphql?: boolean | undefined
  /**
   * Refuses hosts that may not receive credentials, also after redirects, instead of sending the request without
   * credentials.
   */
  readonly ownHostsOnly?: boolean | undefined
  /** Sends the request anonymously, without secrets on any hop. @default false */
  readonly anonymous?: boolean | undefined
  /** Where in its work the caller asks. */
  readonly step?: string | undefined
}

/** The caller of a request, its listeners, and its rights. Without `checkId`, the engine itself is the caller. */
export interface RequestScope extends Consumer {
  /** Whether methods that change something are allowed. */
  readonly writes: boolean
  /**
   * Sends no credentials, and only to the connector's own hosts. These requests obtain credentials, so their bodies
   * carry secrets.
   * @default false
   */
  readonly obtainsCredentials?: boolean | undefined
  /** GETs that the run's checks share. @default none */
  readonly sharing?: SharedGets | undefined
}
