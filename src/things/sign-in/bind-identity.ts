import { normalizeDomain } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { type EmailAddress, parseEmailAddress, readDomain } from '../../inventory/email-address.ts'
import type { SignInIdentityRecord, SignInIssuerRecord } from '../../service/records/sign-in-issuers.ts'
import type { User } from '../../service/records/users.ts'
import type { WebPerson } from '../../service/records/web-sessions.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { takeInvitation } from '../people/take-invitation.ts'
import { BrokenRule } from './broken-rule.ts'

/** What an issuer says of an address. */
export interface ProvenAddress {
  readonly email: unknown
  readonly isVerified: boolean
}

/** The identity of a person at an issuer. Only the subject identifies the person; other claims are unproven. */
export interface ProvenIdentity {
  readonly subject: string
  /** Asked for where the address decides, so that an identity that is bound does not hang on it. */
  readonly askForAddress: () => Promise<ProvenAddress>
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
  // Somebody who lost their role, or never had one, comes in by an invitation as anybody does.
  const invited =
    invitation === undefined
      ? undefined
      : await takeInvitation(parts, organizationId, invitation, {
          isFor: (userId) => bound === undefined || bound.userId === userId,
          bind: (userId) => rebind(parts, createIdentity(parts, issuer, proven, userId)),
        })
  if (invited) return invited
  const known = bound && (await findActing(store, organizationId, bound.userId))
  if (known) return known
  if (invitation !== undefined)
    throw createRefusal(
      issuer,
      bound
        ? new BrokenRule('invitation.person', 'the invitation is for somebody else')
        : new BrokenRule('invitation.over', 'the invitation was used, is too old, or was withdrawn'),
    )
  const person = bound
    ? demandActive(issuer, await store.users.find(organizationId, bound.userId))
    : await findByEmail(parts, issuer, await proven.askForAddress())
  const acting = await findActing(store, organizationId, person.id)
  // Nothing is bound before it is decided: what was written would stand in the way of an invitation.
  if (acting === undefined)
    throw new AuthError('You have no role in this organization yet. Ask an administrator of it to give you one.', {
      code: 'SIGN_IN_REFUSED',
      cause: new BrokenRule('person.role', 'the person has no role'),
    })
  const identity = await store.signInIssuers.bind(createIdentity(parts, issuer, proven, person.id))
  if (identity?.userId !== person.id)
    throw createRefusal(issuer, new BrokenRule('person.identity', 'another account there is that of the person'))
  return acting
}

/** Whoever is invited comes in by the account that they have now: one that was made anew at the provider has another subject. */
async function rebind({ store: { signInIssuers } }: BindingParts, identity: SignInIdentityRecord): Promise<boolean> {
  if ((await signInIssuers.bind(identity)) !== undefined) return true
  await signInIssuers.unbind(identity.organizationId, identity.userId, identity.issuerId)
  return (await signInIssuers.bind(identity)) !== undefined
}

function demandActive(issuer: SignInIssuerRecord, person: User | undefined): User {
  if (person && person.deactivated !== true) return person
  throw createRefusal(issuer, new BrokenRule('person.deactivated', 'the person was deactivated or removed'))
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

/**
 * The one person here of a verified address, in a domain for which the operator takes the issuer's word. Only whoever has an address
 * there learns whether somebody here has it.
 */
async function findByEmail(
  { store }: BindingParts,
  issuer: SignInIssuerRecord,
  { email, isVerified }: ProvenAddress,
): Promise<User> {
  const refuse = (rule: string, because: string) => createRefusal(issuer, new BrokenRule(rule, because))
  const { organizationId, domains } = issuer
  if (domains.length === 0) throw refuse('person.unknown', 'no invitation has bound it to a person yet')
  const address = parseEmailAddress(email)
  if (address === undefined) throw refuse('email.missing', 'it tells no e-mail address')
  if (!isVerified) throw refuse('email.unverified', 'it does not say that it has verified your e-mail address')
  if (!domains.map(normalizeDomain).includes(readDomain(address)))
    throw refuse('email.domain', 'your e-mail address is in none of the domains that were registered')
  const found = (await store.users.list(organizationId)).filter((user) => isReachable(user, address))
  const [person] = found
  if (person === undefined) throw refuse('person.unknown', 'nobody has your e-mail address')
  if (found.length > 1) throw refuse('person.ambiguous', 'several people have your e-mail address')
  return person
}

function isReachable({ email, deactivated }: User, address: EmailAddress): boolean {
  return parseEmailAddress(email) === address && deactivated !== true
}

function createRefusal({ name }: SignInIssuerRecord, cause: BrokenRule): AuthError {
  return new AuthError(
    `${name} identified you, but that sign-in belongs to no person here: ${cause.message}. Ask an administrator of the organization for an invitation, and open it in this browser.`,
    { code: 'SIGN_IN_REFUSED', cause },
  )
}
