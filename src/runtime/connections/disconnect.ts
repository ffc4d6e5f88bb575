import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { revokeToken } from '../../auth/oauth/revoke-token.ts'
import type { AnyConnector } from '../../define/index.ts'
import { collectFillings } from '../../http/open-session.ts'
import { openApp } from '../apps/app-in-use.ts'
import type { OpensApps } from '../apps/oauth-apps.ts'
import { readErrorCodeForLog, type Uses } from '../runtime-parts.ts'
import { openCredentials } from './sealed-credentials.ts'

/** The parts that disconnect a connection. */
export type Disconnects = OpensApps & Uses<'connections', 'turns' | 'clock' | 'logger' | 'reaches'>

/** Revokes the tokens if the vendor can, and wipes every credential in any case. */
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
}

/** RFC 7009: the refresh token first, because new access tokens come from it. Does not throw. */
export async function revokeTokens(
  parts: Disconnects,
  connector: AnyConnector,
  record: ConnectionRecord,
): Promise<void> {
  const { id, definition } = connector
  const { clock, reaches, logger } = parts
  const { fetch } = reaches.chooseReach(record)
  if (definition.auth.type !== 'oauth2' || definition.auth.config.revokeUrl === undefined) return
  for (const tokenTypeHint of ['refresh_token', 'access_token'] as const) {
    try {
      const { [tokenTypeHint]: token, ...values } = (await openCredentials(parts, connector, record)).values
      const app = await openApp(parts, connector, { organizationId: record.organizationId, values })
      if (token === undefined || !app) continue
      const fillings = collectFillings(definition, values, app.settings)
      const asked = { token: String(token), tokenTypeHint, fetch, clock }
      await revokeToken({ definition, app, fillings, credentials: values, ...asked })
    } catch (error) {
      // After any failure here, the credentials are still deleted. The log shows that a token may stay valid.
      const ids = { connectionId: record.id, connectorId: id, organizationId: record.organizationId }
      logger.warn({ ...ids, token: tokenTypeHint, code: readErrorCodeForLog(error) }, 'Token could not be revoked')
    }
  }
}
