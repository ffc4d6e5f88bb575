import type { AuthDefinition, AuthType } from './auth-config.ts'
import type { Check, CheckContext, CheckData } from './check.ts'
import type { TypedBoundedControl } from './control.ts'
import type { CredentialField } from './credential-field.ts'
import type { AnyHooks } from './hooks.ts'
import type { Distinct, IdsOf, Known, Mistake } from './mistake.ts'
import type { Variable, VariableValue } from './variable.ts'

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
   * Requests that the vendor accepts at once after a pause. Checkwright leaves a tenth of them unused.
   * @default requestsPerSecond
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
  /** Names of members, headers and parameters whose values are secrets in this vendor's answers. */
  readonly sensitive?: readonly string[] | undefined
}

/** A connector as the runtime sees it. */
export interface AnyConnector {
  readonly id: string
  /** Frozen and JSON-serialisable. */
  readonly definition: ConnectorDefinition
  readonly hooks: AnyHooks
  readonly checks: readonly Check[]
  toJSON(): ConnectorJson
}

/** A connector as data: its definition, the names of its hooks, and its checks without their code. */
export interface ConnectorJson extends ConnectorDefinition {
  readonly hooks: readonly string[]
  readonly checks: readonly CheckData[]
}

// Looked up instead of compared: comparing lists of variables costs the compiler ten times as much, for every check.
type OptionsByType = { readonly [V in Variable as V['type']]: keyof V }
type UnknownOption<V> = V extends { readonly type: infer Type extends keyof OptionsByType }
  ? Exclude<keyof V, OptionsByType[Type]>
  : never

/** A check's own variables: known options only, and ids that are new in the check and in its connector. */
export type OwnVariables<Own extends readonly Variable[], Inherited> = [
  UnknownOption<Own[number]> | Extract<Own[number]['id'], keyof Inherited>,
] extends [never]
  ? Distinct<IdsOf<Own>>
  : Known<Own, readonly Variable[]> & {
      readonly [I in keyof Own]: Own[I]['id'] extends keyof Inherited
        ? Mistake<`"${Own[I]['id']}" is a variable of the connector already`>
        : unknown
    }

/**
 * Values to run a connector with: its fields, for oauth2 an access token, and the values captured while connecting.
 * Each may be undefined, as members of `process.env` are. The checks report missing values when they run.
 */
export type CredentialInput<C extends AnyConnector> = [C] extends [{ check(check: infer Definition): unknown }]
  ? Definition extends { run(ctx: infer Context): unknown }
    ? InputOfContext<Context>
    : Readonly<Record<string, unknown>>
  : Readonly<Record<string, unknown>>

// Accepts any text for an option of a list, as from a file. An editor suggests the options of the list.
type InputOfContext<Context> = Context extends { readonly credentials: infer Credentials }
  ? { readonly [Id in keyof Credentials]?: Credentials[Id] | (string & {}) | undefined } & (Context extends {
      readonly accessToken: string
    }
      ? { readonly access_token?: string | undefined }
      : unknown)
  : Readonly<Record<string, unknown>>

/** Values of variables by id. */
export type VariableValues<V extends readonly Variable[]> = {
  readonly [Each in V[number] as Each['id']]:
    | VariableValue<Each>
    | (Each extends { readonly required: true } | { readonly default: {} } ? never : undefined)
}

/** A check with its code. */
export interface CheckDefinition<Credentials, Variables, Auth extends AuthType, Own extends readonly Variable[]>
  extends Omit<CheckData, 'controls'> {
  readonly variables?: (Own & OwnVariables<Own, Variables>) | undefined
  /** Framework controls: `soc2:CC6.1`, or with bounds on variables: `{ id: 'soc2:CC6.3', requires: { most: { max: 4 } } }`. */
  readonly controls?: readonly (string | TypedBoundedControl<Variables & VariableValues<Own>>)[] | undefined
  run(ctx: CheckContext<Credentials, Variables & VariableValues<Own>, Auth>): void | Promise<void>
}

/**
 * A defined connector: writes checks against its own ids.
 * @typeParam Id the connector's id, so that a check of another connector does not fit
 * @typeParam Credentials values by id, as checks get them
 */
export interface Connector<Id extends string, Auth extends AuthType, Credentials, Variables> extends AnyConnector {
  readonly id: Id
  readonly checks: readonly Check<Id>[]
  /**
   * Defines one check.
   * @throws DefinitionError that lists every mistake
   */
  check<const Own extends readonly Variable[] = readonly []>(
    check: CheckDefinition<Credentials, Variables, Auth, Own>,
  ): Check<Id>
  /**
   * The same connector with more checks.
   * @throws DefinitionError for a check of another connector, or an id used twice
   */
  with(...checks: readonly Check<Id>[]): Connector<Id, Auth, Credentials, Variables>
  /**
   * The same connector with the checks of another one, which asks the same vendor by another sign-in. The other's own
   * `credentialFields` and variables have to be there: its checks read them.
   * @throws DefinitionError that names what is missing, or an id used twice
   * @example
   * export default githubApp.withChecksOf(github)
   */
  withChecksOf(other: AnyConnector): Connector<Id, Auth, Credentials, Variables>
}
