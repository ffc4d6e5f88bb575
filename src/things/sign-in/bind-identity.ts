import { normalizeDomain } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { type EmailAddress, parseEmailAddress, readDomain } from '../../inventory/email-address.ts'
import type { SignInIdentityRecord, SignInIssuerRecord } from '../../service/records/sign-in-issuers.ts'
import type { User } from '../../service/records/users.ts'
import type { WebPerson } from '../../service/records/web-sessions.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { takeInvitation } from '../people/take-invitation.ts'

/** The identity of a person at an issuer. Only the subject identifies the person; other claims are unproven. */
export interface ProvenIdentity {
  readonly subject: string
  readonly email?: unknown
  readonly emailVerified?: unknown
}

type BindingParts = Uses<'signInIssuers' | 'users' | 'memberships' | 'operators' | 'leases', 'clock'>

/**
 * The person whom an identity is bound to. If there is none, the person whom an invitation or a verified address binds
 * it to now. No person is created just in time, and claims give no role.
 * @throws AuthError `SIGN_IN_REFUSED`
 */
export async function resolvePerson(
  parts: BindingParts,
  issuer: SignInIssuerRecord,
  proven: ProvenIdentity,
  invitation: string | undefined,
): Promise<WebPerson> {
  const { store } = parts
  const { id: issuerId, organizationId } = issuer
  const bound = await store.signInIssuers.findIdentity(issuerId, proven.subject)
  const known = bound && (await findActing(store, organizationId, bound.userId))
  if (known) return known
  // Somebody who lost their role, or never had one, comes in by an invitation as anybody does.
  if (invitation !== undefined) {
    const invited = await takeInvitation(parts, organizationId, invitation, async (userId) => {
      if (bound) return bound.userId === userId
      return (await store.signInIssuers.bind(createIdentity(parts, issuer, proven, userId))) !== undefined
    })
    if (invited) return invited
    throw createForeignIdentityError(issuer)
  }
  const person = bound ? await store.users.find(organizationId, bound.userId) : await findByEmail(parts, issuer, proven)
  if (person === undefined || person.deactivated === true) throw createForeignIdentityError(issuer)
  const acting = await findActing(store, organizationId, person.id)
  // Nothing is bound before it is decided: what was written would stand in the way of an invitation.
  if (acting === undefined)
    throw new AuthError('You have no role in this organization yet. Ask an administrator of it to give you one.', {
      code: 'SIGN_IN_REFUSED',
    })
  const identity = await store.signInIssuers.bind(createIdentity(parts, issuer, proven, person.id))
  if (identity?.userId !== person.id) throw createForeignIdentityError(issuer)
  return acting
}

/** The person, if they may act in the organization now. */
async function findActing(
  { users, memberships }: Pick<BindingParts['store'], 'users' | 'memberships'>,
  organizationId: string,
  userId: string,
): Promise<WebPerson | undefined> {
  const user = await users.find(organizationId, userId)
  const membership = user && user.deactivated !== true ? await memberships.find(organizationId, userId) : undefined
  if (membership === undefined) return undefined
  const { role, periodFrom, periodTo } = membership
  return { organizationId, userId, role, periodFrom, periodTo }
}

function createIdentity(
  { clock }: Pick<BindingParts, 'clock'>,
  { id: issuerId, organizationId }: SignInIssuerRecord,
  { subject }: ProvenIdentity,
  userId: string,
): SignInIdentityRecord {
  return { issuerId, subject, organizationId, userId, boundAtMs: clock.nowMs() }
}

/** The one person here of a verified address, in a domain for which the operator takes the issuer's word. */
async function findByEmail(
  { store }: BindingParts,
  { organizationId, domains }: SignInIssuerRecord,
  { email, emailVerified }: ProvenIdentity,
): Promise<User | undefined> {
  // Exactly true: some providers send the word "true" for an address that nobody verified.
  if (emailVerified !== true || typeof email !== 'string') return undefined
  const address = parseEmailAddress(email)
  if (address === undefined || !domains.map(normalizeDomain).includes(readDomain(address))) return undefined
  const [person, another] = (await store.users.list(organizationId)).filter((user) => isReachable(user, address))
  return another === undefined ? person : undefined
}

function isReachable({ email, deactivated }: User, address: EmailAddress): boolean {
  return parseEmailAddress(email) === address && deactivated !== true
}

function createForeignIdentityError({ name }: SignInIssuerRecord): AuthError {
  return new AuthError(
    `${name} identified you, but that sign-in belongs to no person here. Ask an administrator of the organization for an invitation, and open it in this browser.`,
    { code: 'SIGN_IN_REFUSED' },
  )
}
