import type { WebhookRecord } from '../../service/notices/webhook.ts'
import type { AuditLog } from '../parts/audit-log.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { stillMay } from '../people/still-may.ts'

export type DetailParts = Uses<'webhooks' | 'users' | 'memberships', never> & {
  readonly log: Pick<AuditLog, 'recordMade'>
}

/**
 * Whether a webhook gets details now. They end for good as soon as the person who asked for them may no longer read them elsewhere, with
 * an entry in the audit log. Notices without details go on. Somebody who may read them can ask for them again.
 */
export async function mayTellDetails(
  { store, log }: DetailParts,
  { organizationId, id, details, detailsBy }: WebhookRecord,
): Promise<boolean> {
  if (!details || organizationId === null || detailsBy === null) return details
  if (await stillMay(store, { organizationId, userId: detailsBy }, 'integrations:read', 'comments:read')) return true
  if (await store.webhooks.endDetails({ organizationId, id }, detailsBy))
    await log.recordMade(
      { organizationId, action: 'webhook.end-details', fields: ['details'] },
      { status: 200, target: id },
    )
  return false
}
