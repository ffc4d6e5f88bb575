import { ApiError } from '../../../errors/index.ts'
import { type Caller, hasRight } from '../../api/callers/caller.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Webhook } from '../webhooks.ts'

/** @throws ApiError 404 */
export async function demandWebhook(
  { webhooks }: Pick<Runtime, 'webhooks'>,
  ref: { readonly organizationId: string; readonly id: string },
): Promise<Webhook> {
  const webhook = await webhooks.get(ref)
  if (webhook) return webhook
  throw createMissingWebhook()
}

export function createMissingWebhook(): ApiError {
  return new ApiError('There is no such webhook.', { code: 'NOT_FOUND' })
}

/**
 * Details have names, titles and texts. Without the rights to read those elsewhere, a key for webhooks neither has them sent, nor reads
 * what was sent because somebody else wanted them.
 * @throws ApiError 403
 */
export function demandDetails(caller: Caller, { details }: { readonly details?: boolean | undefined }): void {
  if (!details || (hasRight(caller, 'integrations:read') && hasRight(caller, 'comments:read'))) return
  throw new ApiError('A webhook with details needs the scopes "integrations:read" and "comments:read" too.', {
    code: 'API_FORBIDDEN',
  })
}
