import { collectFillings } from '../../auth/collect-fillings.ts'
import { toAppDestination } from '../../auth/destination.ts'
import { holdLease } from '../../auth/lease.ts'
import { registerClient } from '../../auth/oauth/register-client.ts'
import type { AnyConnector } from '../../define/index.ts'
import { findDestination } from '../connectors/app-destination.ts'
import { chooseCallbackUrl } from '../connectors/platform-app.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { type AppUse, demandApp, findIssuer, type OpenedApp, openApp } from './app-in-use.ts'
import { type OpensApps, saveApp } from './oauth-apps.ts'

/** The values that an app is registered with. */
export type RegistersApps = OpensApps & Uses<'leases', 'fetch' | 'clock' | 'callbackUrl'>

export interface RegistrationUse extends AppUse {
  /** Where this flow returns to, if that is not our callback. It is registered too. */
  readonly redirectUri?: string | undefined
}

/**
 * The app of an organization. If there is none and the vendor lets apps register themselves (RFC 7591), one is
 * registered. It is stored as the organization's own for that server only, because each server gives its own id and
 * secret.
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
    // An app that has expired at the vendor cannot finish a flow, so another one is registered (RFC 7591 §3.2.1).
    const hasEnded = app?.secretExpiresAtMs != null && app.secretExpiresAtMs <= clock.nowMs()
    return hasEnded && issuer !== undefined ? undefined : app
  }
  const app = await usable()
  if (app) return app
  // The error names what is missing.
  if (issuer === undefined) return demandApp(parts, connector, use)
  // If several people connect at the same time, one app registers. The other would be orphaned at the vendor.
  return holdLease(
    store.leases,
    clock,
    `register:${connectorId}:${organizationId}:${issuer}${toAppDestination(connector)}`,
    async () => {
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
        connector,
        {
          connectorId,
          organizationId,
          issuer,
          clientId,
          secretExpiresAtMs,
          settings: {},
          destination: findDestination(connector, fillings) ?? null,
          boundTo: null,
          ownCallback: 1,
          connectorDestination: toAppDestination(connector),
        },
        clientSecret === undefined ? {} : { client_secret: clientSecret },
      )
      return { clientId, clientSecret, secretExpiresAtMs, settings: {}, ownCallback: true }
    },
  )
}
