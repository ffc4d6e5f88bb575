import type { ConnectionChanges, ConnectionRecord, ConnectionState } from '../../auth/connection-store.ts'
import type { RunHead } from '../../checks/results/kept-run.ts'
import type { AnyConnector, AnyVariableValue, ConnectorDefinition } from '../../define/index.ts'
import { toIsoTime, type Uses } from '../runtime-parts.ts'

/** One customer's authenticated use of a connector. Holds no credential. */
export interface Connection {
  readonly id: string
  readonly organizationId: string
  /** Id of the connector. */
  readonly connector: string
  /** How people call it; undefined: as its connector. */
  readonly name: string | undefined
  readonly state: ConnectionState
  /** Why, in plain words, where the state is not `active`; or what is about to end. */
  readonly stateReason: string | undefined
  readonly variables: Readonly<Record<string, AnyVariableValue>>
  /** Scopes that the vendor granted (oauth2), where it said so. */
  readonly grantedScopes: readonly string[] | undefined
  readonly userId: string | undefined
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** A connection as it may be shown. */
export function toConnection(record: ConnectionRecord): Connection {
  return {
    id: record.id,
    organizationId: record.organizationId,
    connector: record.connectorId,
    name: record.name ?? undefined,
    state: record.state,
    stateReason: record.stateReason ?? undefined,
    variables: record.variables,
    grantedScopes: record.grantedScopes ?? undefined,
    userId: record.userId ?? undefined,
    createdAt: toIsoTime(record.createdAtMs),
    updatedAt: toIsoTime(record.updatedAtMs),
  }
}

type StateChanges = Required<Pick<ConnectionChanges, 'state' | 'stateReason'>>

/** What new credentials mean: all that was wrong with the old ones is over. A pause is a person's decision and stays. */
export function decideStateAfterCredentials({ state, stateReason }: ConnectionRecord): StateChanges {
  return state === 'paused' ? { state, stateReason } : { state: 'active', stateReason: null }
}

/** What the vendor's answers say about the credentials. */
export type Evidence = 'accepted' | 'refused' | 'none'

/**
 * Every check was refused for its credentials; or one got through. A vendor out of reach proves nothing, nor does what it
 * answers a stranger.
 * @param authorized ids of the checks that have sent credentials
 */
export function judgeCredentialEvidence(
  { checks }: Pick<RunHead, 'checks'>,
  authorized: ReadonlySet<string>,
): Evidence {
  if (checks.some(({ id, status }) => status !== 'error' && authorized.has(id))) return 'accepted'
  return checks.length > 0 && checks.every(({ error }) => error?.code === 'AUTH_REJECTED') ? 'refused' : 'none'
}

/** Moves a connection's state by what was learned with it, unless somebody has changed the connection since. */
export async function noteEvidence(
  { store, clock }: Uses<'connections', 'clock'>,
  { definition }: AnyConnector,
  seen: ConnectionRecord,
  evidence: Evidence,
): Promise<void> {
  // A token that still lives proves nothing about a grant that is over.
  if (evidence === 'accepted' && seen.state === 'needs_reauth' && !(await isRenewable(store, definition, seen))) return
  const changes = decideStateChanges(evidence, seen, definition.name, definition.auth.type === 'oauth2')
  if (changes) await store.connections.updateSeen(seen, changes, clock.nowMs())
}

/** Whether access goes on after this token: by another one, or because it has no known end. */
async function isRenewable(
  store: Uses<'connections'>['store'],
  { auth }: ConnectorDefinition,
  { id }: ConnectionRecord,
): Promise<boolean> {
  if (auth.type !== 'oauth2' || auth.config.grant === 'client_credentials') return true
  const sealed = await store.connections.credentials(id)
  return sealed?.values.refresh_token !== undefined || sealed?.expiresAtMs === null
}

function decideStateChanges(
  evidence: Evidence,
  { state }: ConnectionRecord,
  name: string,
  isOAuth2: boolean,
): StateChanges | undefined {
  if (evidence === 'accepted' && (state === 'error' || state === 'needs_reauth')) {
    return { state: 'active', stateReason: null }
  }
  if (evidence === 'refused' && state === 'active') {
    return isOAuth2
      ? { state: 'needs_reauth', stateReason: `${name} does not accept the access that was granted. Connect again.` }
      : { state: 'error', stateReason: `${name} does not accept the credentials. Enter new ones.` }
  }
  return undefined
}
