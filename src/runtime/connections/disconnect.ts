import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { revokeToken } from '../../auth/oauth/revoke-token.ts'
import type { AnyConnector } from '../../define/index.ts'
import { collectFillings } from '../../http/open-session.ts'
import { openApp } from '../apps/app-in-use.ts'
import type { OpensApps } from '../apps/oauth-apps.ts'
import { readErrorCodeForLog, type Uses } from '../runtime-parts.ts'
import { openCredentials } from './sealed-credentials.ts'

/** What a connection is disconnected with. */
export type Disconnects = OpensApps & Uses<'connections', 'turns' | 'clock' | 'fetch' | 'logger' | 'reaches'>

/** Revokes the tokens where the vendor can, and wipes every credential whatever it answers. */
export async function disconnect(parts: Disconnects, connector: AnyConnector, record: ConnectionRecord): Promise<void> {
  const { store, clock, turns } = parts
  const changes = {
    state: 'disconnected',
    stateReason: 'Disconnected by a person; its credentials were deleted.',
  } as const
  // No refresh beside it: tokens that arrive after the wipe would be nobody's and live on at the vendor.
  await turns.alone(record.id, async () => {
    await revokeTokens(parts, connector, record)
    await store.connections.wipeCredentials(record.id, { changes, nowMs: clock.nowMs() })
  })
}

/** RFC 7009: the refresh token first, because it is what new access tokens are made of. */
async function revokeTokens(parts: Disconnects, connector: AnyConnector, record: ConnectionRecord): Promise<void> {
  const { id, definition } = connector
  const { clock, reaches, logger } = parts
  const { fetch } = reaches.of(record.id)
  if (definition.auth.type !== 'oauth2' || definition.auth.config.revokeUrl === undefined) return
  for (const tokenTypeHint of ['refresh_token', 'access_token'] as const) {
    try {
      const { [tokenTypeHint]: token, ...values } = (await openCredentials(parts, record)).values
      const app = await openApp(parts, connector, { organizationId: record.organizationId, values })
      if (token === undefined || !app) continue
      const fillings = collectFillings(definition, values, app.settings)
      const asked = { token: String(token), tokenTypeHint, fetch, clock }
      await revokeToken({ definition, app, fillings, credentials: values, ...asked })
    } catch (error) {
      // Whatever goes wrong here, the credentials are deleted; the log says that a token may live on.
      const ids = { connectionId: record.id, connectorId: id, organizationId: record.organizationId }
      logger.warn({ ...ids, token: tokenTypeHint, code: readErrorCodeForLog(error) }, 'Token could not be revoked')
    }
  }
}
