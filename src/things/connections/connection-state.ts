import type { ConnectionChanges, ConnectionRecord, ConnectionState } from '../../auth/connection-store.ts'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { AnyConnector, AnyVariableValue, ConnectorDefinition } from '../../define/index.ts'
import type { ErrorCode } from '../../errors/index.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { refusedReason } from './store/state-cause.ts'

/** One customer's authenticated use of a connector. It holds no credential. */
export interface Connection {
  readonly id: string
  readonly organizationId: string
  /** Id of the connector. */
  readonly connector: string
  /** SHA-256 of the file of a connector that an operator added; undefined: the connector of this release. */
  readonly connectorSha256: string | undefined
  /** The name that people gave it; undefined: the name of its connector. */
  readonly name: string | undefined
  readonly state: ConnectionState
  /** The reason, in plain words, if the state is not `active`; or what is about to end. */
  readonly stateReason: string | undefined
  readonly variables: Readonly<Record<string, AnyVariableValue>>
  /** Scopes that the vendor granted (oauth2), if it listed them. */
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
    connectorSha256: record.connectorSha256 ?? undefined,
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

/** New credentials end every problem of the old ones. A pause is a person's decision and stays. */
export function decideStateAfterCredentials({ state, stateReason }: ConnectionRecord): StateChanges {
  return state === 'paused' ? { state, stateReason } : { state: 'active', stateReason: null }
}

/** The conclusion about the credentials from the vendor's answers. */
export type Evidence = 'accepted' | 'refused' | 'none'

const refusedCodes: ReadonlySet<string> = new Set(['AUTH_REJECTED', 'AUTH_REFRESH_REJECTED'] satisfies ErrorCode[])

/**
 * Every check whose credentials the vendor saw was refused for them, or one succeeded. A vendor that does not answer proves nothing, nor
 * does what it answers a stranger, nor a check that asked nothing because a variable is missing.
 * @param authorized ids of the checks that have sent credentials
 */
export function judgeCredentialEvidence(
  { checks }: Pick<RunHead, 'checks'>,
  authorized: ReadonlySet<string>,
): Evidence {
  if (checks.some(({ id, status }) => status !== 'error' && authorized.has(id))) return 'accepted'
  const isRefused = ({ error }: RunHead['checks'][number]) => refusedCodes.has(error?.code ?? '')
  const seen = checks.filter((check) => authorized.has(check.id) || isRefused(check))
  return seen.length > 0 && seen.every(isRefused) ? 'refused' : 'none'
}

/** Changes a connection's state after a run or test, unless somebody has changed the connection since. */
export async function noteEvidence(
  { store, clock }: Uses<'connections', 'clock'>,
  { definition }: AnyConnector,
  seen: ConnectionRecord,
  evidence: Evidence,
): Promise<void> {
  // A token that is still valid proves nothing about a grant that has ended.
  if (evidence === 'accepted' && seen.state === 'needs_reauth' && !(await isRenewable(store, definition, seen))) return
  const changes = decideStateChanges(evidence, seen, definition.name, definition.auth.type === 'oauth2')
  if (changes) await store.connections.updateSeen(seen, changes, clock.nowMs())
}

/** Whether access continues after this token: with another one, or because it has no known end. */
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
  { state, stateReason }: ConnectionRecord,
  name: string,
  isOAuth2: boolean,
): StateChanges | undefined {
  if (evidence === 'accepted' && (state === 'error' || state === 'needs_reauth')) {
    return { state: 'active', stateReason: null }
  }
  if (evidence !== 'refused' || (state !== 'active' && state !== 'error')) return undefined
  const refused: StateChanges = isOAuth2
    ? { state: 'needs_reauth', stateReason: `${name} does not accept the access that was granted. Reconnect.` }
    : { state: 'error', stateReason: `${name} ${refusedReason}` }
  // Of a connection that was never proven, the reason becomes the vendor's.
  return state === refused.state && stateReason === refused.stateReason ? undefined : refused
}

/** Decides by the current record, and again if somebody else changes it at the same time. */
export async function changeState(
  { store, clock }: Uses<'connections', 'clock'>,
  load: () => Promise<ConnectionRecord>,
  decide: (record: ConnectionRecord) => ConnectionChanges | undefined,
): Promise<Connection> {
  for (;;) {
    const record = await load()
    const changes = decide(record)
    const changed = changes ? await store.connections.updateSeen(record, changes, clock.nowMs()) : record
    if (changed) return toConnection(changed)
  }
}
