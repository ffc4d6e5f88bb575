import { holdLease } from '../../auth/lease.ts'
import { registerClient } from '../../auth/oauth/register-client.ts'
import type { AnyConnector } from '../../define/index.ts'
import { collectFillings } from '../../http/open-session.ts'
import type { Uses } from '../runtime-parts.ts'
import { findDestination } from './app-destination.ts'
import { type AppUse, chooseCallbackUrl, demandApp, findIssuer, type OpenedApp, openApp } from './app-in-use.ts'
import { type OpensApps, saveApp } from './oauth-apps.ts'

/** What an app is registered with. */
export type RegistersApps = OpensApps & Uses<'leases', 'fetch' | 'clock' | 'callbackUrl'>

export interface RegistrationUse extends AppUse {
  /** Where this flow comes back to, where that is not a callback of ours; registered beside that. */
  readonly redirectUri?: string | undefined
}

/**
 * The app of an organization. Where there is none and the vendor lets apps register themselves (RFC 7591), one is
 * registered, and kept as the organization's own for that server alone: each server gives an id and a secret of its own.
 * @throws AuthError `AUTH_APP_MISCONFIGURED`, `AUTH_TRANSIENT`, `AUTH_REPLY_INVALID`; CredentialError
 */
export async function loadOrRegisterApp(
  parts: RegistersApps,
  connector: AnyConnector,
  { organizationId, values, redirectUri }: RegistrationUse,
): Promise<OpenedApp> {
  const { store, clock, fetch } = parts
  const { id: connectorId, definition } = connector
  const use = { organizationId, values }
  const issuer = findIssuer(connector, values)
  const usable = async () => {
    const app = await openApp(parts, connector, use)
    // What has ended at the vendor cannot finish a flow: another is registered in its place (RFC 7591 §3.2.1).
    const hasEnded = app?.secretExpiresAtMs != null && app.secretExpiresAtMs <= clock.nowMs()
    return hasEnded && issuer !== undefined ? undefined : app
  }
  const app = await usable()
  if (app) return app
  // It says what is missing.
  if (issuer === undefined) return demandApp(parts, connector, use)
  // Of people who connect at the same time one registers: the other's app would be orphaned at the vendor.
  return holdLease(store.leases, clock, `register:${connectorId}:${organizationId}:${issuer}`, async () => {
    const meanwhile = await usable()
    if (meanwhile) return meanwhile
    const fillings = collectFillings(definition, values, {})
    const ownCallbackUrl = chooseCallbackUrl(parts, connectorId, true)
    const {
      clientId,
      clientSecret,
      clientSecretExpiresAtMs: secretExpiresAtMs = null,
    } = await registerClient({
      definition,
      clientName: 'Checkwright',
      redirectUris: [...new Set([ownCallbackUrl, redirectUri ?? ownCallbackUrl])],
      fillings,
      fetch,
    })
    await saveApp(
      parts,
      {
        ...{ connectorId, organizationId, issuer, clientId, secretExpiresAtMs, settings: {} },
        ...{ destination: findDestination(connector, fillings) ?? null, boundTo: null, ownCallback: 1 },
      },
      clientSecret === undefined ? {} : { client_secret: clientSecret },
    )
    return { clientId, clientSecret, secretExpiresAtMs, settings: {}, ownCallback: true }
  })
}
