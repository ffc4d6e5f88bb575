import type { Authorizer } from '../auth/authorizer.ts'
import { fixedAuthorizer, noAuthorization } from '../auth/authorizer.ts'
import type { CredentialValues } from '../auth/credential-values.ts'
import { apiKeyAuthorization } from '../auth/strategies/api-key.ts'
import { basicAuthorization, basicPair } from '../auth/strategies/basic.ts'
import { type LoginCache, loginAuthorizer } from '../auth/strategies/custom.ts'
import { oauth2Authorizer, type TokenSource } from '../auth/strategies/oauth2.ts'
import {
  type AnyConnector,
  type AuthenticateReply,
  type Clock,
  type ConnectorDefinition,
  type Fillings,
  patternsOf,
  secretIdsOf,
  settingsOf,
  tokenNameOf,
} from '../define/index.ts'
import { AuthError, CheckwrightError } from '../errors/index.ts'
import { vendorClient } from './client.ts'
import { originsOf } from './origins.ts'
import { Pacer } from './pacer.ts'
import type { Redactor } from './redact.ts'
import { Session } from './session.ts'
import type { Transport } from './transport.ts'

/** Everything that a connection's requests are made of. */
export interface SessionParts {
  readonly connector: AnyConnector
  readonly credentials: CredentialValues
  /** Values of custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
  /** Where access tokens come from; oauth2 only. */
  readonly tokens?: TokenSource | undefined
  /** Where the login of an `authenticate` hook is kept between runs. */
  readonly loginCache?: LoginCache | undefined
  readonly transport: Transport
  /** Shared by everybody who uses the connection. @default one of this session */
  readonly pacer?: Pacer | undefined
  readonly redactor: Redactor
  readonly clock: Clock
  readonly allowPrivateNetwork: boolean
}

/**
 * Opens a connection's way to its vendor. Nothing is sent yet.
 * @throws CredentialError when a value is missing or would lead credentials elsewhere
 */
export function openSession(parts: SessionParts): Session {
  const { connector, clock, redactor } = parts
  const fillings = fillingsOf(connector.definition, parts.credentials, parts.settings)
  registerSecrets(parts)
  const session: Session = new Session({
    connector,
    fillings,
    origins: originsOf(connector.definition, fillings, parts.allowPrivateNetwork),
    authorizer: authorizerFor(parts, (signal) => login(session, parts, fillings, signal)),
    transport: parts.transport,
    pacer: parts.pacer ?? new Pacer(connector.definition.limits ?? {}, clock),
    redactor,
    clock,
    allowPrivateNetwork: parts.allowPrivateNetwork,
  })
  return session
}

/** Values for `{placeholders}`: credentials, and settings both by id and by token. */
export function fillingsOf(
  definition: ConnectorDefinition,
  credentials: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, string>>,
): Fillings {
  const byToken = settingsOf(definition).map((setting): [string, string | undefined] => [
    tokenNameOf(setting),
    settings[setting.id],
  ])
  return { values: { ...Object.fromEntries(byToken), ...settings, ...credentials }, patterns: patternsOf(definition) }
}

/** Tells the redactor every secret value before anything can be said about them. */
function registerSecrets({ connector: { definition }, credentials, settings, redactor }: SessionParts): void {
  for (const id of secretIdsOf(definition)) {
    if (credentials[id] !== undefined) redactor.add(String(credentials[id]))
  }
  for (const { id, type } of settingsOf(definition)) {
    if (type === 'password' && settings[id] !== undefined) redactor.add(settings[id])
  }
  if (definition.auth.type === 'basic') {
    const { username, password } = basicPair(definition.auth.config, credentials)
    redactor.addPair(username, password)
  }
}

function authorizerFor(parts: SessionParts, logIn: (signal: AbortSignal) => Promise<AuthenticateReply>): Authorizer {
  const { connector, credentials, tokens, loginCache, clock } = parts
  const { auth } = connector.definition
  switch (auth.type) {
    case 'api_key':
      return fixedAuthorizer(apiKeyAuthorization(auth.config, String(credentials.api_key ?? '')))
    case 'basic':
      return fixedAuthorizer(basicAuthorization(basicPair(auth.config, credentials)))
    case 'oauth2':
      if (!tokens) throw new TypeError('openSession: an oauth2 connector needs tokens')
      return oauth2Authorizer(auth.config, tokens)
    case 'custom':
      return connector.hooks.authenticate
        ? loginAuthorizer({ login: logIn, clock, cache: loginCache })
        : fixedAuthorizer(noAuthorization)
  }
}

/** Calls the `authenticate` hook with a fetch that reaches the connector's own hosts and carries no credentials. */
async function login(
  session: Session,
  { connector, credentials, clock, redactor }: SessionParts,
  fillings: Fillings,
  signal: AbortSignal,
): Promise<AuthenticateReply> {
  const client = vendorClient(
    session,
    {
      signal,
      writes: true,
      anonymous: true,
      onRequest: () => undefined,
      onWait: () => undefined,
      incomplete: () => undefined,
    },
    fillings,
  )
  let reply: AuthenticateReply | undefined
  try {
    reply = await connector.hooks.authenticate?.({
      credentials,
      fetch: (input, init) => client.fetch(input, init as RequestInit),
      now: new Date(clock.nowMs()),
      signal,
      secret: (value) => {
        redactor.add(value)
        return value
      },
    })
  } catch (error) {
    signal.throwIfAborted()
    // What a hook throws may quote the vendor's answer, which holds the login it asked for.
    if (error instanceof CheckwrightError && error.code !== 'HTTP_STATUS') throw error
    const why = error instanceof Error ? redactor.text(error.message).slice(0, 200) : 'it threw no error object'
    throw new AuthError(
      `${connector.definition.name}'s login failed: ${why}. Check the credentials, then connect again.`,
      { code: 'AUTH_LOGIN_FAILED' },
    )
  }
  for (const value of [...Object.values(reply?.headers ?? {}), ...Object.values(reply?.query ?? {})]) {
    redactor.add(value)
    // "Bearer <token>": the token alone is as secret as the header.
    const bare = /^\S+ (\S+)$/.exec(value)?.[1]
    if (bare !== undefined) redactor.add(bare)
  }
  return reply ?? {}
}
