import { collectFillings } from '../../auth/collect-fillings.ts'
import type { ConnectionRecord, SealedCredentials } from '../../auth/connection-store.ts'
import type { CredentialValues } from '../../auth/credential-values.ts'
import type { TokenSource } from '../../auth/strategies/oauth2.ts'
import { type AnyConnector, listCaptures, listCredentialFields } from '../../define/index.ts'
import { CheckError, CredentialError } from '../../errors/index.ts'
import type { Ledger } from '../../http/exchanges/ledger.ts'
import { openSession } from '../../http/open-session.ts'
import { nameOrigins } from '../../http/origins.ts'
import { Redactor } from '../../http/redact/redact.ts'
import type { VendorSession } from '../../http/session.ts'
import { sendFor } from '../../http/transport/transport.ts'
import { demandSettings, findAppInUse } from '../oauth-apps/app-in-use.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import { createConnectionTokens, type KeepsTokens } from './connection-tokens.ts'
import { createLoginCache } from './login-cache.ts'
import { openCredentials } from './sealed-credentials.ts'

/** The parts that requests to the vendor of a connection need. */
export type OpensConnections = KeepsTokens & Pick<RuntimeParts, 'reaches' | 'pacers' | 'registry'>

/** A stored connection, opened for use. */
export interface ConnectionAccess {
  readonly session: VendorSession
  readonly redactor: Redactor
  /** Values by id, without tokens. */
  readonly credentials: CredentialValues
  readonly settings: Readonly<Record<string, string>>
  /** The access token that was used last (oauth2). */
  readonly accessToken: (() => string) | undefined
}

export interface AccessOptions {
  /** Learns every secret of the connection. @default a new one */
  readonly redactor?: Redactor | undefined
  /** The place that keeps exchanges. @default nowhere */
  readonly ledger?: Ledger | undefined
  /** Its sealed credentials. @default from the store */
  readonly readCredentials?: (() => SealedCredentials | undefined) | undefined
  /** The part of the vendor's quotas that it may use, from 0 to 1. @default all */
  readonly quotaShare?: number | undefined
}

/**
 * Opens the sealed values of a connection and its way to the vendor. Refreshes an access token that is due.
 * @throws CheckError `CONNECTION_UNUSABLE`, `CONNECTOR_RETIRED`; CredentialError; AuthError
 */
export async function openConnection(
  parts: OpensConnections,
  connector: AnyConnector,
  connection: ConnectionRecord,
  signal: AbortSignal,
  { redactor = new Redactor(connector.definition.sensitive), ledger, readCredentials, quotaShare }: AccessOptions = {},
): Promise<ConnectionAccess> {
  const { clock, reaches, pacers } = parts
  const { transport, fetch, allowPrivateNetwork } = reaches.chooseReach(connection)
  const { definition } = connector
  demandConnected(connection)
  await parts.registry.demandInService(connection)
  const { sealed, values } = await openCredentials(parts, connector, connection, readCredentials)
  const credentials = pickDeclaredValues(connector, values)
  demandFields(connector, credentials)
  const use = { organizationId: connection.organizationId, values: credentials }
  const {
    id: appId,
    settings,
    areShared,
  } = definition.auth.type === 'custom'
    ? await demandSettings(parts, connector, use)
    : { ...(await findAppInUse(parts, connector, use)), areShared: false }
  const tokens =
    definition.auth.type === 'oauth2'
      ? watchTokenSource(
          createConnectionTokens({ ...parts, fetch }, connector, definition.auth.config, connection, redactor),
        )
      : undefined
  const hosts = nameOrigins(definition, collectFillings(definition, credentials, settings))
  const session = openSession({
    connector,
    credentials,
    settings,
    tenant: { organizationId: connection.organizationId, sharesSettings: areShared },
    tokens: tokens?.source,
    loginCache: connector.hooks.authenticate && createLoginCache(parts, connection, sealed),
    transport: sendFor(connection.organizationId, transport),
    pacer: pacers.getPacer(connection, definition.limits, appId, hosts),
    quotaShare,
    redactor,
    clock,
    allowPrivateNetwork,
    ledger,
  })
  await tokens?.source.getToken(signal)
  return { session, redactor, credentials, settings, accessToken: tokens?.readLatest }
}

function demandConnected({ state }: ConnectionRecord): void {
  if (state !== 'disconnected' && state !== 'pending') return
  throw new CheckError(`The connection is ${state}, so no request was sent. Connect first.`, {
    code: 'CONNECTION_UNUSABLE',
  })
}

/**
 * Values of fields and captures, without tokens and without fields of an older version of the connector. The definition
 * no longer shows whether such a field is secret.
 */
function pickDeclaredValues({ definition }: AnyConnector, values: CredentialValues): CredentialValues {
  const ids = new Set([...listCredentialFields(definition), ...listCaptures(definition)].map(({ id }) => id))
  return Object.fromEntries(Object.entries(values).filter(([id]) => ids.has(id)))
}

/** A newer version of the connector may need more than was entered. */
function demandFields({ definition }: AnyConnector, credentials: CredentialValues): void {
  const problems = listCredentialFields(definition)
    .filter((field) => field.required && credentials[field.id] === undefined)
    .map((field) => ({ path: field.id, message: `is required (${field.label})` }))
  if (problems.length === 0) return
  throw new CredentialError(`The connection to ${definition.name} lacks credentials. Enter them:`, {
    code: 'CREDENTIAL_MISSING',
    problems,
  })
}

/** A token source that remembers the last token, because `ctx.accessToken` is read synchronously. */
function watchTokenSource(source: TokenSource): { readonly source: TokenSource; readonly readLatest: () => string } {
  let latest = ''
  return {
    source: {
      getToken: async (signal) => {
        const token = await source.getToken(signal)
        latest = token.value
        return token
      },
      renew: async (refused, signal) => {
        const token = await source.renew(refused, signal)
        if (token) latest = token.value
        return token
      },
    },
    readLatest: () => latest,
  }
}
