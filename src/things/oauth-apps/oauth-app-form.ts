import { parseField } from '../../auth/credential-values.ts'
import { type AnyConnector, hasClientSecret, type OAuth2Config } from '../../define/index.ts'
import { CredentialError, type Problem } from '../../errors/index.ts'
import { listAppSettings } from '../connectors/app-destination.ts'
import { hasPlatformApp } from './platform-settings.ts'

/** The values that an administrator enters. */
export interface OAuthAppForm {
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly settings: Readonly<Record<string, string>>
  /** Ids of secrets that are kept unless they are entered again. */
  readonly stored: readonly string[]
}

/** @throws CredentialError with everything that does not fit; TypeError for a connector without OAuth apps */
export function demandAppForm(connector: AnyConnector, form: OAuthAppForm): void {
  const { definition } = connector
  const { auth } = definition
  if (!hasPlatformApp(definition))
    throw new TypeError(`oauthApps.set: "${definition.id}" uses neither oauth2 nor customSettings`)
  const { clientId, clientSecret, settings, stored } = form
  const declared = listAppSettings(connector)
  const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
  const hasSecret = clientSecret === undefined ? stored.includes('client_secret') : isText(clientSecret)
  const problems: Problem[] = [
    ...(auth.type === 'oauth2'
      ? [
          ...(isText(clientId) ? [] : [{ path: 'clientId', message: 'is required' }]),
          ...(isSplitAtColon(auth.config) && clientId.includes(':')
            ? [
                {
                  path: 'clientId',
                  message: 'must not contain a colon; the vendor splits the credentials at the first one',
                },
              ]
            : []),
          ...(hasSecret || !hasClientSecret(auth.config)
            ? []
            : [{ path: 'clientSecret', message: 'is required (the app of this connector proves itself by it)' }]),
        ]
      : [
          ...(clientId === '' ? [] : [{ path: 'clientId', message: 'is for OAuth, which the connector does not use' }]),
          ...(clientSecret === undefined
            ? []
            : [{ path: 'clientSecret', message: 'is for OAuth, which the connector does not use' }]),
        ]),
    ...declared.flatMap((setting) => {
      if (settings[setting.id] === undefined && stored.includes(setting.id)) return []
      const parsed = parseField(setting, settings[setting.id])
      return 'problem' in parsed ? [{ path: `settings.${setting.id}`, message: parsed.problem }] : []
    }),
    ...Object.keys(settings)
      .filter((id) => !declared.some((setting) => setting.id === id))
      .map((id) => ({ path: `settings.${id}`, message: 'is not a setting of this connector' })),
  ]
  if (problems.length > 0)
    throw new CredentialError(`The OAuth app for ${definition.name} cannot be used:`, {
      code: 'CREDENTIAL_INVALID',
      problems,
    })
}

/** HTTP Basic without encoding (RFC 7617 §2). */
function isSplitAtColon(config: OAuth2Config): boolean {
  const { clientAuthMethod, clientAuthEncoding } = config
  return hasClientSecret(config) && clientAuthMethod === 'header' && clientAuthEncoding === 'raw'
}
