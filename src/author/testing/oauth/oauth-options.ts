import { demandChoice, demandFlag, demandText, demandWhole, refuseUnknown } from '../vendor/refuse-arguments.ts'

/** An app that is registered at the authorization server. */
export interface OAuthClient {
  readonly clientId: string
  /** Needed unless `authMethod` is `none`. */
  readonly clientSecret?: string
  /**
   * Compared exactly, except that one on loopback without a port (`http://127.0.0.1/callback`) fits any port of every
   * loopback URI of the client (RFC 8252 §7.3). An empty list leaves only client_credentials.
   */
  readonly redirectUris: readonly string[]
  /** The place of the client's secret at the token endpoint: form fields or HTTP Basic. Any other is refused. */
  readonly authMethod: 'body' | 'header' | 'none'
  /** The app's name on the sign-in page. @default the client id */
  readonly name?: string
}

/** The person who signs in. */
export interface OAuthAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The claim `email_verified`. @default it is left out */
  readonly emailVerified?: boolean
}

export interface OAuthServerOptions {
  readonly clients: readonly OAuthClient[]
  /** Scopes that can be granted, beside `openid` and `offline_access`. Others are silently left out of the grant. */
  readonly scopes?: readonly string[]
  /** Whether an authorization request needs a code_challenge. Only S256 is supported. @default true */
  readonly pkceRequired?: boolean
  /** Whether a refresh replaces the refresh token; using an old one then ends the whole grant. @default true */
  readonly rotateRefreshTokens?: boolean
  /** When a refresh token is issued: always, or if the request has `offline_access`. @default 'always' */
  readonly refreshTokens?: 'always' | 'offline_access'
  /** @default 3600 */
  readonly accessTokenTtlSeconds?: number
  /**
   * `headless` signs in and consents at once, for clients that follow redirects and keep cookies. `page` shows a page
   * with the button "Sign in and allow".
   * @default 'headless'
   */
  readonly login?: 'headless' | 'page'
  /** @default `{ id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }` */
  readonly account?: OAuthAccount
  /** The vendor's name on the sign-in page. @default 'Local vendor' */
  readonly vendorName?: string
}

/** The options with every default filled in. */
export type SettledOptions = Required<OAuthServerOptions>

/** @throws TypeError for a mistake, naming the option */
export function settleOptions(options: OAuthServerOptions): SettledOptions {
  const subject = 'oauthServer()'
  refuseUnknown(subject, options, Object.keys(defaults))
  const settled: SettledOptions = { ...defaults, ...options }
  if (!Array.isArray(settled.clients) || settled.clients.length === 0) {
    throw new TypeError(`${subject} needs clients: a list with at least one client.`)
  }
  for (const [index, client] of settled.clients.entries()) checkClient(`${subject}: clients[${index}]`, client)
  const ids = settled.clients.map((client) => client.clientId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new TypeError(`${subject}: clients has the clientId "${twice}" twice.`)
  if (!Array.isArray(settled.scopes)) throw new TypeError(`${subject}: scopes must be a list of texts.`)
  // RFC 6749 §3.3: a scope consists of visible ASCII without quote and backslash; a space would make it two.
  const unusable = settled.scopes.findIndex((scope) => typeof scope !== 'string' || !/^[!#-[\]-~]+$/.test(scope))
  if (unusable !== -1)
    throw new TypeError(
      `${subject}: scopes[${unusable}] is not a scope. A scope has visible ASCII characters without spaces.`,
    )
  demandFlag(subject, 'pkceRequired', settled.pkceRequired)
  demandFlag(subject, 'rotateRefreshTokens', settled.rotateRefreshTokens)
  demandChoice(subject, 'refreshTokens', settled.refreshTokens, ['always', 'offline_access'])
  demandWhole(subject, 'accessTokenTtlSeconds', settled.accessTokenTtlSeconds, 1)
  demandChoice(subject, 'login', settled.login, ['headless', 'page'])
  demandText(subject, 'vendorName', settled.vendorName)
  refuseUnknown(`${subject}: account`, settled.account, ['id', 'name', 'email', 'emailVerified'])
  for (const member of ['id', 'name', 'email'] as const)
    demandText(subject, `account.${member}`, settled.account[member])
  return settled
}

const defaults: SettledOptions = {
  clients: [],
  scopes: [],
  pkceRequired: true,
  rotateRefreshTokens: true,
  refreshTokens: 'always',
  accessTokenTtlSeconds: 3600,
  login: 'headless',
  account: { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
  vendorName: 'Local vendor',
}

function checkClient(subject: string, client: OAuthClient): void {
  refuseUnknown(subject, client, ['clientId', 'clientSecret', 'redirectUris', 'authMethod', 'name'])
  demandText(subject, 'clientId', client.clientId)
  demandChoice(subject, 'authMethod', client.authMethod, ['body', 'header', 'none'])
  if (client.authMethod !== 'none') demandText(subject, 'clientSecret', client.clientSecret)
  else if (client.clientSecret !== undefined) {
    throw new TypeError(`${subject}: a client with authMethod "none" has no clientSecret; leave it out.`)
  }
  if (!Array.isArray(client.redirectUris) || !client.redirectUris.every((uri) => URL.canParse(uri))) {
    throw new TypeError(`${subject}: redirectUris must be a list of absolute URLs.`)
  }
}
