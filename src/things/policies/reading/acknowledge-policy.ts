import { holdLease } from '../../../auth/lease.ts'
import { StoreError } from '../../../errors/index.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { policy, policyAcknowledgement, policyVersion } from '../thing.ts'
import { findInDirectory } from './find-in-directory.ts'

interface Acknowledging {
  readonly organizationId: string
  /** The person themselves. */
  readonly userId: string
  readonly policyId: string
  /** The version that they have read. */
  readonly versionId: string
}

/**
 * Notes that a person has acknowledged exactly this version. Once more changes nothing.
 * @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` for a version that is not the one that holds
 */
export async function acknowledgePolicy(
  runtime: Pick<Runtime, 'serviceOf' | 'workspace' | 'people' | 'policyRequests'>,
  { organizationId, userId, policyId, versionId }: Acknowledging,
): Promise<ThingRecord<typeof policyAcknowledgement.all>> {
  const [of, version, [person]] = await Promise.all([
    runtime.serviceOf(policy).get({ organizationId, id: policyId }),
    runtime.serviceOf(policyVersion).get({ organizationId, id: versionId }),
    runtime.people.listKnown({ organizationId, ids: [userId] }),
  ])
  if (of === undefined || version?.values.policyId !== policyId)
    throw new StoreError('There is no such policy version.', { code: 'NOT_FOUND' })
  const { number } = version.values
  const { publishedNumber } = of.values
  if (number === null || version.state !== 'published' || number !== publishedNumber)
    throw new StoreError(
      publishedNumber === null
        ? 'The policy is not published, so that nobody can acknowledge it.'
        : `Version ${publishedNumber} holds now. Read it, and acknowledge that one.`,
      { code: 'STORE_CONFLICT' },
    )
  const email = person?.email || null
  const directoryId = await findInDirectory(runtime, { organizationId, email })
  const service = runtime.serviceOf(policyAcknowledgement)
  const { leases, clock } = runtime.workspace
  // Two at once would both find none.
  return holdLease(leases, clock, `acknowledge:${versionId}:${userId}`, async () => {
    const [before] = await service.list({ organizationId, where: { userId, versionId }, limit: 1 })
    return (
      before ??
      service.create({
        organizationId,
        userId,
        values: {
          email,
          directoryId,
          policyId,
          versionId,
          number,
          way: 'session',
          acknowledgedAtMs: clock.nowMs(),
        },
      })
    )
  })
}
