import type { KeyObject } from 'node:crypto'
import type { Logger, Runtime } from '../runtime/runtime.ts'
import type { CommentNotice } from '../workspace/comments.ts'
import type { EntityDirectory, UserDirectory } from '../workspace/directory.ts'
import type { ObjectStore } from '../workspace/objects.ts'
import type { Role } from '../workspace/permissions.ts'

export interface HostOptions {
  readonly runtime: Runtime
  /** Tokens of your identity provider, beside API keys. @default none are accepted */
  readonly jwt?: JwtOptions | undefined
  /** The people of an organization. @default those of `runtime.users` */
  readonly users?: UserDirectory | undefined
  /** The tasks, vendors, risks and policies that comments are about. @default every id exists */
  readonly entities?: EntityDirectory | undefined
  /** Where the bytes of files are kept. @default the folder `objects` beside the SQLite file, PostgreSQL itself, or memory */
  readonly objects?: ObjectStore | undefined
  /** Told of every new comment, after it is kept: the place to send notifications. @default none */
  readonly onComment?: ((notice: CommentNotice) => void | Promise<void>) | undefined
  /** Who a browser belongs to. With it there are pages beside the API. @default none: the API alone */
  readonly session?: Session | undefined
  /**
   * Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed.
   * @default none: the address of the socket counts
   */
  readonly trustedProxies?: readonly string[] | undefined
  /** Requests within a window. @default 600 a minute for a key, 1200 a minute from an address */
  readonly rateLimits?: { readonly key?: RateLimit | undefined; readonly address?: RateLimit | undefined } | undefined
  /** Origins whose pages may call the API with a browser. @default none */
  readonly cors?: { readonly origins: readonly string[] } | undefined
  /** `error` is told of answers with status 500; `info`, where it is there, of every answer. @default none */
  readonly logger?: HostLogger | undefined
}

export type HostLogger = Pick<Logger, 'error'> & Partial<Pick<Logger, 'info'>>

/** A person before a browser. */
export interface Person {
  /** The host's own id of the person, unique within the organization. */
  readonly userId: string
  readonly organizationId: string
  /**
   * `viewer` reads runs and what came of them; `member` connects and runs; `admin` runs the organization; `operator` may
   * all that an admin may, and sets OAuth apps and connectors of the whole platform: give it to who runs the service.
   */
  readonly role: Role
  /** Of a viewer: first and last day, in UTC, of the runs that they may see. @default all */
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
  /** When they proved who they are, epoch ms; what concerns the platform asks for an hour at most. @default not asked */
  readonly signedInAtMs?: number | undefined
}

/** The sign-in of the application that the pages are a part of. */
export interface Session {
  /** By the request's cookies or headers, proven; undefined: nobody is signed in. */
  readonly person: (request: Request) => Promise<Person | undefined> | Person | undefined
  /** Where people sign in, as a page links to it. @default the page only says that they have to */
  readonly signInUrl?: string | undefined
}

export interface RateLimit {
  readonly requests: number
  readonly windowMs: number
}

/** Exactly one of `jwks` and `key`. */
export interface JwtOptions {
  readonly issuer: string
  readonly audience: string
  /** Such as `['RS256']`. All of one kind: no HMAC beside public-key algorithms, and never `none`. */
  readonly algorithms: readonly string[]
  /** URL of a JWK Set, or the set itself. */
  readonly jwks?: string | URL | { readonly keys: readonly object[] } | undefined
  /** A KeyObject, a public key in PEM (SPKI), or a JWK. */
  readonly key?: KeyObject | string | object | undefined
  readonly claims?:
    | {
        /** Claim that holds the organization's id. @default 'org_id' */
        readonly organization?: string | undefined
        /** Claim that holds the scopes, as text with spaces between or as a list. @default 'scope' */
        readonly scope?: string | undefined
      }
    | undefined
}

/**
 * What the server knows about where a request came from. The second form is what @hono/node-server hands to `fetch`.
 */
export interface RequestOrigin {
  /** Of the socket's other end. */
  readonly remoteAddress?: string | undefined
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } | undefined } | undefined
}

/** The HTTP API as one function from request to response, to mount in any server. */
export interface Host {
  /** @param origin where the request came from; without it there is no limit per address */
  readonly fetch: (request: Request, origin?: RequestOrigin) => Promise<Response>
}
