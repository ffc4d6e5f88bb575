import { hashSecret } from '../../auth/secret.ts'
import type { InvitationRecord } from '../../service/records/memberships.ts'
import type { WebPerson } from '../../service/records/web-sessions.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { demandAnotherAdmin, takeTurn } from './change-person.ts'
import { stillMay } from './still-may.ts'

type InvitationParts = Uses<'memberships' | 'users' | 'operators', 'clock'>

/** The invitation of a token that works now: it has not expired, and whoever made it may still invite this person. */
export async function findInvitation(
  { store, clock }: InvitationParts,
  token: string,
): Promise<InvitationRecord | undefined> {
  const found = await store.memberships.findInvitation(hashSecret(token))
  if (found === undefined || found.expiresAtMs <= clock.nowMs()) return undefined
  return (await mayInvite(store, found)) ? found : undefined
}

/** Operators of the platform are invited by operators alone. */
async function mayInvite(
  store: InvitationParts['store'],
  { organizationId, userId, invitedBy }: InvitationRecord,
): Promise<boolean> {
  if (!(await stillMay(store, { organizationId, userId: invitedBy }, 'people:write'))) return false
  if (invitedBy === null || !(await store.operators.has(organizationId, userId))) return true
  return store.operators.has(organizationId, invitedBy)
}

/** What comes with an invitation. */
interface InvitationUse {
  /** Whether this person may use it. false: it stays as it was */
  readonly isFor: (userId: string) => boolean
  /** Runs before the person gets the role. false: nothing is given */
  readonly bind: (userId: string) => Promise<boolean>
}

/**
 * Uses an invitation of the organization up, and gives its person the role. Of several browsers, one gets it. A person who
 * was removed before can act again.
 * @throws CheckwrightError `LAST_ADMIN` where it would take the role from the last administrator
 * @returns undefined if there is no such invitation for this person, it has expired, or whoever made it may invite nobody any more
 */
export async function takeInvitation(
  parts: InvitationParts & Uses<'leases', 'clock'>,
  organizationId: string,
  token: string,
  { isFor, bind }: InvitationUse = { isFor: () => true, bind: async () => true },
): Promise<WebPerson | undefined> {
  const { store } = parts
  // Otherwise somebody who is being removed could come back by it, and whoever made it could lose the right to in between.
  return takeTurn(parts, organizationId, async () => {
    const found = await findInvitation(parts, token)
    if (found?.organizationId !== organizationId || !isFor(found.userId)) return undefined
    if (found.role !== 'admin') await demandAnotherAdmin(parts, found)
    const user = await store.users.find(organizationId, found.userId)
    const taken = user && (await store.memberships.takeInvitation(hashSecret(token)))
    if (taken === undefined || !(await bind(taken.userId))) return undefined
    const { userId, role, periodFrom, periodTo, readsPeople } = taken
    await store.memberships.put({ organizationId, userId, role, periodFrom, periodTo, readsPeople })
    if (user?.deactivated === true) await store.users.put({ ...user, deactivated: false })
    return { organizationId, userId, role, periodFrom, periodTo }
  })
}
