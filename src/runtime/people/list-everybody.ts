import { compareTexts } from '../../text/compare-texts.ts'
import type { InvitationRecord, Membership } from '../../workspace/memberships.ts'
import type { User } from '../../workspace/users.ts'
import { toIsoTime, type Uses } from '../runtime-parts.ts'

/**
 * - `active`: may sign in and act
 * - `invited`: has no role yet, and an invitation that is still valid
 * - `deactivated`: cannot act until somebody activates them
 * - `removed`: has no role any more
 * - `unassigned`: known by name only, such as from your own sign-in, which decides what they may do
 */
export type PersonState = 'active' | 'invited' | 'deactivated' | 'removed' | 'unassigned'

/** A person of an organization, with what they may do. */
export interface OrganizationPerson extends Pick<User, 'id' | 'name' | 'email'> {
  readonly state: PersonState
  readonly role: Membership['role'] | undefined
  /** Of a viewer. */
  readonly periodFrom: string | null
  readonly periodTo: string | null
  readonly isOperator: boolean
  /** Names of the issuers that prove who they are. */
  readonly signsInWith: readonly string[]
  /** The role that they get by their invitation, and when that expires, as ISO 8601. */
  readonly invitation:
    | (Pick<Membership, 'role' | 'periodFrom' | 'periodTo'> & { readonly expiresAt: string })
    | undefined
  /** When a session of theirs was last used, as ISO 8601, rounded to the minute. Undefined: they have no session now. */
  readonly lastSeenAt: string | undefined
}

export async function listEverybody(
  { store, clock }: Uses<'memberships' | 'users' | 'webSessions' | 'signInIssuers' | 'operators', 'clock'>,
  organizationId: string,
): Promise<readonly OrganizationPerson[]> {
  const [users, memberships, invitations, sessions, issuers, identities, operators] = await Promise.all([
    store.users.list(organizationId),
    store.memberships.list(organizationId),
    store.memberships.listInvitations(organizationId),
    store.webSessions.list(organizationId),
    store.signInIssuers.list(organizationId),
    store.signInIssuers.listIdentities(organizationId),
    store.operators.list(),
  ])
  const issuerNames = new Map(issuers.map(({ id, name }) => [id, name]))
  const roles = new Map(memberships.map((membership) => [membership.userId, membership]))
  const invited = new Map(
    invitations.filter(({ expiresAtMs }) => expiresAtMs > clock.nowMs()).map((one) => [one.userId, one]),
  )
  const seen = new Map<string, number>()
  for (const { userId, lastUsedAtMs } of sessions) seen.set(userId, Math.max(seen.get(userId) ?? 0, lastUsedAtMs))
  const signIns = Map.groupBy(identities, ({ userId }) => userId)
  const operating = new Set(operators.filter((one) => one.organizationId === organizationId).map((one) => one.userId))
  // A person with a role may be known to your own sign-in only.
  const known = new Set(users.map(({ id }) => id))
  const strangers = memberships
    .filter(({ userId }) => !known.has(userId))
    .map(({ userId: id }) => ({ id, name: id, email: '', deactivated: null }))
  return [...users, ...strangers]
    .map(({ id, name, email, deactivated }) => {
      const membership = roles.get(id)
      const invitation = invited.get(id)
      const seenMs = seen.get(id)
      return {
        ...{ id, name, email },
        state: chooseState(deactivated === true, membership, invitation),
        role: membership?.role,
        periodFrom: membership?.periodFrom ?? null,
        periodTo: membership?.periodTo ?? null,
        isOperator: operating.has(id),
        signsInWith: (signIns.get(id) ?? []).map(({ issuerId }) => issuerNames.get(issuerId) ?? issuerId),
        invitation: invitation && describeInvitation(invitation),
        lastSeenAt: seenMs === undefined ? undefined : toIsoTime(seenMs),
      }
    })
    .sort((a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || compareTexts(a.id, b.id))
}

function chooseState(
  isDeactivated: boolean,
  membership: Membership | undefined,
  invitation: InvitationRecord | undefined,
): PersonState {
  if (membership) return isDeactivated ? 'deactivated' : 'active'
  if (invitation) return 'invited'
  return isDeactivated ? 'removed' : 'unassigned'
}

function describeInvitation({ role, periodFrom, periodTo, expiresAtMs }: InvitationRecord) {
  return { role, periodFrom, periodTo, expiresAt: toIsoTime(expiresAtMs) }
}
