import { randomUUID } from 'node:crypto'
import { createSecret, hashSecret } from '../../auth/secret.ts'
import { AuthError, StoreError } from '../../errors/index.ts'
import { isSameEmail, unwrapAddress } from '../../inventory/email-address.ts'
import type { InvitationRecord, Membership } from '../../service/records/memberships.ts'
import type { KnownPerson, User } from '../../service/records/users.ts'
import type { WebPerson } from '../../service/records/web-sessions.ts'
import { isBlank } from '../../text/is-blank.ts'
import type { Declared } from '../parts/declared-service.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { changePerson, demandChangeable } from './change-person.ts'
import { createInputError } from './input-error.ts'
import {
  countPeople,
  findPerson,
  listEverybody,
  listKnown,
  listPeoplePage,
  type OrganizationPerson,
  type PeopleSearch,
} from './list-everybody.ts'
import type { PersonRef } from './operators.ts'
import { findInvitation, takeInvitation } from './take-invitation.ts'
import { toMembership } from './to-membership.ts'

const invitationLifeMs = 7 * 86_400_000

/** Who asks for a change of a person. */
interface AskedBy {
  /** An operator, or the machine: only they may change an operator of the platform, or the last administrator. @default false */
  readonly asOperator?: boolean | undefined
}

export interface PersonChange extends AskedBy {
  readonly organizationId: string
  readonly userId: string
}

/** The rights of a person in an organization. */
export interface RoleInput extends PersonChange {
  /** Operators are added on the machine: `checkwright operator add`. */
  readonly role: Membership['role']
  /** For a viewer: first and last day in UTC, such as `2026-01-01`. @default all */
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
  /** Whether a viewer may read evidence that names people. @default false */
  readonly readsPeople?: boolean | undefined
}

export interface InvitationInput extends Omit<RoleInput, 'userId'> {
  /** An existing person of the organization. @default a new one */
  readonly userId?: string | undefined
  /** The person who invites. The invitation works only while they may invite. @default it was made on the machine */
  readonly invitedBy?: string | undefined
  /** For a new person. */
  readonly name?: string | undefined
  readonly email?: string | undefined
}

/** The rights of people in an organization, and how they get them. */
export interface PeopleService {
  /**
   * @throws StoreError `NOT_FOUND` if the organization has no such person; CheckwrightError `PERSON_INVALID` for an
   * invalid role or day, `LAST_ADMIN`; ApiError 403 for an operator of the platform
   */
  setRole(input: RoleInput): Promise<Membership>
  role(ref: { readonly organizationId: string; readonly userId: string }): Promise<Membership | undefined>
  /** Those with a role, by user id. */
  list(filter: { readonly organizationId: string }): Promise<readonly Membership[]>
  /** Everybody whom the organization knows: with a role, invited, deactivated or removed. By name. */
  listAll(filter: { readonly organizationId: string }): Promise<readonly OrganizationPerson[]>
  /**
   * A page of these, by name.
   * @param filter.after id of the last person before the page; @default the page is the first
   */
  listPage(
    filter: PeopleSearch & { readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly OrganizationPerson[]>
  /** How many of these there are, at most 1,001. @param filter.until id of the last one who is counted; @default all are */
  count(filter: PeopleSearch & { readonly until?: string | undefined }): Promise<number>
  /** The first ones by name, with what their names or addresses have. */
  listNames(filter: {
    readonly organizationId: string
    readonly limit: number
    readonly text?: string | undefined
  }): Promise<readonly KnownPerson[]>
  /** Names and addresses by ids. Leaves out those whom the organization does not know. */
  listKnown(filter: {
    readonly organizationId: string
    readonly ids: readonly string[]
  }): Promise<readonly KnownPerson[]>
  /** One of these. Undefined: the organization does not know them. */
  find(ref: { readonly organizationId: string; readonly userId: string }): Promise<OrganizationPerson | undefined>
  /**
   * Deactivates a person, or activates them again. A deactivated person is signed out at once; their links, invitations
   * and API keys do not work.
   * @throws StoreError `NOT_FOUND`; CheckwrightError `LAST_ADMIN`; ApiError 403 for an operator of the platform
   */
  setActive(input: PersonChange & { readonly active: boolean }): Promise<void>
  /**
   * Ends the role, every session, link, invitation, API key and identity at an issuer. Findings that they own are nobody's
   * from now on. Their name stays, for what they did. A new invitation lets them in again.
   * @returns false if they had no role
   * @throws CheckwrightError `LAST_ADMIN`; ApiError 403 for an operator of the platform
   */
  remove(input: PersonChange): Promise<boolean>
  /**
   * A link that binds the sign-in of the browser that opens it to the person, once, within seven days. The person gets
   * the role when they use it. It replaces earlier invitations of the person.
   */
  invite(
    input: InvitationInput,
  ): Promise<{ readonly userId: string; readonly token: string; readonly expiresAt: string }>
  /**
   * Reads the invitation of a token, without using it up. Undefined if there is none, it has expired, or whoever made it may
   * invite nobody any more.
   */
  invitation(token: string): Promise<InvitationRecord | undefined>
  /** Deletes the invitations of a person. @returns false if there was none */
  withdrawInvitation(ref: { readonly organizationId: string; readonly userId: string }): Promise<boolean>
  /**
   * Uses an invitation up without an identity at an issuer, where the organization has none.
   * @throws AuthError `SIGN_IN_REFUSED`
   */
  accept(token: string): Promise<WebPerson>
}

export type PeopleParts = Uses<
  'memberships' | 'users' | 'webSessions' | 'signInIssuers' | 'operators' | 'apiKeys' | 'leases',
  'clock'
>

export function createPeopleService(parts: PeopleParts): Declared<PeopleService> {
  const { store, clock } = parts
  return {
    setRole: {
      change: async ({ asOperator, ...input }) => {
        const membership = toMembership(input)
        return changePerson(parts, { ...input, asOperator, keepsAdmin: input.role === 'admin' }, async () => {
          await demandUser(input.organizationId, input.userId)
          await store.memberships.put(membership)
          return membership
        })
      },
      audit: {
        action: 'person.role',
        fields: ({ asOperator: _, ...input }) => input,
        target: (_done, { userId }) => userId,
      },
    },
    role: { read: ({ organizationId, userId }) => store.memberships.find(organizationId, userId) },
    list: { read: ({ organizationId }) => store.memberships.list(organizationId) },
    listAll: { read: ({ organizationId }) => listEverybody(parts, organizationId) },
    listPage: { read: (filter) => listPeoplePage(parts, filter) },
    count: { read: (filter) => countPeople(parts, filter) },
    listNames: { read: (filter) => store.users.listByName(filter) },
    listKnown: { read: (filter) => listKnown(parts, filter) },
    find: { read: (ref) => findPerson(parts, ref) },
    setActive: {
      change: ({ active, ...input }) =>
        changePerson(parts, { ...input, keepsAdmin: active }, async () => {
          const user = await demandUser(input.organizationId, input.userId)
          await store.users.put({ ...user, deactivated: !active })
          if (!active) await endAccess(input)
        }),
      audit: {
        action: 'person.activation',
        fields: ({ active }) => ({ active }),
        target: (_done, { userId }) => userId,
      },
    },
    remove: {
      change: (input) =>
        changePerson(parts, { ...input, keepsAdmin: false }, async () => {
          const { organizationId, userId } = input
          const user = await store.users.find(organizationId, userId)
          // Without a role, a token of the host's would count by its scopes alone. Nobody who was removed may act at all.
          if (user) await store.users.put({ ...user, deactivated: true })
          const atMs = clock.nowMs()
          const had = await store.memberships.remove({ organizationId, userId, atMs })
          await store.signInIssuers.unbind(organizationId, userId)
          await store.operators.remove(organizationId, userId)
          await store.apiKeys.revokeOf(organizationId, userId, atMs)
          await endAccess(input)
          return had
        }),
      audit: { action: 'person.remove', target: (_done, { userId }) => userId },
    },
    invite: {
      change: async ({ name, email, userId: known, asOperator, invitedBy = null, ...input }) => {
        const userId = known ?? randomUUID()
        const membership = toMembership({ ...input, userId })
        if (known === undefined) await addUser({ name, email, userId, organizationId: input.organizationId })
        else {
          await demandChangeable(parts, { ...input, userId, asOperator })
          await demandInvitable(input.organizationId, userId)
        }
        const token = createSecret()
        const expiresAtMs = clock.nowMs() + invitationLifeMs
        // One at a time: whoever was sent an earlier one may not be the right person.
        await store.memberships.deleteInvitations(input.organizationId, userId)
        await store.memberships.putInvitation({ ...membership, tokenHash: hashSecret(token), expiresAtMs, invitedBy })
        return { userId, token, expiresAt: toIsoTime(expiresAtMs) }
      },
      audit: {
        action: 'person.invite',
        fields: ({ asOperator: _, invitedBy: __, ...input }) => input,
        target: ({ userId }) => userId,
      },
    },
    invitation: { read: (token) => findInvitation(parts, token) },
    withdrawInvitation: {
      change: ({ organizationId, userId }) => store.memberships.deleteInvitations(organizationId, userId),
      audit: { action: 'person.withdraw-invitation', target: (_done, { userId }) => userId },
    },
    accept: {
      change: async (token) => {
        const found = await findInvitation(parts, token)
        // Where there is an issuer, only a proven identity makes the person.
        const isBound = found && (await store.signInIssuers.list(found.organizationId)).length > 0
        const person = found && !isBound ? await takeInvitation(parts, found.organizationId, token) : undefined
        if (person) return person
        throw new AuthError(
          'This invitation was used already, is older than seven days, or was made by somebody who may not invite any more. Request a new one.',
          {
            code: 'SIGN_IN_REFUSED',
          },
        )
      },
      audit: {
        action: 'person.accept',
        organizationAfter: ({ organizationId }) => organizationId,
        personAfter: ({ userId }) => userId,
        target: ({ userId }) => userId,
      },
    },
  }

  async function demandUser(organizationId: string, userId: string): Promise<User> {
    const user = await store.users.find(organizationId, userId)
    if (user) return user
    throw new StoreError(`The organization "${organizationId}" has no person "${userId}".`, { code: 'NOT_FOUND' })
  }

  /** A person who was removed may be invited again; one who is only deactivated is activated. */
  async function demandInvitable(organizationId: string, userId: string): Promise<void> {
    const user = await demandUser(organizationId, userId)
    if (user.deactivated === true && (await store.memberships.find(organizationId, userId)))
      throw createInputError(`"${userId}" is deactivated. Activate the person first.`)
  }

  /** Everything with which the person could come in or stay in. */
  async function endAccess({ organizationId, userId }: PersonRef): Promise<void> {
    await store.memberships.deleteInvitations(organizationId, userId)
    await store.webSessions.deleteOf({ organizationId, userId })
  }

  async function addUser({
    organizationId,
    userId,
    name = '',
    email: pasted = '',
  }: Pick<InvitationInput, 'organizationId' | 'name' | 'email'> & { readonly userId: string }) {
    if (isBlank(name)) throw createInputError('A new person needs a name.')
    const email = unwrapAddress(pasted)
    if (!addressForm.test(email))
      throw createInputError(
        `A new person needs an e-mail address, such as ada@acme.example. ${JSON.stringify(pasted.slice(0, 100))} is none.`,
      )
    const people = await store.users.list(organizationId)
    const same = people.find((person) => isSameEmail(person.email, email))
    if (same)
      throw createInputError(
        `The organization already has a person with this address: ${same.name}, with the id "${same.id}". Invite them by this id.`,
      )
    await store.users.put({ organizationId, id: userId, name: name.trim(), email, image: null, deactivated: null })
  }
}

/** Of anybody, also at a host without a domain. Signs that stand between addresses, and around them, belong to none. */
const addressForm = /^[^@\s\p{Cc}:;,<>()[\]"\\]+@[^@\s\p{Cc}:;,<>()[\]"\\]+$/u
