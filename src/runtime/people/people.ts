import { createHash, randomBytes } from 'node:crypto'
import { v4 } from 'uuid'
import { StoreError } from '../../errors/index.ts'
import { isCalendarDay } from '../../text/calendar-day.ts'
import type { InvitationRecord, Membership } from '../../workspace/memberships.ts'
import { roles } from '../../workspace/permissions.ts'
import type { Declared } from '../audited-service.ts'
import { toIsoTime, type Uses } from '../runtime-parts.ts'
import { createInputError } from './input-error.ts'

const invitationLifeMs = 7 * 86_400_000

/** The rights of a person in an organization. */
export interface RoleInput {
  readonly organizationId: string
  readonly userId: string
  /** Operators are added on the machine: `checkwright operator add`. */
  readonly role: Membership['role']
  /** For a viewer: first and last day in UTC, such as `2026-01-01`. @default all */
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
}

export interface InvitationInput extends Omit<RoleInput, 'userId'> {
  /** An existing person of the organization. @default a new one */
  readonly userId?: string | undefined
  /** For a new person. */
  readonly name?: string | undefined
  readonly email?: string | undefined
}

/** The rights of people in an organization, and how they get them. */
export interface PeopleService {
  /** @throws StoreError `NOT_FOUND` if the organization has no such person; TypeError for an invalid role or day */
  setRole(input: RoleInput): Promise<Membership>
  role(ref: { readonly organizationId: string; readonly userId: string }): Promise<Membership | undefined>
  /** By user id. */
  list(filter: { readonly organizationId: string }): Promise<readonly Membership[]>
  /** Ends the role, every session and every identity at an issuer. @returns false if they had no role */
  remove(ref: { readonly organizationId: string; readonly userId: string }): Promise<boolean>
  /**
   * A link that binds the sign-in of the browser that opens it to the person, once, within seven days. The person gets
   * the role when they use it.
   */
  invite(
    input: InvitationInput,
  ): Promise<{ readonly userId: string; readonly token: string; readonly expiresAt: string }>
  /** Reads the invitation of a token, without using it up. Undefined if there is none or it has expired. */
  invitation(token: string): Promise<InvitationRecord | undefined>
}

export function createPeopleService({
  store,
  clock,
}: Uses<'memberships' | 'users' | 'webSessions' | 'signInIssuers', 'clock'>): Declared<PeopleService> {
  const demandUser = async (organizationId: string, userId: string) => {
    if (await store.users.find(organizationId, userId)) return
    throw new StoreError(`The organization "${organizationId}" has no person "${userId}".`, { code: 'NOT_FOUND' })
  }
  return {
    setRole: {
      change: async (input) => {
        const membership = toMembership(input)
        await demandUser(input.organizationId, input.userId)
        await store.memberships.put(membership)
        return membership
      },
      audit: {
        action: 'person.role',
        organization: ({ organizationId }) => organizationId,
        fields: (input) => input,
        target: (_done, { userId }) => userId,
      },
    },
    role: { read: ({ organizationId, userId }) => store.memberships.find(organizationId, userId) },
    list: { read: ({ organizationId }) => store.memberships.list(organizationId) },
    remove: {
      change: async ({ organizationId, userId }) => {
        const had = await store.memberships.delete(organizationId, userId)
        await store.signInIssuers.unbind(organizationId, userId)
        await store.webSessions.deleteOf({ organizationId, userId })
        return had
      },
      audit: {
        action: 'person.remove',
        organization: ({ organizationId }) => organizationId,
        target: (_done, { userId }) => userId,
      },
    },
    invite: {
      change: async ({ name, email, userId: known, ...input }) => {
        const userId = known ?? v4()
        const membership = toMembership({ ...input, userId })
        if (known === undefined) await addUser({ name, email, userId, organizationId: input.organizationId })
        else await demandUser(input.organizationId, userId)
        const token = randomBytes(32).toString('base64url')
        const expiresAtMs = clock.nowMs() + invitationLifeMs
        await store.memberships.deleteExpiredInvitations(clock.nowMs())
        await store.memberships.putInvitation({ ...membership, tokenHash: hashToken(token), expiresAtMs })
        return { userId, token, expiresAt: toIsoTime(expiresAtMs) }
      },
      audit: {
        action: 'person.invite',
        organization: ({ organizationId }) => organizationId,
        fields: (input) => input,
        target: ({ userId }) => userId,
      },
    },
    invitation: {
      read: async (token) => {
        const found = await store.memberships.findInvitation(hashToken(token))
        return found && found.expiresAtMs > clock.nowMs() ? found : undefined
      },
    },
  }

  async function addUser({
    organizationId,
    userId,
    name = '',
    email = '',
  }: Pick<InvitationInput, 'organizationId' | 'name' | 'email'> & { readonly userId: string }) {
    if (name.trim() === '' || !/^[^@\s]+@[^@\s]+$/.test(email))
      throw createInputError('A new person needs a name and an e-mail address.')
    const people = await store.users.list(organizationId)
    const same = people.find((person) => person.email.toLowerCase() === email.toLowerCase())
    if (same)
      throw createInputError(`The organization already has a person with this address. Their id is "${same.id}".`)
    await store.users.put({ organizationId, id: userId, name: name.trim(), email, image: null, deactivated: null })
  }
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function toMembership({ organizationId, userId, role, periodFrom = null, periodTo = null }: RoleInput): Membership {
  if (!roles.includes(role) || (role as string) === 'operator')
    throw createInputError('The role must be viewer, member or admin. Operators are named on the machine.')
  for (const day of [periodFrom, periodTo])
    if (day !== null && !isCalendarDay(day)) throw createInputError('The period must be days such as 2026-01-31.')
  if (role !== 'viewer' && (periodFrom ?? periodTo) !== null)
    throw createInputError('Only a viewer can be limited to a period.')
  if (periodFrom !== null && periodTo !== null && periodFrom > periodTo)
    throw createInputError('The period must not end before it begins.')
  return { organizationId, userId, role, periodFrom, periodTo }
}
