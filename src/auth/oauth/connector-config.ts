import type { ClientCredentialsConfig, ConnectorDefinition, OAuth2Config } from '../../define/index.ts'

/** @throws TypeError when the connector signs in another way */
export function requireOauth2Config({ id, auth }: ConnectorDefinition): OAuth2Config {
  if (auth.type === 'oauth2') return auth.config
  throw new TypeError(`"${id}" signs in by ${auth.type}, not by oauth2`)
}

/** The configuration of a connector that a person connects in the browser. @throws TypeError when nobody does */
export function requireCodeFlowConfig(definition: ConnectorDefinition): Exclude<OAuth2Config, ClientCredentialsConfig> {
  const config = requireOauth2Config(definition)
  if (config.grant !== 'client_credentials') return config
  throw new TypeError(
    `"${definition.id}" uses the grant client_credentials, so no person signs in and there is no authorization code`,
  )
}
