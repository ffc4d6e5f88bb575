import type { InvitationRecord, Membership } from '../../service/records/memberships.ts'
import type { KnownPerson, NamePlace, PeopleChoice, User } from '../../service/records/users.ts'
import { compareTexts } from '../../text/compare-texts.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { stillMay } from './still-may.ts'

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
  readonly readsPeople: boolean
  readonly isOperator: boolean
  /** Names of the issuers that prove who they are. */
  readonly signsInWith: readonly string[]
  /** The role that they get by their invitation, and when that expires, as ISO 8601. */
  readonly invitation:
    | (Pick<Membership, 'role' | 'periodFrom' | 'periodTo'> & {
        readonly readsPeople: boolean
        readonly expiresAt: string
      })
    | undefined
  /** When a session of theirs was last used, as ISO 8601, rounded to the minute. Undefined: they have no session now. */
  readonly lastSeenAt: string | undefined
}

type EverybodyParts = Uses<'memberships' | 'users' | 'webSessions' | 'signInIssuers' | 'operators', 'clock'>

export async function listEverybody(
  parts: EverybodyParts,
  organizationId: string,
): Promise<readonly OrganizationPerson[]> {
  const [users, memberships] = await Promise.all([
    parts.store.users.list(organizationId),
    parts.store.memberships.list(organizationId),
  ])
  // A person with a role may be known to your own sign-in only.
  const known = new Set(users.map(({ id }) => id))
  const strangers = memberships.filter(({ userId }) => !known.has(userId)).map(({ userId }) => toStranger(userId))
  const everybody = await describePeople(parts, organizationId, [...users, ...strangers])
  return everybody.toSorted(
    (a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || compareTexts(a.id, b.id),
  )
}

/** Whom a list of people has. */
export interface PeopleSearch {
  readonly organizationId: string
  /** A part of the name or the address, in any case. @default any */
  readonly text?: string | undefined
  /** Those who were removed and nobody else, or everybody else. @default both */
  readonly isRemoved?: boolean | undefined
}

/** A page of people, by name. Reads nothing of the others. */
export async function listPeoplePage(
  parts: EverybodyParts,
  { limit, after, ...filter }: PeopleSearch & { readonly limit: number; readonly after?: string | undefined },
): Promise<readonly OrganizationPerson[]> {
  const { organizationId } = filter
  const last = after === undefined ? undefined : await findPlace(parts, organizationId, after)
  const page = await parts.store.users.listByName({ ...toChoice(parts, filter), limit, after: last })
  return page.length === 0
    ? []
    : describePeople(
        parts,
        organizationId,
        page,
        page.map(({ id }) => id),
      )
}

/** @param filter.until id of the last one who is counted */
export async function countPeople(
  parts: EverybodyParts,
  { until, ...filter }: PeopleSearch & { readonly until?: string | undefined },
): Promise<number> {
  const last = until === undefined ? undefined : await findPlace(parts, filter.organizationId, until)
  return parts.store.users.countByName({ ...toChoice(parts, filter), until: last })
}

/** Names and addresses by ids. Leaves out those whom the organization does not know. */
export async function listKnown(
  { store }: Pick<EverybodyParts, 'store'>,
  { organizationId, ids }: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<readonly KnownPerson[]> {
  const named = await store.users.list(organizationId, ids)
  const names = new Set(named.map(({ id }) => id))
  const others = ids.filter((id) => !names.has(id))
  const strangers = others.length === 0 ? [] : await store.memberships.list(organizationId, others)
  return [...named, ...strangers.map(({ userId }) => toStranger(userId))]
}

function toChoice({ clock }: EverybodyParts, { isRemoved, ...filter }: PeopleSearch): PeopleChoice {
  return { ...filter, removed: isRemoved === undefined ? undefined : { is: isRemoved, atMs: clock.nowMs() } }
}

async function findPlace({ store }: EverybodyParts, organizationId: string, id: string): Promise<NamePlace> {
  return (await store.users.find(organizationId, id)) ?? toStranger(id)
}

export async function findPerson(
  parts: EverybodyParts,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<OrganizationPerson | undefined> {
  const [user, membership] = await Promise.all([
    parts.store.users.find(organizationId, userId),
    parts.store.memberships.find(organizationId, userId),
  ])
  if (user === undefined && membership === undefined) return undefined
  const [person] = await describePeople(parts, organizationId, [user ?? toStranger(userId)], [userId])
  return person
}

/** Somebody whom nobody has named. */
function toStranger(id: string): KnownPerson {
  return { id, name: id, email: '', deactivated: null }
}

/** @param userIds whose facts are read; @default everybody's */
async function describePeople(
  { store, clock }: EverybodyParts,
  organizationId: string,
  people: readonly KnownPerson[],
  userIds?: readonly string[],
): Promise<readonly OrganizationPerson[]> {
  const [memberships, invitations, sessions, issuers, identities, operators] = await Promise.all([
    store.memberships.list(organizationId, userIds),
    store.memberships.listInvitations(organizationId, userIds),
    store.webSessions.lastUses(organizationId, userIds),
    store.signInIssuers.list(organizationId),
    store.signInIssuers.listIdentities(organizationId, userIds),
    store.operators.list(),
  ])
  const issuerNames = new Map(issuers.map(({ id, name }) => [id, name]))
  const roles = new Map(memberships.map((membership) => [membership.userId, membership]))
  const works = await findWorkingInvitations({ store, clock }, organizationId, invitations)
  const invited = new Map(works.map((one) => [one.userId, one]))
  const seen = new Map(sessions.map(({ userId, lastUsedAtMs }) => [userId, lastUsedAtMs]))
  const signIns = Map.groupBy(identities, ({ userId }) => userId)
  const operating = new Set(operators.filter((one) => one.organizationId === organizationId).map((one) => one.userId))
  return people.map(({ id, name, email, deactivated }) => {
    const membership = roles.get(id)
    const invitation = invited.get(id)
    const seenMs = seen.get(id)
    return {
      id,
      name,
      email,
      state: chooseState(deactivated === true, membership, invitation),
      role: membership?.role,
      periodFrom: membership?.periodFrom ?? null,
      periodTo: membership?.periodTo ?? null,
      readsPeople: membership?.readsPeople === 1,
      isOperator: operating.has(id),
      signsInWith: (signIns.get(id) ?? []).map(({ issuerId }) => issuerNames.get(issuerId) ?? issuerId),
      invitation: invitation && describeInvitation(invitation),
      lastSeenAt: seenMs === undefined ? undefined : toIsoTime(seenMs),
    }
  })
}

/** Those that somebody could use now. A few people have made all of them. */
async function findWorkingInvitations(
  { store, clock }: Pick<EverybodyParts, 'store' | 'clock'>,
  organizationId: string,
  invitations: readonly InvitationRecord[],
): Promise<readonly InvitationRecord[]> {
  const fresh = invitations.filter(({ expiresAtMs }) => expiresAtMs > clock.nowMs())
  const makers = [...new Set(fresh.map(({ invitedBy }) => invitedBy))]
  const may = await Promise.all(makers.map((userId) => stillMay(store, { organizationId, userId }, 'people:write')))
  const good = new Set(makers.filter((_, index) => may[index]))
  return fresh.filter(({ invitedBy }) => good.has(invitedBy))
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

function describeInvitation({ role, periodFrom, periodTo, readsPeople, expiresAtMs }: InvitationRecord) {
  return { role, periodFrom, periodTo, readsPeople: readsPeople === 1, expiresAt: toIsoTime(expiresAtMs) }
}
