import type { KeyObject } from 'node:crypto'
import type { ObjectStore } from '../../../service/files/objects.ts'
import type { CommentNotice } from '../../../service/records/comments.ts'
import type { EntityDirectory, UserDirectory } from '../../../service/records/directory.ts'
import type { Logger, Runtime } from '../../runtime/runtime.ts'
import type { SessionPerson } from './person.ts'

export interface HostOptions {
  readonly runtime: Runtime
  /** Accepts tokens of your identity provider, beside API keys. @default none are accepted */
  readonly jwt?: JwtOptions | undefined
  /** The people of an organization. @default those of `runtime.users` */
  readonly users?: UserDirectory | undefined
  /** The tasks, vendors, risks and policies that comments refer to. @default every id exists */
  readonly entities?: EntityDirectory | undefined
  /**
   * The place where the bytes of files are kept.
   * @default the folder `objects` beside the SQLite file, PostgreSQL itself, or memory
   */
  readonly objects?: ObjectStore | undefined
  /** Called with every new comment, after it is stored. You can send notifications here. @default none */
  readonly onComment?: ((notice: CommentNotice) => void | Promise<void>) | undefined
  /**
   * Proposes an answer to a question of a questionnaire, such as by a model of yours. It has to name the source of one of the proposals
   * and similar answers that it gets; without one, its answer is refused. @default the proposals alone
   */
  readonly proposeAnswer?:
    | ((asked: {
        readonly organizationId: string
        readonly question: string
        readonly proposals: readonly {
          readonly answer: string
          readonly title: string
          readonly source: string
          /** Words of the question of which it says nothing. */
          readonly missing: readonly string[]
        }[]
      }) => Promise<{ readonly answer: string; readonly source: string } | undefined>)
    | undefined
  /**
   * Finds the person who uses a browser. If you set it, the host serves pages beside the API.
   * @default none: the API alone
   */
  readonly session?: Session | undefined
  /**
   * Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted.
   * @default none: the address of the socket counts
   */
  readonly trustedProxies?: readonly string[] | undefined
  /** Requests within a window. @default 600 a minute for a key, 1200 a minute from an address */
  readonly rateLimits?: { readonly key?: RateLimit | undefined; readonly address?: RateLimit | undefined } | undefined
  /** Origins of pages whose scripts may call the API. @default none */
  readonly cors?: { readonly origins: readonly string[] } | undefined
  /** `error` gets answers with status 500; `info`, if you set it, gets every answer. @default none */
  readonly logger?: HostLogger | undefined
}

export type HostLogger = Pick<Logger, 'error'> & Partial<Pick<Logger, 'info'>>

/** The sign-in of the application that contains the pages. */
export interface Session {
  /** Finds the person by the request's cookies or headers. Undefined: nobody is signed in. */
  readonly person: (request: Request) => Promise<SessionPerson | undefined> | SessionPerson | undefined
  /**
   * The address where people sign in, which a page links to. A function gets the URL of the page that the person wanted, so
   * that your sign-in can lead back to it. @default the page only explains that they have to sign in
   */
  readonly signInUrl?: string | ((wanted: string) => string) | undefined
}

export interface RateLimit {
  readonly requests: number
  readonly windowMs: number
}

/** Exactly one of `jwks` and `key`. */
export interface JwtOptions {
  readonly issuer: string
  readonly audience: string
  /** Such as `['RS256']`. All of one kind: HMAC cannot be mixed with public-key algorithms, and `none` is refused. */
  readonly algorithms: readonly string[]
  /** URL of a JWK Set, or the set itself. */
  readonly jwks?: string | URL | { readonly keys: readonly object[] } | undefined
  /** A KeyObject, a public key in PEM (SPKI), or a JWK. */
  readonly key?: KeyObject | string | object | undefined
  readonly claims?:
    | {
        /** Claim that holds the organization's id. @default 'org_id' */
        readonly organization?: string | undefined
        /** Claim that holds the scopes, as text separated by spaces or as a list. @default 'scope' */
        readonly scope?: string | undefined
      }
    | undefined
}

/**
 * The server's information about the source of a request. The second form is the one that @hono/node-server passes to
 * `fetch`.
 */
export interface RequestOrigin {
  /** Address of the socket's other end. */
  readonly remoteAddress?: string | undefined
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } | undefined } | undefined
}

/** The HTTP API as one function from request to response, to mount in any server. */
export interface Host {
  /** @param origin source of the request; without it, there is no limit per address */
  readonly fetch: (request: Request, origin?: RequestOrigin) => Promise<Response>
}
