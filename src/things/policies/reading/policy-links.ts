import { holdLease } from '../../../auth/lease.ts'
import { hashSecret, isSameHash } from '../../../auth/secret.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { policyRequest } from '../requests.ts'
import { policy, policyAcknowledgement, policyVersion } from '../thing.ts'
import { findInDirectory } from './find-in-directory.ts'
import { findVersion } from './find-version.ts'

type PolicyLinkParts = Pick<Runtime, 'serviceOf' | 'workspace' | 'policyRequests'>

/** What somebody who opens a link has. */
interface OpenedLink {
  /** Of the request. */
  readonly id: string
  readonly token: string
}

/** What a link that works is about. */
export interface PolicyLink {
  readonly request: ThingRecord<typeof policyRequest.all>
  readonly policy: ThingRecord<typeof policy.all>
  /** The version that the letter asked for. undefined: another one holds by now. */
  readonly version: ThingRecord<typeof policyVersion.all> | undefined
}

/** What a link is about, without using it up. undefined: it was used, has ended, or is none. */
export async function findPolicyLink(
  runtime: PolicyLinkParts,
  { id, token }: OpenedLink,
): Promise<PolicyLink | undefined> {
  const { serviceOf, policyRequests } = runtime
  const found = await policyRequests.find(id)
  const request = found && (await serviceOf(policyRequest).get(found))
  const isOpen = request?.state === 'asked' || request?.state === 'not-sent'
  if (!isOpen || !isSameHash(request.values.tokenHash ?? '', hashSecret(token))) return undefined
  const { organizationId, values } = request
  const { policyId } = values
  const of = await serviceOf(policy).get({ organizationId, id: policyId })
  if (of === undefined) return undefined
  // Until it is noted that the letter was sent, it is the one that holds.
  const number = values.number ?? of.values.publishedNumber
  const isReplaced = of.values.publishedNumber !== number
  const version = isReplaced
    ? undefined
    : await findVersion(recordsFor(runtime, policyVersion, { organizationId }), { policyId, number })
  return { request, policy: of, version }
}

/**
 * Notes that whoever has the link of a letter has acknowledged exactly the version that it asked for, and uses the link up.
 * @returns the link as it was; undefined, or one without a version: nothing is noted
 */
export async function acknowledgeByLink(runtime: PolicyLinkParts, link: OpenedLink): Promise<PolicyLink | undefined> {
  const { leases, clock } = runtime.workspace
  // Two at once would both find it unused.
  return holdLease(leases, clock, `acknowledge-link:${link.id}`, async () => {
    const found = await findPolicyLink(runtime, link)
    if (found?.version === undefined) return found
    const { request, version } = found
    const { organizationId, values } = request
    await runtime.serviceOf(policyAcknowledgement).create({
      organizationId,
      values: {
        email: values.email,
        directoryId: await findInDirectory(runtime, { organizationId, email: values.email }),
        policyId: values.policyId,
        versionId: version.id,
        number: Number(version.values.number),
        way: 'link',
        requestId: request.id,
        acknowledgedAtMs: clock.nowMs(),
      },
    })
    return found
  })
}
