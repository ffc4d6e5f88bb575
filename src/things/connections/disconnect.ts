import { collectFillings } from '../../auth/collect-fillings.ts'
import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { CredentialValues } from '../../auth/credential-values.ts'
import { revokeToken } from '../../auth/oauth/revoke-token.ts'
import type { AnyConnector } from '../../define/index.ts'
import { type OpenedApp, openApp } from '../oauth-apps/app-in-use.ts'
import type { OpensApps } from '../oauth-apps/oauth-apps.ts'
import { type RuntimeParts, readErrorCodeForLog, type Uses } from '../parts/runtime-parts.ts'
import { type RelistsFindings, relistFindings } from './relist-findings.ts'
import { openCredentials } from './sealed-credentials.ts'

type RevokesTokens = OpensApps & Uses<'connections', 'clock' | 'logger' | 'reaches'>

/** The parts that disconnect a connection. */
export type Disconnects = RevokesTokens & RelistsFindings & Pick<RuntimeParts, 'turns'>

/** Revokes the tokens if the vendor can, and wipes every credential in any case. Its findings leave all lists at once. */
export async function disconnect(parts: Disconnects, connector: AnyConnector, record: ConnectionRecord): Promise<void> {
  const { store, clock, turns } = parts
  const changes = {
    state: 'disconnected',
    stateReason: 'Disconnected by a person; its credentials were deleted.',
  } as const
  // No refresh at the same time: tokens that arrive after the wipe would belong to nobody and stay valid at the vendor.
  await turns.runAlone(record.id, async () => {
    await revokeTokens(parts, connector, record)
    await store.connections.wipeCredentials(record.id, { changes, nowMs: clock.nowMs() })
  })
  await relistFindings(parts, record.id)
}

/** Tokens among their credential values, and the app that got them. */
export interface GrantedTokens {
  readonly values: CredentialValues
  readonly app: OpenedApp
}

type GrantOwner = Pick<ConnectionRecord, 'id' | 'organizationId' | 'connectorId'>

/** Revokes the tokens that the store has of a connection, if the vendor can. Does not throw. */
export async function revokeTokens(
  parts: RevokesTokens,
  connector: AnyConnector,
  record: ConnectionRecord,
): Promise<void> {
  await revokeGrant(parts, connector, record, async () => {
    const { values } = await openCredentials(parts, connector, record)
    const app = await openApp(parts, connector, { organizationId: record.organizationId, values })
    return app && { values, app }
  })
}

/** The same for one whose connector may be gone. */
export async function revokeLeftTokens(
  parts: RevokesTokens & Pick<RuntimeParts, 'registry'>,
  record: ConnectionRecord,
): Promise<void> {
  const { registry, logger } = parts
  try {
    await revokeTokens(parts, await registry.load(record), record)
  } catch (error) {
    logger.warn({ ...pickIds(record), code: readErrorCodeForLog(error) }, 'Tokens could not be revoked')
  }
}

/**
 * RFC 7009: the refresh token first, because new access tokens come from it. Does not throw.
 * @param load asked before each token; undefined: nobody can revoke it
 */
export async function revokeGrant(
  { clock, reaches, logger }: Pick<Disconnects, 'clock' | 'reaches' | 'logger'>,
  { definition }: AnyConnector,
  owner: GrantOwner,
  load: () => Promise<GrantedTokens | undefined>,
): Promise<void> {
  if (definition.auth.type !== 'oauth2' || definition.auth.config.revokeUrl === undefined) return
  const { fetch } = reaches.chooseReach(owner)
  for (const tokenTypeHint of ['refresh_token', 'access_token'] as const) {
    try {
      const grant = await load()
      if (grant?.values[tokenTypeHint] === undefined) continue
      const { [tokenTypeHint]: token, ...values } = grant.values
      const fillings = collectFillings(definition, values, grant.app.settings)
      const asked = { token: String(token), tokenTypeHint, fetch, clock }
      await revokeToken({ definition, app: grant.app, fillings, credentials: values, ...asked })
    } catch (error) {
      // After any failure here, the credentials are still deleted. The log shows that a token may stay valid.
      logger.warn(
        { ...pickIds(owner), token: tokenTypeHint, code: readErrorCodeForLog(error) },
        'Token could not be revoked',
      )
    }
  }
}

function pickIds({ id, connectorId, organizationId }: GrantOwner) {
  return { connectionId: id, connectorId, organizationId }
}
