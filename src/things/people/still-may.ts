import type { MembershipStore } from '../../service/records/memberships.ts'
import type { UserStore } from '../../service/records/users.ts'
import { type Action, mayStillDo } from '../../service/rights/permissions.ts'

interface MakerStores {
  readonly users: Pick<UserStore, 'find'>
  readonly memberships: Pick<MembershipStore, 'find'>
}

/** Who made something that acts later. */
export interface Maker {
  readonly organizationId: string
  /** null: it was made on the machine, or by a key that was. It keeps the rights that it was made with. */
  readonly userId: string | null
}

/**
 * Whether the person who made something may still do what it does: an invitation, a link or a webhook acts after it was made, and has no
 * more rights than its maker has then. Your own sign-in decides about somebody who has no role here, so they still may.
 */
export async function stillMay(
  { users, memberships }: MakerStores,
  { organizationId, userId }: Maker,
  ...actions: readonly Action[]
): Promise<boolean> {
  if (userId === null) return true
  const [user, membership] = await Promise.all([
    users.find(organizationId, userId),
    memberships.find(organizationId, userId),
  ])
  return mayStillDo({ isDeactivated: user?.deactivated === true, role: membership?.role }, actions)
}
