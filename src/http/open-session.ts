import { type Authorization, type Authorizer, createFixedAuthorizer, noAuthorization } from '../auth/authorizer.ts'
import { readClientCertificate } from '../auth/client-certificate.ts'
import { collectFillings } from '../auth/collect-fillings.ts'
import { coverCredentials } from '../auth/cover-credentials.ts'
import type { CredentialValues } from '../auth/credential-values.ts'
import { mapMaybe } from '../auth/maybe-promise.ts'
import { buildApiKeyAuthorization } from '../auth/strategies/api-key.ts'
import { buildBasicAuthorization, readBasicPair } from '../auth/strategies/basic.ts'
import { createLoginAuthorizer, type LoginCache } from '../auth/strategies/custom.ts'
import { createDigestAuthorizer } from '../auth/strategies/digest.ts'
import { createOauth2Authorizer, type TokenSource } from '../auth/strategies/oauth2.ts'
import {
  type AnyConnector,
  type AuthenticateContext,
  type AuthenticateReply,
  type Clock,
  type ConnectorDefinition,
  isSecret,
  listCustomSettings,
  listSecretIds,
  type VerifyContext,
} from '../define/index.ts'
import { AuthError, CheckwrightError } from '../errors/index.ts'
import { createVendorClient } from './client.ts'
import type { Ledger } from './exchanges/ledger.ts'
import { fillOrigins } from './origins.ts'
import { Pacer } from './pace/pacer.ts'
import { QuotaShare } from './pace/quota-share.ts'
import type { Redactor } from './redact/redact.ts'
import { describeThrownByHook } from './refusals/vendor-error.ts'
import { VendorSession } from './session.ts'
import type { Transport } from './transport/transport.ts'

/** The parts that a connection's requests are made of. */
export interface SessionParts {
  readonly connector: AnyConnector
  readonly credentials: CredentialValues
  /** Values of custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
  /** Whom the connection belongs to. @default nobody: it is not stored */
  readonly tenant?: Tenant | undefined
  /** The source of access tokens; oauth2 only. */
  readonly tokens?: TokenSource | undefined
  /** The store for the login of an `authenticate` hook between runs. */
  readonly loginCache?: LoginCache | undefined
  readonly transport: Transport
  /** Shared by all users of the connection. @default one of this session */
  readonly pacer?: Pacer | undefined
  /** The part of the vendor's quotas that it may use, from 0 to 1. @default all */
  readonly quotaShare?: number | undefined
  readonly redactor: Redactor
  readonly clock: Clock
  readonly allowPrivateNetwork: boolean
  /** Uniform in [0, 1), for the jitter of retries. @default Math.random */
  readonly random?: (() => number) | undefined
  /** The place that keeps exchanges. @default nowhere */
  readonly ledger?: Ledger | undefined
}

/** The organization that a connection belongs to. */
export interface Tenant {
  readonly organizationId: string
  /** Whether the settings serve other organizations too: the hook `verify` then confirms whose account is opened. */
  readonly sharesSettings: boolean
}

/**
 * Opens a connection's way to its vendor. It does not send a request yet.
 * @throws CredentialError when a value is missing or would lead credentials elsewhere
 */
export function openSession(parts: SessionParts): VendorSession {
  const { connector, clock, redactor } = parts
  const fillings = collectFillings(connector.definition, parts.credentials, parts.settings)
  registerSecrets(parts)
  const session: VendorSession = new VendorSession({
    connector,
    fillings,
    origins: fillOrigins(connector.definition, fillings, parts.allowPrivateNetwork),
    authorizer: registerSecretsOf(
      createAuthorizer(parts, {
        logIn: (signal) => logInByHook(session, parts, signal),
        logOut: (used) => logOutByHook(session, parts, used),
      }),
      redactor,
    ),
    transport: parts.transport,
    pacer: parts.pacer ?? new Pacer(connector.definition.limits ?? {}, clock),
    quotaShare: parts.quotaShare === undefined ? undefined : new QuotaShare(parts.quotaShare),
    redactor,
    clock,
    allowPrivateNetwork: parts.allowPrivateNetwork,
    random: parts.random,
    ledger: parts.ledger,
    certificate: readClientCertificate(connector.definition, parts.credentials),
  })
  return session
}

/** Registers every secret value with the redactor before a message can contain it. */
function registerSecrets({ connector: { definition }, credentials, settings, redactor }: SessionParts): void {
  for (const id of listSecretIds(definition)) {
    if (credentials[id] !== undefined) redactor.add(String(credentials[id]))
  }
  for (const setting of listCustomSettings(definition)) {
    const value = settings[setting.id]
    if (isSecret(setting) && value !== undefined) redactor.add(value)
  }
  if (definition.auth.type === 'basic') {
    const { username, password } = readBasicPair(definition.auth.config, credentials)
    redactor.addPair(username, password)
  }
}

/** An authorizer that registers everything that a request is going to carry with the redactor. */
function registerSecretsOf(authorizer: Authorizer, redactor: Redactor): Authorizer {
  let last = noAuthorization
  const registerSecrets = (authorization: Authorization) => {
    if (authorization !== last) registerSecretsInUse(authorization, redactor)
    last = authorization
    return authorization
  }
  return {
    ...authorizer,
    authorization: (signal) => mapMaybe(authorizer.authorization(signal), registerSecrets),
  }
}

// A login may set these as well. They are not secret, and replacing "application/json" everywhere would only hurt.
const plainHeaders = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

function registerSecretsInUse({ headers, query, keys = {} }: Authorization, redactor: Redactor): void {
  for (const value of [...Object.values(query), ...Object.values(keys)]) redactor.add(value)
  for (const [name, value] of Object.entries(headers)) {
    if (plainHeaders.has(name.toLowerCase())) continue
    redactor.add(value)
    // In "Bearer <token>", the token alone is as secret as the header. In cookies, each value is.
    const parts = name.toLowerCase() === 'cookie' ? value.split(/;\s*/) : [value]
    for (const part of parts) redactor.add(/^(?:\S+ |[^\s=]+=)(\S+)$/.exec(part)?.[1] ?? '')
  }
}

interface LoginHooks {
  readonly logIn: (signal: AbortSignal) => Promise<AuthenticateReply>
  readonly logOut: (used: Authorization) => Promise<void>
}

function createAuthorizer(parts: SessionParts, { logIn, logOut }: LoginHooks): Authorizer {
  const { connector, credentials, tokens, loginCache, clock } = parts
  const { auth } = connector.definition
  switch (auth.type) {
    case 'api_key':
      return createFixedAuthorizer(buildApiKeyAuthorization(auth.config, String(credentials.api_key ?? '')))
    case 'basic': {
      const pair = readBasicPair(auth.config, credentials)
      return auth.config.scheme === 'digest'
        ? createDigestAuthorizer(pair)
        : createFixedAuthorizer(buildBasicAuthorization(pair))
    }
    case 'oauth2':
      if (!tokens) throw new TypeError('openSession: an oauth2 connector needs tokens')
      return createOauth2Authorizer(auth.config, tokens)
    case 'custom':
      return connector.hooks.authenticate
        ? createLoginAuthorizer({
            login: logIn,
            clock,
            cache: loginCache,
            logout: connector.hooks.logout && logOut,
          })
        : createFixedAuthorizer(noAuthorization)
  }
}

/** Calls the `authenticate` hook with a fetch that reaches the connector's own hosts and carries no credentials. */
async function logInByHook(
  session: VendorSession,
  { connector: { definition, hooks }, credentials, settings, tenant, clock, redactor }: SessionParts,
  signal: AbortSignal,
): Promise<AuthenticateReply> {
  const client = createVendorClient(session, {
    signal,
    writes: true,
    obtainsCredentials: true,
    onRequest: () => undefined,
    onWait: () => undefined,
    incomplete: () => undefined,
  })
  const context: AuthenticateContext = {
    credentials: coverCredentials(credentials),
    settings,
    organizationId: tenant?.organizationId,
    fetch: client.fetch,
    now: new Date(clock.nowMs()),
    signal,
    secret: (value) => {
      redactor.add(value)
      return value
    },
  }
  let reply: AuthenticateReply | undefined
  try {
    // Before each login, and not once when people connect: what was true then may have ended at the vendor.
    if (tenant?.sharesSettings) await hooks.verify?.(createVerifyContext(definition, context, tenant))
    reply = await hooks.authenticate?.(context)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CheckwrightError) throw error
    throw new AuthError(
      `${definition.name}'s login failed: ${describeThrownByHook(error, redactor)}. Check the credentials, then reconnect.`,
      { code: 'AUTH_LOGIN_FAILED' },
    )
  }
  return checkLoginReply(reply ?? {}, definition)
}

function createVerifyContext(
  { name }: ConnectorDefinition,
  context: AuthenticateContext,
  { organizationId }: Tenant,
): VerifyContext {
  return {
    ...context,
    organizationId,
    reject: (reason) => {
      const why = `The account at ${name} does not name the organization "${organizationId}": ${reason.replace(/[.\s]+$/, '')}. Nothing was signed in to.`
      throw new AuthError(why, { code: 'AUTH_LOGIN_FAILED' })
    },
  }
}

const logoutMsMax = 10_000

/**
 * Calls the `logout` hook with a fetch that carries the session of the login. The signal of the run may be aborted
 * already.
 */
async function logOutByHook(
  session: VendorSession,
  { connector, credentials, settings, clock }: SessionParts,
  { keys = {} }: Authorization,
): Promise<void> {
  const signal = AbortSignal.timeout(logoutMsMax)
  const nothing = () => undefined
  const scope = { signal, writes: true, onRequest: nothing, onWait: nothing, incomplete: nothing }
  const { fetch } = createVendorClient(session, scope)
  await connector.hooks.logout?.({
    credentials: coverCredentials(credentials),
    settings,
    keys,
    fetch,
    now: new Date(clock.nowMs()),
    signal,
  })
}

/** @throws AuthError for a value that is not text: the hook did not find the token at its path */
function checkLoginReply(reply: AuthenticateReply, { name: vendor }: ConnectorDefinition): AuthenticateReply {
  for (const [name, value] of [reply.headers, reply.query, reply.keys].flatMap((each) => Object.entries(each ?? {}))) {
    if (typeof value === 'string') continue
    throw new AuthError(
      `${vendor}'s login gave no text for "${name}". Check what the authenticate hook reads from the vendor's answer.`,
      { code: 'AUTH_LOGIN_FAILED' },
    )
  }
  return reply
}
