import { ApiError } from '../errors/index.ts'
import type { ApiKey, Runtime } from '../runtime/runtime.ts'

/**
 * The API key of a request, when it is valid and has the scope.
 * @throws ApiError 401 or 403
 */
export async function authenticated(runtime: Runtime, headers: Headers, scope: string): Promise<ApiKey> {
  const key = await runtime.apiKeys.verify(headers.get('x-api-key') ?? '')
  // One answer for a missing, unknown, expired and revoked key: which of them it is helps only a thief.
  if (!key)
    throw new ApiError('The request needs a valid API key in X-API-Key.', { code: 'API_UNAUTHENTICATED', status: 401 })
  if (!key.scopes.includes(scope))
    throw new ApiError(`The API key lacks the scope "${scope}".`, { code: 'API_FORBIDDEN', status: 403 })
  return key
}
