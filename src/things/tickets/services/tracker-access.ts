import { CheckwrightError } from '../../../errors/index.ts'
import { openVendorClient } from '../../../service/notices/vendor-client.ts'
import { openSecret } from '../../declared/services/secrets.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { stillMay } from '../../people/still-may.ts'
import { tracker } from '../thing.ts'
import type { TrackerConnection, TrackerSettings, TrackerVendor } from '../trackers/tracker-vendor.ts'
import { type TrackerVendorId, trackerVendors } from '../trackers/tracker-vendors.ts'

export type TrackerParts = Uses<'things' | 'users' | 'memberships', 'vault' | 'transport' | 'clock'>

/** A tracker that can be asked. */
export interface OpenTracker {
  readonly vendor: TrackerVendor
  readonly connection: TrackerConnection
  readonly whenResolved: 'close' | 'comment'
}

/**
 * Opens a tracker with its token. It acts for the person who made it, and no longer than they may read findings.
 * @returns undefined if it is gone
 * @throws CheckwrightError `CREDENTIAL_MISSING` without a token; `API_FORBIDDEN`
 */
export async function openTrackerOf(
  parts: TrackerParts,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  signal: AbortSignal,
): Promise<OpenTracker | undefined> {
  const record = await parts.store.things.of(tracker).of(organizationId).find(id)
  if (record === undefined) return undefined
  if (!(await stillMay(parts.store, { organizationId, userId: record.createdBy }, 'findings:read', 'webhooks:write')))
    throw new CheckwrightError('The person who added the tracker may no longer set where findings go.', {
      code: 'API_FORBIDDEN',
    })
  const token = await openSecret(parts, record, 'token')
  if (token === undefined) throw new CheckwrightError('The tracker has no token.', { code: 'CREDENTIAL_MISSING' })
  const { vendor: vendorId, site, project, account, issueType, whenResolved } = record.values
  const vendor: TrackerVendor = trackerVendors[vendorId as TrackerVendorId]
  const settings: TrackerSettings = { site, project, account, issueType }
  const ask = openVendorClient(parts, {
    origin: vendor.readOrigin(settings),
    headers: { ...vendor.headers, authorization: vendor.authorize(token, settings) },
    organizationId,
    signal,
    isLimit: vendor.isLimit,
  })
  return { vendor, whenResolved, connection: { ask, settings } }
}
