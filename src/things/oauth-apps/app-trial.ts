import { randomBytes } from 'node:crypto'
import { collectFillings } from '../../auth/collect-fillings.ts'
import { type CredentialValues, parseField } from '../../auth/credential-values.ts'
import { toAppDestination } from '../../auth/destination.ts'
import { authorizeUrl } from '../../auth/oauth/authorize-url.ts'
import { createCodeVerifier, usesPkce } from '../../auth/oauth/pkce.ts'
import { exchangeCode, requestClientCredentials } from '../../auth/oauth/token-endpoint.ts'
import { listServerFields } from '../../auth/tenant-choice.ts'
import {
  type AnyConnector,
  type CredentialField,
  findCertificateField,
  isSecret,
  listCredentialFields,
  listCustomSettings,
  type OAuth2Config,
} from '../../define/index.ts'
import { AuthError, CredentialError, HttpError } from '../../errors/index.ts'
import { chooseCallbackUrl } from '../connectors/platform-app.ts'
import type { Declared } from '../parts/declared-service.ts'
import { findConnector, type Uses } from '../parts/runtime-parts.ts'
import { buildTokenRequest, type OpenedApp } from './app-in-use.ts'
import { demandAppForm } from './oauth-app-form.ts'
import { decideOwnCallback, type OAuthAppInput, openSecrets, pickStoredSecrets, trimApp } from './oauth-apps.ts'

export interface AppTrialService {
  /**
   * The address that people would be sent to with such an app, saved or not. Values that people type when they connect,
   * and missing or secret ones, appear as examples. undefined: people are not sent anywhere (client_credentials).
   * @throws CredentialError for settings that do not fit
   */
  preview(app: OAuthAppInput): Promise<string | undefined>
  /**
   * Tries such an app, saved or not, at the vendor's token endpoint. Does not throw for the vendor's answer.
   * @throws CredentialError for settings that do not fit
   */
  test(app: OAuthAppInput): Promise<OAuthAppTrial>
}

/**
 * - `accepted`: the vendor gave a token. - `recognized`: it refused only the invented code. Servers should check the
 *   app first (RFC 6749 §3.2.1), but some do not. - `refused`: it does not accept this app. - `unknown`: the answer
 *   does not show it.
 */
export interface OAuthAppTrial {
  readonly outcome: 'accepted' | 'recognized' | 'refused' | 'unknown'
  /** The vendor's answer, and what to do. */
  readonly message: string
}

type AsksToken = Uses<'oauthApps', 'vault' | 'connectors' | 'reaches' | 'clock' | 'callbackUrl'>

/** Tests of an OAuth app before anybody connects with it, and before it is saved. */
export function createAppTrials(parts: AsksToken): Declared<AppTrialService> {
  return {
    preview: {
      read: async ({ connector: ref, clientId, settings = {}, ownCallback = true }) => {
        const connector = findConnector(parts, ref)
        const { definition } = connector
        const config = requireOauthConfig(connector)
        if (config.grant === 'client_credentials') return undefined
        const url = await authorizeUrl({
          definition,
          clientId: clientId || 'client-id',
          redirectUri: chooseCallbackUrl(parts, connector.id, ownCallback),
          scopes: config.scopes,
          state: 'example',
          codeVerifier: usesPkce(config) ? await createCodeVerifier() : undefined,
          fillings: collectFillings(definition, createTrialValues(listCredentialFields(definition), settings), {
            ...createTrialValues(listCustomSettings(definition), settings),
          }),
        })
        return url.href
      },
    },
    test: {
      read: async (input) => {
        const connector = findConnector(parts, input.connector)
        const config = requireOauthConfig(connector)
        const app = await mergeEnteredApp(parts, connector, input)
        if (findCertificateField(connector.definition)?.required)
          return createUnknownTrial(
            `${connector.definition.name} can only be asked when somebody connects: it demands the certificate of a connection.`,
          )
        const { fetch } = parts.reaches.chooseReach({ organizationId: input.organizationId, connectorId: connector.id })
        const request = buildTokenRequest({ ...parts, fetch }, connector, app, pickServerValues(connector, input))
        try {
          if (config.grant === 'client_credentials') {
            await requestClientCredentials(request)
            return { outcome: 'accepted', message: `${connector.definition.name} gave the app a token.` }
          }
          await exchangeCode({
            ...request,
            redirectUri: chooseCallbackUrl(parts, connector.id, app.ownCallback),
            // No vendor ever issued it. A vendor that knows the app refuses the code. One that does not know the app
            // refuses that first.
            code: randomBytes(24).toString('base64url'),
            codeVerifier: usesPkce(config) ? await createCodeVerifier() : undefined,
          })
          return createUnknownTrial(
            `${connector.definition.name} accepts any code, which no authorization server should.`,
          )
        } catch (error) {
          return judgeTrialError(connector, error)
        }
      },
    },
  }
}

function requireOauthConfig({ definition }: AnyConnector): OAuth2Config {
  if (definition.auth.type === 'oauth2') return definition.auth.config
  throw new TypeError(`oauthApps: "${definition.id}" does not use oauth2`)
}

/** The app as it would be once saved. Values that are left out stay the same, as long as the client id does. */
async function mergeEnteredApp(
  parts: Uses<'oauthApps', 'vault' | 'connectors'>,
  connector: AnyConnector,
  input: OAuthAppInput,
): Promise<OpenedApp> {
  const { id } = connector
  const { organizationId } = input
  const { clientId, clientSecret, settings } = trimApp(input)
  const existing = await parts.store.oauthApps.find(id, organizationId ?? null, '', toAppDestination(connector))
  const stays = Object.keys(pickStoredSecrets(connector, existing, { clientId, settings }))
  const stored = existing ? await openSecrets(parts, connector, existing, stays) : {}
  demandAppForm(connector, { clientId, clientSecret, settings, stored: Object.keys(stored) })
  const { client_secret: storedSecret, ...storedSettings } = stored
  return {
    clientId,
    clientSecret: clientSecret ?? storedSecret,
    settings: { ...storedSettings, ...settings },
    ownCallback: decideOwnCallback(input, existing) === 1,
  }
}

/** What was entered of the server that the app is for. */
function pickServerValues({ definition, hooks }: AnyConnector, input: OAuthAppInput): CredentialValues {
  const { settings } = trimApp(input)
  return Object.fromEntries(
    listServerFields(definition, hooks).flatMap(({ id }) => (settings[id] === undefined ? [] : [[id, settings[id]]])),
  )
}

/** The vendor refused the request as a whole, with its invented code, so this proves nothing about the app. */
const aboutRequest: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_scope',
  'unsupported_grant_type',
  'invalid_target',
])

function judgeTrialError({ definition: { name } }: AnyConnector, error: unknown): OAuthAppTrial {
  if (error instanceof AuthError) {
    const { code, vendorCode = '' } = error
    if (code === 'AUTH_APP_MISCONFIGURED' && !aboutRequest.has(vendorCode))
      return { outcome: 'refused', message: error.message }
    if (code === 'AUTH_EXCHANGE_FAILED' && /grant|code/i.test(vendorCode)) {
      const text = `${name} refused only the code that was invented for this test (${vendorCode}), not the app.`
      return {
        outcome: 'recognized',
        message: `${text} The first connection will show whether it is set up completely.`,
      }
    }
    return createUnknownTrial(error.message)
  }
  // The address holds values that people type when they connect.
  if (error instanceof CredentialError)
    return createUnknownTrial(
      `${name} can only be tested when somebody connects, because its address depends on values that they type then.`,
    )
  if (error instanceof HttpError) return createUnknownTrial(error.message)
  throw error
}

function createUnknownTrial(message: string): OAuthAppTrial {
  return { outcome: 'unknown', message }
}

/** Examples for values that are not typed yet or must not be shown. */
function createTrialValues(
  fields: readonly CredentialField[],
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = typed[field.id]
      return [field.id, value === undefined || value === '' || isSecret(field) ? createTrialValue(field) : value]
    }),
  )
}

function createTrialValue(field: CredentialField): string {
  const options = 'options' in field ? field.options.map(({ value }) => value) : []
  const fitting = [field.placeholder ?? '', ...options].find(
    (text) => text !== '' && 'value' in parseField(field, text),
  )
  // A valid DNS label, for values that fill a host.
  return fitting ?? field.id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
