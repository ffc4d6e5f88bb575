import type { SealedCredentials } from '../auth/connection-store.ts'
import { parseCredentials } from '../auth/credential-values.ts'
import { requestClientCredentials } from '../auth/oauth/token-endpoint.ts'
import { type AnyConnector, capturesOf, credentialFieldsOf } from '../define/index.ts'
import { StoreError } from '../errors/index.ts'
import { appOrRegistered, type RegistersApps } from './app-registration.ts'
import { tokenRequestOf } from './oauth-apps.ts'
import type { Uses } from './parts.ts'
import { noTimes, readableValues, sealValues, tokenTimes, tokenValues } from './sealed-credentials.ts'

interface Owner {
  readonly organizationId: string
  readonly id: string
}

type Input = Readonly<Record<string, unknown>>

/** Credentials, ready to be kept. */
export interface NewCredentials {
  readonly sealed: Pick<SealedCredentials, 'values' | 'expiresAtMs' | 'refreshAtMs'>
  /** Scopes that were granted with them, where the vendor said so. */
  readonly scopes: readonly string[] | null
}

/**
 * What a person typed, with the tokens that belong to it. For client_credentials the app is asked for its token at once,
 * so that a wrong secret is known when it is entered.
 * @throws CredentialError that names every bad field; StoreError `CONNECTION_UNUSABLE`; AuthError
 */
export async function newCredentials(
  parts: RegistersApps,
  connector: AnyConnector,
  owner: Owner,
  input: Input,
): Promise<NewCredentials> {
  const { vault, clock, callbackUrl } = parts
  const { definition } = connector
  const { auth } = definition
  const typed = parseCredentials(definition, input, grantedIds(connector))
  if (auth.type !== 'oauth2' || auth.config.grant !== 'client_credentials') {
    if (auth.type === 'oauth2' && typed.access_token === undefined) {
      throw new StoreError(
        `"${definition.id}" is connected in the browser: begin by oauth.start, or give an access_token.`,
        { code: 'CONNECTION_UNUSABLE' },
      )
    }
    return { sealed: { values: await sealValues(vault, owner, typed), ...noTimes }, scopes: null }
  }
  const { organizationId } = owner
  const app = await appOrRegistered(parts, connector, { organizationId, values: typed, redirectUri: callbackUrl })
  const tokens = await requestClientCredentials(tokenRequestOf(parts, connector, app, typed))
  return {
    sealed: {
      values: await sealValues(vault, owner, { ...typed, ...tokenValues(tokens) }),
      ...tokenTimes(tokens, clock.nowMs()),
    },
    scopes: tokens.scopes ?? null,
  }
}

/**
 * The same for a connection that has credentials: fields that are not given stay as they are. No refresh may happen
 * beside it.
 */
export async function changedCredentials(
  parts: RegistersApps & Uses<'connections'>,
  connector: AnyConnector,
  owner: Owner,
  changes: Input,
): Promise<NewCredentials> {
  const { store, vault } = parts
  const { definition } = connector
  const others = [...credentialFieldsOf(definition), ...capturesOf(definition)].map(({ id }) => id)
  const input = { ...(await readableValues(parts, owner, new Set(others))), ...changes }
  if (definition.auth.type !== 'oauth2' || changes.access_token !== undefined || isOfApp(connector)) {
    return newCredentials(parts, connector, owner, input)
  }
  // A person granted the tokens, and they stay.
  const typed = parseCredentials(definition, input, grantedIds(connector))
  const sealed = await store.connections.credentials(owner.id)
  const { access_token: accessToken, refresh_token: refreshToken } = sealed?.values ?? {}
  return {
    sealed: {
      values: {
        ...(accessToken !== undefined && { access_token: accessToken }),
        ...(refreshToken !== undefined && { refresh_token: refreshToken }),
        ...(await sealValues(vault, owner, typed)),
      },
      expiresAtMs: sealed?.expiresAtMs ?? null,
      refreshAtMs: sealed?.refreshAtMs ?? null,
    },
    scopes: null,
  }
}

function isOfApp({ definition: { auth } }: AnyConnector): boolean {
  return auth.type === 'oauth2' && auth.config.grant === 'client_credentials'
}

/** Ids that no form asks for: what an OAuth provider grants. */
function grantedIds(connector: AnyConnector): readonly string[] {
  if (connector.definition.auth.type !== 'oauth2') return []
  return ['access_token', 'refresh_token', ...capturesOf(connector.definition).map((capture) => capture.id)]
}
