import { holdLease } from '../../auth/lease.ts'
import { registerClient } from '../../auth/oauth/register-client.ts'
import type { AnyConnector } from '../../define/index.ts'
import { collectFillings } from '../../http/open-session.ts'
import type { Uses } from '../runtime-parts.ts'
import { demandApp, type OpenedApp, type OpensApps, openApp, saveApp } from './oauth-apps.ts'

/** What an app is registered with. */
export type RegistersApps = OpensApps & Uses<'leases', 'fetch' | 'clock' | 'callbackUrl'>

export interface AppUse {
  readonly organizationId: string
  /** Typed credentials, which the registration URL may need. */
  readonly values: Readonly<Record<string, string | number>>
  /** Where this flow comes back to; registered beside our own callback. */
  readonly redirectUri: string
}

/**
 * The app of an organization. Where there is none and the vendor lets apps register themselves (RFC 7591), one is
 * registered and kept as the organization's own.
 * @throws AuthError `AUTH_APP_MISCONFIGURED`, `AUTH_TRANSIENT`, `AUTH_REPLY_INVALID`; CredentialError
 */
export async function loadOrRegisterApp(
  parts: RegistersApps,
  { id: connectorId, definition }: AnyConnector,
  { organizationId, values, redirectUri }: AppUse,
): Promise<OpenedApp> {
  const { store, clock, fetch, callbackUrl } = parts
  const registers = definition.auth.type === 'oauth2' && definition.auth.config.registrationUrl !== undefined
  if (!registers) return demandApp(parts, connectorId, organizationId)
  const usable = async () => {
    const app = await openApp(parts, connectorId, organizationId)
    // What has ended at the vendor cannot finish a flow: another is registered in its place (RFC 7591 §3.2.1).
    const hasEnded = app?.secretExpiresAtMs != null && app.secretExpiresAtMs <= clock.nowMs()
    return hasEnded ? undefined : app
  }
  const app = await usable()
  if (app) return app
  // Of people who connect at the same time one registers: the other's app would be orphaned at the vendor.
  return holdLease(store.leases, clock, `register:${connectorId}:${organizationId}`, async () => {
    const meanwhile = await usable()
    if (meanwhile) return meanwhile
    const {
      clientId,
      clientSecret,
      clientSecretExpiresAtMs: secretExpiresAtMs = null,
    } = await registerClient({
      definition,
      clientName: 'Checkwright',
      redirectUris: [...new Set([callbackUrl, redirectUri])],
      fillings: collectFillings(definition, values, {}),
      fetch,
    })
    await saveApp(
      parts,
      { connectorId, organizationId, clientId, secretExpiresAtMs, settings: {} },
      clientSecret === undefined ? {} : { client_secret: clientSecret },
    )
    return { clientId, clientSecret, secretExpiresAtMs, settings: {} }
  })
}
