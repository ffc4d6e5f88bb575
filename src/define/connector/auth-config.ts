import type { CredentialField, CustomSetting } from './credential-field.ts'

/** The four ways to sign in to a vendor. */
export type AuthType = 'oauth2' | 'api_key' | 'basic' | 'custom'

/**
 * A value that an OAuth provider gives while somebody connects and that the connector needs later, such as a tenant id.
 */
export interface Capture {
  /** `callback`: a query parameter of the redirect. `token`: a member of the token reply. */
  readonly from: 'callback' | 'token'
  /** Parameter name, or dotted path into the reply: `team.id`. */
  readonly path: string
  /** Credential id under which checks and `{placeholders}` find it. */
  readonly id: string
  /** Regular expression that the whole value must match. Required if the value fills a whole host. */
  readonly pattern?: string | undefined
  /** Keeps the value out of logs and results. @default false */
  readonly secret?: boolean | undefined
}

/**
 * Why a token endpoint refuses: `grant` has ended, and its refresh token is deleted; the person has to
 * `reconnect`, and until then the grant stays as it is; the `app` is not accepted, or lacks a `permission`, so that an administrator acts;
 * a `limit` passes by itself.
 */
export type RefusalCause = 'grant' | 'reconnect' | 'app' | 'permission' | 'limit'

interface OAuth2Options {
  /** Token endpoint (RFC 6749 §3.2). May hold `{placeholders}`. */
  readonly tokenUrl: string
  /** Scopes to request. */
  readonly scopes: readonly string[]
  /** Sends a PKCE challenge, S256 (RFC 7636). @default false */
  readonly pkce?: boolean | undefined
  /**
   * How the app proves itself (RFC 6749 §2.3.1): `body` sends id and secret as form fields, `header` as HTTP Basic.
   * `certificate` sends the id alone, over connections that are opened with the connection's field of type `certificate`
   * (`tls_client_auth`, RFC 8705). @default 'body'
   */
  readonly clientAuthMethod?: 'body' | 'header' | 'certificate' | undefined
  /** How `header` encodes id and secret: `form` as the RFC requires, `raw` as `curl -u` does. @default 'form' */
  readonly clientAuthEncoding?: 'form' | 'raw' | undefined
  /** The app has no secret (RFC 6749 §2.1); implies PKCE. @default false */
  readonly publicClient?: boolean | undefined
  /** Whether the provider issues refresh tokens. If false, Checkwright uses none. @default true */
  readonly supportsRefreshToken?: boolean | undefined
  /** Extra parameters of the authorization request. You cannot set parameters that the protocol sets itself. */
  readonly authorizationParams?: Readonly<Record<string, string>> | undefined
  /** Extra parameters of the token request. */
  readonly tokenParams?: Readonly<Record<string, string>> | undefined
  /** Extra parameters of the refresh request. @default tokenParams */
  readonly refreshParams?: Readonly<Record<string, string>> | undefined
  /** How an administrator creates the OAuth app, in Markdown. */
  readonly setupInstructions?: string | undefined
  /** The vendor's page for creating an OAuth app. */
  readonly createAppUrl?: string | undefined
  /** Values an administrator enters beside client id and secret. */
  readonly customSettings?: readonly CustomSetting[] | undefined
  /** Text that joins scopes. @default ' ' */
  readonly scopeSeparator?: string | undefined
  /** Parameter of the authorization request that takes the scopes: Slack has `user_scope` for those of a person. @default 'scope' */
  readonly scopeParam?: string | undefined
  /** Name of the client's id in the authorization and token requests: `client_key` at TikTok. @default 'client_id' */
  readonly clientIdParam?: string | undefined
  /** Name of the client's secret in the body of the token request: `secret`. @default 'client_secret' */
  readonly clientSecretParam?: string | undefined
  /** Parameter of the callback that holds the code: `spapi_oauth_code` at Amazon. @default 'code' */
  readonly callbackCodeParam?: string | undefined
  /**
   * Name of the code in the token request: `auth_code`.
   * @default 'code'
   */
  readonly tokenCodeParam?: string | undefined
  /**
   * `response_type` of the authorization request, for a vendor that has its own name for a code: `Assertion`. A value
   * that puts tokens into the callback is refused (RFC 9700 §2.1.2).
   * @default 'code'
   */
  readonly responseType?: string | undefined
  /** Parameters of the authorization request that hold a fresh random value each time: `['nonce']`. @default none */
  readonly randomParams?: readonly string[] | undefined
  /** How the token request is encoded. @default 'form' */
  readonly tokenBody?: 'form' | 'json' | undefined
  /** Endpoint for refreshing, if it is not the token endpoint. */
  readonly refreshUrl?: string | undefined
  /** Dotted path of the access token in the reply: `authed_user.access_token`. @default 'access_token' */
  readonly tokenPath?: string | undefined
  /** Dotted path of the error code in an error reply. @default 'error' */
  readonly errorPath?: string | undefined
  /**
   * What the vendor's own error codes of the token endpoint mean: `{ session_ended: 'grant' }`. They count before the codes
   * that Checkwright knows, and after a status of 408, 429 or 5xx.
   */
  readonly refusals?: Readonly<Record<string, RefusalCause>> | undefined
  /** Values of `token_type` to treat as bearer, beside `bearer`: `['user', 'bot']`. */
  readonly tokenTypes?: readonly string[] | undefined
  /**
   * The header or query parameter that carries the token in API requests.
   * @default `{ header: 'Authorization', prefix: 'Bearer ' }`
   */
  readonly tokenPlacement?: { readonly header: string; readonly prefix: string } | undefined
  readonly capture?: readonly Capture[] | undefined
  /** Issuer identifier that the callback must carry as `iss` (RFC 9207). */
  readonly issuer?: string | undefined
  /** Revocation endpoint (RFC 7009). */
  readonly revokeUrl?: string | undefined
  /** Registration endpoint (RFC 7591): the app registers itself and no administrator has to. */
  readonly registrationUrl?: string | undefined
}

/** A person grants access in the browser (RFC 6749 §4.1). */
export interface AuthorizationCodeConfig extends OAuth2Options {
  readonly grant?: 'authorization_code' | undefined
  /** Authorization endpoint (RFC 6749 §3.1). May hold `{placeholders}`. */
  readonly authorizeUrl: string
}

/** The app itself is granted access; there is no user step (RFC 6749 §4.4). */
export interface ClientCredentialsConfig extends OAuth2Options {
  readonly grant: 'client_credentials'
  readonly authorizeUrl?: string | undefined
}

// Keep this order: TypeScript compares a config that fits neither type with the last one, and most authors mean that
// one.
export type OAuth2Config = ClientCredentialsConfig | AuthorizationCodeConfig

export interface ApiKeyConfig {
  readonly in: 'header' | 'query'
  /** Header or query parameter that carries the key. */
  readonly name: string
  /** Put before the key exactly as written: `'Token '`. @default '' */
  readonly prefix?: string | undefined
  /** Label and help of the generated field. */
  readonly field?:
    | {
        readonly label?: string | undefined
        readonly placeholder?: string | undefined
        readonly helpText?: string | undefined
      }
    | undefined
  /** Instructions for finding the key, in Markdown. */
  readonly setupInstructions?: string | undefined
}

export interface BasicConfig {
  /**
   * `digest` answers the challenge of the vendor (RFC 7616: SHA-256 or MD5, `qop=auth`) and never sends the password; for
   * vendors that have nothing else, such as MongoDB Atlas. @default 'basic'
   */
  readonly scheme?: 'basic' | 'digest' | undefined
  /** Id of the generated user name field. @default 'username' */
  readonly usernameField?: string | undefined
  /** Id of the generated password field. @default 'password' */
  readonly passwordField?: string | undefined
  /** Replaces the user name field by a constant. */
  readonly fixedUsername?: string | undefined
  /** Replaces the password field by a constant. The user name is then the secret, and its field is of the type `password`. */
  readonly fixedPassword?: string | undefined
  readonly labels?: { readonly username?: string | undefined; readonly password?: string | undefined } | undefined
  /** Instructions for finding the values, in Markdown. */
  readonly setupInstructions?: string | undefined
}

export interface CustomConfig {
  readonly description?: string | undefined
  readonly credentialFields: readonly CredentialField[]
  /**
   * Values that an operator of the platform enters once for everybody who connects, such as the key of a GitHub App or
   * the platform's own AWS account. Only the hooks `authenticate`, `verify` and `logout`, and `{placeholders}`, get them. Where one
   * is a secret and people type an account that is none, they serve many organizations only with the hook `verify`.
   */
  readonly customSettings?: readonly CustomSetting[] | undefined
  /** How an operator gets the values of `customSettings`, in Markdown. The page Set up shows it. */
  readonly settingsInstructions?: string | undefined
  /** Where a person who connects finds the values of `credentialFields`, in Markdown. */
  readonly setupInstructions?: string | undefined
}

/** How a connector signs in. */
export type AuthDefinition =
  | { readonly type: 'oauth2'; readonly config: OAuth2Config }
  | { readonly type: 'api_key'; readonly config: ApiKeyConfig }
  | { readonly type: 'basic'; readonly config: BasicConfig }
  | { readonly type: 'custom'; readonly config: CustomConfig }
