import type { SecretPlace } from '../../auth/vault.ts'

/** The place that a secret of a webhook is sealed for. An earlier secret stays what it was, so it has the same place. */
export function placeWebhookSecret(organizationId: string | null, id: string, field: 'target' | 'secret'): SecretPlace {
  return { organizationId, ownerId: id, field: `webhook_${field}` }
}
