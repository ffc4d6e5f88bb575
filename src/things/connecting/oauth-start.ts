import { collectFillings } from '../../auth/collect-fillings.ts'
import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { type CredentialValues, parseCredentials } from '../../auth/credential-values.ts'
import { computeDestination } from '../../auth/destination.ts'
import type { FlowRecord } from '../../auth/flow-store.ts'
import { authorizeUrl } from '../../auth/oauth/authorize-url.ts'
import { createCodeVerifier, usesPkce } from '../../auth/oauth/pkce.ts'
import { createBinding } from '../../auth/oauth/state.ts'
import { createSecret, hashSecret } from '../../auth/secret.ts'
import { type AnyConnector, listCredentialFields, type OAuth2Config } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { loadStoredValues, sealValues } from '../connections/sealed-credentials.ts'
import { demandSecretsOfDestination } from '../connections/secret-destination.ts'
import { demandEnabled } from '../connectors/disabled-connectors.ts'
import { chooseCallbackUrl } from '../connectors/platform-app.ts'
import { loadOrRegisterApp, type RegistersApps } from '../oauth-apps/app-registration.ts'
import { type ConnectorRef, findConnector, type RuntimeParts, requireFound, type Uses } from '../parts/runtime-parts.ts'
import { checkReturnUrl } from './return-url.ts'

/** The parts that start a flow. */
export type StartsFlows = Omit<RegistersApps, 'fetch'> &
  Uses<
    'connections' | 'organizations' | 'disabledConnectors' | 'flows' | 'connectSessions',
    'returnOrigins' | 'reaches' | 'registry'
  >

/** The options of an authorization. */
export interface FlowRequest {
  readonly connector: ConnectorRef
  readonly organizationId: string
  readonly userId?: string | undefined
  /** Reconnects this connection instead of making a new one. */
  readonly connectionId?: string | undefined
  /** Path, or URL of an allowed origin, to return to. */
  readonly returnTo?: string | undefined
  /** The connect dialog that the person is in: it hears of the end. */
  readonly connectSessionId?: string | undefined
  /** A subset of the declared scopes. @default all */
  readonly scopes?: readonly string[] | undefined
  /** Values of the connector's credential fields, if the URLs need them. */
  readonly credentials?: Readonly<Record<string, unknown>> | undefined
  /** Redirect URI other than `callbackUrl`, on loopback only (RFC 8252 §7.3): how the command line connects. */
  readonly redirectUri?: string | undefined
}

// Long enough to sign in with a second factor, and short enough to make a stolen state worthless soon.
/** The time that a person may take at the vendor. */
export const flowLifeMs = 10 * 60_000

/** Most open flows. Starting another one ends the oldest. */
const flowsMax = { ofPerson: 20, ofOrganization: 1_000 } as const

/** Sealed beside the typed values, under an id that no credential field can have. */
export const verifierId = '$code_verifier'

export async function startFlow(
  parts: StartsFlows,
  request: FlowRequest,
): Promise<{ readonly url: string; readonly binding: string }> {
  const { store, vault, clock } = parts
  const { organizationId, userId, connectionId, credentials = {} } = request
  const connector = findConnector(parts, request.connector)
  const { definition } = connector
  const config = requireBrowserFlowConfig(connector)
  const returnTo = request.returnTo === undefined ? null : checkReturnUrl(request.returnTo, parts.returnOrigins)
  if (request.redirectUri !== undefined) demandLoopbackRedirect(parts, request.redirectUri)
  requireFound(await store.organizations.find(organizationId), `organization "${organizationId}"`)
  if (request.connectSessionId !== undefined)
    await demandConnectSession(parts, organizationId, request.connectSessionId)
  const connectorSha256 = parts.registry.chooseSha256(connector)
  if (connectionId === undefined) await demandEnabled(parts, connector)
  else await parts.registry.demandInService({ connectorId: connector.id, connectorSha256 })
  const existing =
    connectionId === undefined ? undefined : await findRenewedConnection(parts, connector, organizationId, connectionId)
  const typedBefore = await loadTypedBefore(parts, connector, existing)
  demandSecretsOfDestination(definition, typedBefore, credentials)
  const values = parseCredentials(definition, { ...typedBefore, ...credentials })
  const loopbackUri = request.redirectUri === parts.callbackUrl ? undefined : request.redirectUri
  const { fetch } = parts.reaches.chooseReach({ id: connectionId, organizationId, connectorId: connector.id })
  const app = await loadOrRegisterApp({ ...parts, fetch }, connector, {
    organizationId,
    values,
    redirectUri: loopbackUri,
  })
  const redirectUri = request.redirectUri ?? chooseCallbackUrl(parts, connector.id, app.ownCallback)
  const scopes = [...(request.scopes ?? config.scopes)]
  const state = createSecret()
  const binding = createBinding(state, returnTo)
  const codeVerifier = usesPkce(config) ? await createCodeVerifier() : undefined
  const url = await authorizeUrl({
    definition,
    clientId: app.clientId,
    redirectUri,
    scopes,
    state,
    codeVerifier,
    fillings: collectFillings(definition, values, app.settings),
  })
  const flow: Omit<FlowRecord, 'secrets'> = {
    // Its ids are in the order of their making, so that of two flows of one millisecond the older one ends.
    id: createTimeId(),
    stateHash: hashSecret(state),
    bindingHash: hashSecret(binding),
    connectorId: connector.id,
    connectorSha256,
    connectorDestination: computeDestination(connector),
    organizationId,
    userId: userId ?? null,
    connectionId: existing?.id ?? null,
    returnTo,
    connectSessionId: request.connectSessionId ?? null,
    redirectUri,
    scopes,
  }
  const secrets = await sealValues(vault, flow, {
    ...values,
    ...omitUndefined({ [verifierId]: codeVerifier }),
  })
  await store.flows.put({ ...flow, secrets }, flowLifeMs, clock.nowMs())
  // Afterwards, because of starts side by side the last one then sees all.
  await store.flows.deleteAllButNewest({ organizationId }, flowsMax.ofOrganization)
  if (userId !== undefined) await store.flows.deleteAllButNewest({ organizationId, userId }, flowsMax.ofPerson)
  return { url: url.href, binding }
}

/** Of this organization: the end of the flow is told to its dialog. */
async function demandConnectSession(
  { store }: Uses<'connectSessions'>,
  organizationId: string,
  id: string,
): Promise<void> {
  const session = await store.connectSessions.find(id)
  requireFound(session?.organizationId === organizationId ? session : undefined, 'connect session of that id')
  await store.connectSessions.forgetProblem(id)
}

function requireBrowserFlowConfig({ definition }: AnyConnector): OAuth2Config {
  const { auth } = definition
  if (auth.type === 'oauth2' && auth.config.grant !== 'client_credentials') return auth.config
  throw new AuthError(`"${definition.id}" is not connected in the browser; use connections.create.`, {
    code: 'CONNECTION_UNUSABLE',
  })
}

/** The connection to reconnect. A connection of another connector would get tokens that it cannot use. */
async function findRenewedConnection(
  { store }: Uses<'connections'>,
  connector: AnyConnector,
  organizationId: string,
  connectionId: string,
): Promise<ConnectionRecord> {
  const connection = await store.connections.find(connectionId, organizationId)
  return requireFound(connection?.connectorId === connector.id ? connection : undefined, 'connection of that id')
}

/** When a connection is renewed, its fields need not be typed again. */
async function loadTypedBefore(
  parts: Uses<'connections', 'vault' | 'registry'>,
  connector: AnyConnector,
  existing: ConnectionRecord | undefined,
): Promise<CredentialValues> {
  if (existing === undefined) return {}
  const fields = new Set(listCredentialFields(connector.definition).map((field) => field.id))
  const before = (await parts.registry.find(existing)) ?? connector
  return loadStoredValues(parts, connector, before, existing, fields)
}

/** Our own callback, or a loopback listener (RFC 8252 §7.3). The request's Host header is not used. */
function demandLoopbackRedirect({ callbackUrl }: Pick<RuntimeParts, 'callbackUrl'>, redirectUri: string): void {
  if (redirectUri === callbackUrl) return
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  const isLoopback = url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === '[::1]')
  if (isLoopback && url.username === '' && url.password === '' && !redirectUri.includes('#')) return
  throw new TypeError(
    'oauth.start: redirectUri must be a loopback URL with a literal address, such as http://127.0.0.1:5000/callback',
  )
}
