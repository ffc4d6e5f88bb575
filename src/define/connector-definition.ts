import type { AuthDefinition } from './auth-config.ts'
import type { CredentialField } from './credential-field.ts'
import type { Variable } from './variable.ts'

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

/** How fast a vendor may be asked. */
export interface Limits {
  /** Requests in flight. @default 64 */
  readonly concurrency?: number | undefined
  readonly requestsPerSecond?: number | undefined
  /** Requests that the vendor takes at once after a pause; a tenth of them stays unused. @default requestsPerSecond */
  readonly burst?: number | undefined
  /**
   * Who shares the limits. `'app'`: whatever the vendor counts as one client, which is all connections of one OAuth app (the
   * platform's, or an organization's own), and without OAuth all that an organization has of this connector. Processes on one
   * store then share `requestsPerSecond` and `burst`; `concurrency`, and what answers tell of quotas, each process keeps to by
   * itself. @default 'connection'
   */
  readonly per?: 'connection' | 'app' | undefined
}

/** A request that proves that credentials work. */
export interface TestRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
}

/** What a connector is: pure data. Strings marked "template" may hold `{placeholders}` of credential ids and setting tokens. */
export interface ConnectorDefinition {
  /** Kebab-case: `google-workspace`. */
  readonly id: string
  /** The vendor's name as people know it. */
  readonly name: string
  /** Semantic version of the connector; kept with every run. @default '0.0.0' */
  readonly version?: string | undefined
  /** What it connects to, in a sentence or two. */
  readonly description?: string | undefined
  /** Under which heading a gallery of connectors shows it. */
  readonly category?: Category | undefined
  /** The vendor's documentation of its API. */
  readonly docsUrl?: string | undefined
  /** Template. Paths of requests are joined to it. */
  readonly baseUrl: string
  /**
   * Templates: other hosts that may receive credentials: `host`, `host:port`, `*.suffix`, or a host in which `*` stands for
   * one label, such as a region: `api.*.acme.example`. Strangers must own nothing below the
   * suffix: `*.amazonaws.com` is refused.
   */
  readonly allowedHosts?: readonly string[] | undefined
  /** Templates: sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Templates: sent with every request. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Fields beside those that the strategy generates. */
  readonly credentialFields?: readonly CredentialField[] | undefined
  /** How the vendor is proven who asks: `api_key`, `basic`, `oauth2`, or `custom` with hooks. */
  readonly auth: AuthDefinition
  /** Parameters of all checks. */
  readonly variables?: readonly Variable[] | undefined
  /** A GET that proves that credentials work and changes nothing. @default nothing is asked */
  readonly test?: TestRequest | undefined
  /** How fast the vendor may be asked, where it documents that. */
  readonly limits?: Limits | undefined
  /** Template. @default '/graphql' */
  readonly graphqlPath?: string | undefined
  /**
   * Dotted path of a member that is `false` in JSON answers by which the vendor refuses, whatever their status: Slack's
   * `ok`, Cloudflare's `success`. Such an answer is an error as one with an error status is, and `classify` explains it.
   * @default the status decides
   */
  readonly successPath?: string | undefined
  /** Names of members, headers and parameters whose values are secrets in this vendor's answers. */
  readonly sensitive?: readonly string[] | undefined
}
