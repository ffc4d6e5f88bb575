import type { SealedCredentials } from '../../auth/connection-store.ts'
import { parseCredentials } from '../../auth/credential-values.ts'
import { computeDestination } from '../../auth/destination.ts'
import { requestClientCredentials } from '../../auth/oauth/token-endpoint.ts'
import { type AnyConnector, listCaptures, listCredentialFields } from '../../define/index.ts'
import { StoreError } from '../../errors/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { buildTokenRequest, demandApp } from '../oauth-apps/app-in-use.ts'
import { loadOrRegisterApp, type RegistersApps } from '../oauth-apps/app-registration.ts'
import type { RuntimeParts, Uses } from '../parts/runtime-parts.ts'
import {
  computeTokenTimes,
  createOtherDestinationError,
  isForDestination,
  loadStoredValues,
  noTimes,
  sealValues,
  toTokenValues,
} from './sealed-credentials.ts'
import { demandSecretsOfDestination } from './secret-destination.ts'

interface NewCredentialsOwner {
  readonly organizationId: string
  readonly id: string
}

/** What tokens of a connection are asked for with. */
type AsksTokens = Omit<RegistersApps, 'fetch'> & Pick<RuntimeParts, 'reaches'>

type EnteredCredentials = Readonly<Record<string, unknown>>

/** Credentials, ready to be stored. */
export interface NewCredentials {
  readonly sealed: Pick<SealedCredentials, 'values' | 'expiresAtMs' | 'refreshAtMs' | 'destination'>
  /** Scopes that were granted with them, if the vendor listed them. */
  readonly scopes: readonly string[] | null
}

/**
 * The typed values, with the tokens that belong to them. For client_credentials, the app requests its token at once, so
 * that a wrong secret shows when it is entered.
 * @throws CredentialError that names every bad field; StoreError `CONNECTION_UNUSABLE`; AuthError
 */
export async function prepareNewCredentials(
  parts: AsksTokens,
  connector: AnyConnector,
  owner: NewCredentialsOwner,
  input: EnteredCredentials,
): Promise<NewCredentials> {
  const { vault, clock } = parts
  const { definition } = connector
  const { auth } = definition
  const destination = computeDestination(connector)
  const typed = parseCredentials(definition, input, listGrantedIds(connector))
  if (auth.type !== 'oauth2' || auth.config.grant !== 'client_credentials') {
    if (auth.type === 'oauth2' && typed.access_token === undefined) {
      throw new StoreError(
        `"${definition.id}" is connected in the browser: begin by oauth.start, or give an access_token.`,
        { code: 'CONNECTION_UNUSABLE' },
      )
    }
    return { sealed: { values: await sealValues(vault, owner, typed), ...noTimes, destination }, scopes: null }
  }
  const { organizationId, id } = owner
  const use = { organizationId, values: typed }
  const { fetch } = parts.reaches.chooseReach({ id, organizationId, connectorId: connector.id })
  const asking = { ...parts, fetch }
  await loadOrRegisterApp(asking, connector, use)
  const app = await demandApp(parts, connector, use)
  const tokens = await requestClientCredentials(buildTokenRequest(asking, connector, app, typed))
  return {
    sealed: {
      values: await sealValues(vault, owner, { ...typed, ...toTokenValues(tokens) }),
      ...computeTokenTimes(tokens, clock.nowMs()),
      destination,
    },
    scopes: tokens.scopes ?? null,
  }
}

/**
 * The same for a connection that has credentials: fields that are not given stay the same. No refresh may run at the
 * same time.
 * @param before the version that the connection was on
 */
export async function prepareChangedCredentials(
  parts: AsksTokens & Uses<'connections'>,
  connector: AnyConnector,
  owner: NewCredentialsOwner,
  changes: EnteredCredentials,
  before: AnyConnector = connector,
): Promise<NewCredentials> {
  const { store, vault } = parts
  const { definition } = connector
  const others = [...listCredentialFields(definition), ...listCaptures(definition)].map(({ id }) => id)
  const stored = await loadStoredValues(parts, connector, before, owner, new Set(others))
  demandSecretsOfDestination(definition, stored, changes, await listGrantedNow(parts, owner))
  const input = { ...stored, ...changes }
  if (definition.auth.type !== 'oauth2' || changes.access_token !== undefined || isOfApp(connector)) {
    return prepareNewCredentials(parts, connector, owner, input)
  }
  // A person granted the tokens, and they stay.
  const typed = parseCredentials(definition, input, listGrantedIds(connector))
  const sealed = await store.connections.credentials(owner.id)
  if (sealed && !isForDestination(connector, sealed)) throw createOtherDestinationError(connector)
  const { access_token: accessToken, refresh_token: refreshToken } = sealed?.values ?? {}
  return {
    sealed: {
      values: omitUndefined({
        access_token: accessToken,
        refresh_token: refreshToken,
        ...(await sealValues(vault, owner, typed)),
      }),
      expiresAtMs: sealed?.expiresAtMs ?? null,
      refreshAtMs: sealed?.refreshAtMs ?? null,
      destination: computeDestination(connector),
    },
    scopes: null,
  }
}

/** Tokens of the connection, which are bound to its server as well. */
async function listGrantedNow({ store }: Uses<'connections'>, { id }: NewCredentialsOwner): Promise<readonly string[]> {
  const values = (await store.connections.credentials(id))?.values ?? {}
  return ['access_token', 'refresh_token'].filter((name) => values[name] !== undefined)
}

function isOfApp({ definition: { auth } }: AnyConnector): boolean {
  return auth.type === 'oauth2' && auth.config.grant === 'client_credentials'
}

/** Ids that no form has: values that an OAuth provider grants. */
function listGrantedIds(connector: AnyConnector): readonly string[] {
  if (connector.definition.auth.type !== 'oauth2') return []
  return ['access_token', 'refresh_token', ...listCaptures(connector.definition).map((capture) => capture.id)]
}
