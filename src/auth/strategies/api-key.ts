import type { ApiKeyConfig } from '../../define/index.ts'
import type { Authorization } from '../authorizer.ts'

/** The key in a header or query parameter, after the prefix exactly as the connector writes it. */
export function buildApiKeyAuthorization(config: ApiKeyConfig, apiKey: string): Authorization {
  const value = `${config.prefix ?? ''}${apiKey}`
  return config.in === 'header'
    ? { headers: { [config.name]: value }, query: {} }
    : { headers: {}, query: { [config.name]: value } }
}
