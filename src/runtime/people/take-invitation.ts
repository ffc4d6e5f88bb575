import { hashSecret } from '../../auth/secret.ts'
import type { WebPerson } from '../../workspace/web-sessions.ts'
import type { Uses } from '../runtime-parts.ts'
import { takeTurn } from './change-person.ts'

/**
 * Uses an invitation of the organization up, and gives its person the role. Of several browsers, one gets it. A person who
 * was removed before can act again.
 * @param bind runs before the person gets the role; false: nothing is given, and the invitation is used up
 * @returns undefined if there is no such invitation, or it has expired
 */
export async function takeInvitation(
  parts: Uses<'memberships' | 'users' | 'leases', 'clock'>,
  organizationId: string,
  token: string,
  bind: (userId: string) => Promise<boolean> = async () => true,
): Promise<WebPerson | undefined> {
  const { store, clock } = parts
  const found = await store.memberships.findInvitation(hashSecret(token))
  if (found === undefined || found.organizationId !== organizationId || found.expiresAtMs <= clock.nowMs())
    return undefined
  // Otherwise somebody who is being removed could come back by it.
  return takeTurn(parts, organizationId, async () => {
    const user = await store.users.find(organizationId, found.userId)
    const taken = user && (await store.memberships.takeInvitation(hashSecret(token)))
    if (taken === undefined || !(await bind(taken.userId))) return undefined
    const { userId, role, periodFrom, periodTo } = taken
    await store.memberships.put({ organizationId, userId, role, periodFrom, periodTo })
    if (user?.deactivated === true) await store.users.put({ ...user, deactivated: false })
    return { organizationId, userId, role, periodFrom, periodTo }
  })
}
