import { canonicalizeEmail, readDomain } from '../../crosscheck/people/canonical-email.ts'
import { normalizeDomain } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import type { SignInIssuerRecord } from '../../service/records/sign-in-issuers.ts'
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
  const userId =
    bound?.userId ??
    (invitation === undefined
      ? await bindByEmail(parts, issuer, proven)
      : await bindByInvitation(parts, issuer, proven, invitation))
  const user = userId === undefined ? undefined : await store.users.find(organizationId, userId)
  if (user === undefined || user.deactivated === true) throw createForeignIdentityError(issuer)
  const membership = await store.memberships.find(organizationId, user.id)
  if (membership === undefined)
    throw new AuthError('You have no role in this organization yet. Ask an administrator of it to give you one.', {
      code: 'SIGN_IN_REFUSED',
    })
  const { role, periodFrom, periodTo } = membership
  return { organizationId, userId: user.id, role, periodFrom, periodTo }
}

async function bindByInvitation(
  parts: BindingParts,
  { id: issuerId, organizationId }: SignInIssuerRecord,
  { subject }: ProvenIdentity,
  token: string,
): Promise<string | undefined> {
  const { store, clock } = parts
  const person = await takeInvitation(parts, organizationId, token, async (userId) => {
    const identity = { issuerId, subject, organizationId, userId, boundAtMs: clock.nowMs() }
    return (await store.signInIssuers.bind(identity)) !== undefined
  })
  return person?.userId
}

async function bindByEmail(
  { store, clock }: BindingParts,
  { id: issuerId, organizationId, domains }: SignInIssuerRecord,
  { subject, email, emailVerified }: ProvenIdentity,
): Promise<string | undefined> {
  // Exactly true: some providers send the word "true" for an address that nobody verified.
  if (emailVerified !== true || typeof email !== 'string') return undefined
  const address = canonicalizeEmail(email)
  if (address === undefined || !domains.map(normalizeDomain).includes(readDomain(address))) return undefined
  const [person, another] = (await store.users.list(organizationId)).filter((user) => isReachable(user, address))
  if (person === undefined || another !== undefined) return undefined
  const identity = { issuerId, subject, organizationId, userId: person.id, boundAtMs: clock.nowMs() }
  return (await store.signInIssuers.bind(identity))?.userId
}

function isReachable({ email, deactivated }: User, address: string): boolean {
  return canonicalizeEmail(email) === address && deactivated !== true
}

function createForeignIdentityError({ name }: SignInIssuerRecord): AuthError {
  return new AuthError(
    `${name} identified you, but that sign-in belongs to no person here. Ask an administrator of the organization for an invitation, and open it in this browser.`,
    { code: 'SIGN_IN_REFUSED' },
  )
}
