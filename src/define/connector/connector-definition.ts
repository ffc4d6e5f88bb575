import type { AuthDefinition } from './auth-config.ts'
import type { CredentialField } from './credential-field.ts'
import type { Variable } from './variable.ts'
import type { VendorPageWords } from './vendor-page-words.ts'

export type Category =
  | 'identity'
  | 'cloud'
  | 'development'
  | 'communication'
  | 'monitoring'
  | 'security'
  | 'hr'
  | 'devices'
  | 'data'
  | 'productivity'
  | 'infrastructure'

/** Limits for the requests to a vendor. */
export interface Limits {
  /** Requests in flight. @default 64 */
  readonly concurrency?: number | undefined
  readonly requestsPerSecond?: number | undefined
  /**
   * Requests that the vendor accepts at once after a pause. Checkwright leaves a tenth of them unused. A 429 without a quota in its
   * headers teaches a smaller number.
   * @default a tenth of a second's requests at first; it grows to a second's while the vendor takes them
   */
  readonly burst?: number | undefined
  /**
   * Which connections share the limits. `'app'`: all that the vendor counts as one client. With OAuth, that is all
   * connections of one OAuth app (the platform's, or an organization's own). Without OAuth, it is all connections that
   * an organization has of this connector. Processes on one store then share `requestsPerSecond` and `burst`. Each
   * process applies `concurrency` and learned quotas on its own.
   * @default 'connection'
   */
  readonly per?: 'connection' | 'app' | undefined
}

/** A request that proves that credentials work. */
export interface TestRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
}

/**
 * The definition of a connector: pure data. Strings marked "template" may hold `{placeholders}` of credential ids and
 * setting tokens.
 */
export interface ConnectorDefinition {
  /** Kebab-case: `google-workspace`. */
  readonly id: string
  /** The vendor's name as people know it. */
  readonly name: string
  /** Semantic version of the connector; kept with every run. @default '0.0.0' */
  readonly version?: string | undefined
  /** The system it connects to, in a sentence or two. */
  readonly description?: string | undefined
  /** The heading of a gallery under which the connector appears. */
  readonly category?: Category | undefined
  /** The vendor's documentation of its API. */
  readonly docsUrl?: string | undefined
  /** Template. Paths of requests are joined to it. */
  readonly baseUrl: string
  /**
   * Templates: other hosts that may receive credentials: `host`, `host:port`, `*.suffix`, or a host in which `*`
   * replaces one label, such as a region: `api.*.acme.example`. The owner of the suffix must own every name below it:
   * `*.amazonaws.com` is refused.
   */
  readonly allowedHosts?: readonly string[] | undefined
  /** Templates: sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Templates: sent with every request. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Fields beside those that the strategy generates. */
  readonly credentialFields?: readonly CredentialField[] | undefined
  /** How the connector signs in: `api_key`, `basic`, `oauth2`, or `custom` with hooks. */
  readonly auth: AuthDefinition
  /** Parameters of all checks. */
  readonly variables?: readonly Variable[] | undefined
  /** A GET that proves that credentials work and changes nothing. @default no request is sent */
  readonly test?: TestRequest | undefined
  /** The vendor's documented rate limits. */
  readonly limits?: Limits | undefined
  /** Template. @default '/graphql' */
  readonly graphqlPath?: string | undefined
  /**
   * Dotted path of a member that is `false` in JSON answers by which the vendor refuses, whatever their status: Slack's
   * `ok`, Cloudflare's `success`. Such an answer is an error, like one with an error status, and `classify` explains
   * it.
   * @default the status decides
   */
  readonly successPath?: string | undefined
  /**
   * The vendor's own words for what Checkwright looks for beside a list: that there is more (`more` is true, `last` is false, `next` is not
   * empty, `rest` items are left), how many there are (`total`, `pages`), that the answer is a part or not ready, or that the request
   * failed (`success` is false, `failed` is true, `error` is not empty). Each is the name of a member or header, or a dotted path.
   * They count in every answer, however its list is paged.
   * @default the words that many vendors use
   * @example
   * pageWords: { total: ['anzahl'], last: ['meta.schluss'] }
   */
  readonly pageWords?: VendorPageWords | undefined
  /** Names of members, headers and parameters whose values are secrets in this vendor's answers. */
  readonly sensitive?: readonly string[] | undefined
  /** Members of answers that stand beside those by which checks decide, and that decide nothing, with the reason. @default none */
  readonly unread?: readonly UnreadMembers[] | undefined
  /** What the checks do not judge, for the page of the connector, and the members that would tell it. @default nothing is said */
  readonly notJudged?: readonly NotJudged[] | undefined
}

/** Members that no check reads, or some checks do not. */
export interface UnreadMembers {
  /** Where they stand in the vendor's description: `GET /keys keys`. */
  readonly of: string
  readonly members: readonly string[]
  /** Ids of the checks that it is said of, where other checks tell by these members whether an item counts. @default all, of members that none reads */
  readonly checks?: readonly string[] | undefined
  readonly because: string
}

/** What the checks leave open. */
export interface NotJudged {
  /** A sentence for people. */
  readonly says: string
  /** The answer that would tell it. @default another one, or none */
  readonly of?: string | undefined
  readonly members?: readonly string[] | undefined
  /** Ids of the checks that leave it open, where other checks tell by these members whether an item counts. @default all, of members that none reads */
  readonly checks?: readonly string[] | undefined
}
