import type { ConnectionRecord } from '../auth/connection-store.ts'
import type { CredentialValues } from '../auth/credential-values.ts'
import type { TokenSource } from '../auth/strategies/oauth2.ts'
import type { AnyConnector } from '../define/index.ts'
import { CredentialError } from '../errors/index.ts'
import { openSession } from '../http/open-session.ts'
import { Redactor } from '../http/redact.ts'
import type { Session } from '../http/session.ts'
import { connectionTokens } from './connection-tokens.ts'
import { openApp } from './oauth-apps.ts'
import type { Parts } from './parts.ts'
import { openValues } from './sealed-credentials.ts'

/** A stored connection, opened for use. */
export interface ConnectionAccess {
  readonly session: Session
  readonly redactor: Redactor
  /** Values by id, tokens left out. */
  readonly credentials: CredentialValues
  readonly settings: Readonly<Record<string, string>>
  /** The access token that was used last (oauth2). */
  readonly accessToken: (() => string) | undefined
}

/** Opens the sealed values of a connection and its way to the vendor. @throws CredentialError */
export async function openConnection(
  parts: Parts,
  connector: AnyConnector,
  connection: ConnectionRecord,
): Promise<ConnectionAccess> {
  const { store, vault, transport, clock, options } = parts
  const sealed = await store.connections.credentials(connection.id)
  if (!sealed)
    throw new CredentialError('The connection has no credentials; connect again.', { code: 'CREDENTIAL_MISSING' })
  const {
    access_token: _access,
    refresh_token: _refresh,
    ...credentials
  } = await openValues(vault, connection, sealed.values)
  const redactor = new Redactor(connector.definition.sensitive)
  const settings = (await openApp(parts, connector.id, connection.organizationId))?.settings ?? {}
  const isOAuth2 = connector.definition.auth.type === 'oauth2'
  const tokens = isOAuth2
    ? watched(connectionTokens(parts, connector, connection, (token) => redactor.add(token)))
    : undefined
  if (tokens) await tokens.source.current(new AbortController().signal)
  const session = openSession({
    connector,
    credentials,
    settings,
    tokens: tokens?.source,
    transport,
    redactor,
    clock,
    allowPrivateNetwork: options.allowPrivateNetwork ?? false,
  })
  return { session, redactor, credentials, settings, accessToken: tokens?.latest }
}

/** A token source that remembers what it gave out last: `ctx.accessToken` is read at once. */
function watched(source: TokenSource): { readonly source: TokenSource; readonly latest: () => string } {
  let latest = ''
  return {
    source: {
      current: async (signal) => {
        const token = await source.current(signal)
        latest = token.value
        return token
      },
      renew: async (refused, signal) => {
        const token = await source.renew(refused, signal)
        if (token) latest = token.value
        return token
      },
    },
    latest: () => latest,
  }
}
