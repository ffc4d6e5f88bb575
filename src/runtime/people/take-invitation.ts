import { hashSecret } from '../../auth/secret.ts'
import type { InvitationRecord } from '../../workspace/memberships.ts'
import type { WebPerson } from '../../workspace/web-sessions.ts'
import type { Uses } from '../runtime-parts.ts'
import { takeTurn } from './change-person.ts'
import { stillMay } from './still-may.ts'

type InvitationParts = Uses<'memberships' | 'users', 'clock'>

/** The invitation of a token that works now: it has not expired, and whoever made it may still invite people. */
export async function findInvitation(
  { store, clock }: InvitationParts,
  token: string,
): Promise<InvitationRecord | undefined> {
  const found = await store.memberships.findInvitation(hashSecret(token))
  if (found === undefined || found.expiresAtMs <= clock.nowMs()) return undefined
  const { organizationId, invitedBy: userId } = found
  return (await stillMay(store, { organizationId, userId }, 'people:write')) ? found : undefined
}

/**
 * Uses an invitation of the organization up, and gives its person the role. Of several browsers, one gets it. A person who
 * was removed before can act again.
 * @param bind runs before the person gets the role; false: nothing is given, and the invitation is used up
 * @returns undefined if there is no such invitation, it has expired, or whoever made it may invite nobody any more
 */
export async function takeInvitation(
  parts: Uses<'memberships' | 'users' | 'leases', 'clock'>,
  organizationId: string,
  token: string,
  bind: (userId: string) => Promise<boolean> = async () => true,
): Promise<WebPerson | undefined> {
  const { store } = parts
  // Otherwise somebody who is being removed could come back by it, and whoever made it could lose the right to in between.
  return takeTurn(parts, organizationId, async () => {
    const found = await findInvitation(parts, token)
    if (found?.organizationId !== organizationId) return undefined
    const user = await store.users.find(organizationId, found.userId)
    const taken = user && (await store.memberships.takeInvitation(hashSecret(token)))
    if (taken === undefined || !(await bind(taken.userId))) return undefined
    const { userId, role, periodFrom, periodTo } = taken
    await store.memberships.put({ organizationId, userId, role, periodFrom, periodTo })
    if (user?.deactivated === true) await store.users.put({ ...user, deactivated: false })
    return { organizationId, userId, role, periodFrom, periodTo }
  })
}
