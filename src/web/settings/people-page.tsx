import type { OrganizationPerson, PersonState } from '../../runtime/people/list-everybody.ts'
import type { Membership } from '../../workspace/memberships.ts'
import { useFrame } from '../frame/frame.ts'
import { GetForm, Link, PostForm } from '../frame/links.tsx'
import { definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { KeyedPages } from '../shared/keyed-pages.tsx'
import { formatCount, Moment } from '../shared/moment.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { RoleFields, type RoleValues } from './role-fields.tsx'
import { SettingsHead } from './settings-head.tsx'

/** Everybody of the organization, and a form that invites. */
export const peoplePage = definePage({
  path: '/settings/people',
  access: 'people:read',
  show: (visit) => answerPeople(visit),
})

/** What was typed into the form that invites, and why it is refused. */
export interface RefusedInvitation extends RoleValues {
  readonly name: string
  readonly email: string
  readonly problem: string
}

const pageSize = 50

export async function answerPeople(
  { runtime, person, query }: OwnVisit,
  refused?: RefusedInvitation,
): Promise<PageAnswer> {
  const { organizationId } = person
  const [everybody, issuers] = await Promise.all([
    runtime.people.listAll({ organizationId }),
    runtime.signInIssuers.list({ organizationId }),
  ])
  const filter = readPeopleFilter(query)
  const found = everybody.filter((one) => isChosen(one, filter))
  const removed = everybody.filter(({ state }) => state === 'removed').length
  // The order does not change while somebody turns pages, and a person who is no longer there starts the list anew.
  const from = found.findIndex(({ id }) => id === query.get('after')) + 1
  const page = found.slice(from, from + pageSize)
  const last = from + pageSize < found.length ? page.at(-1) : undefined
  return {
    kind: 'page',
    status: refused === undefined ? 200 : 400,
    title: 'People',
    content: (
      <>
        <SettingsHead title="People" at="/settings/people">
          <p class="lead">The people who work in this organization, and what they may do.</p>
        </SettingsHead>
        <div class="stack">
          {(everybody.length > pageSize || filter.text !== '') && <PeopleSearch filter={filter} />}
          {filter.isRemoved && (
            <p class="small">
              These people were removed. They cannot sign in. Their names stay beside what they did.{' '}
              <Link to={formatPeoplePath({ ...filter, isRemoved: false })}>Show the others</Link>
            </p>
          )}
          {page.length === 0 ? <p class="sheet">Nobody matches.</p> : <PeopleTable name="People" people={page} />}
          <KeyedPages
            at={formatPeoplePath(filter)}
            isFirst={from === 0}
            next={last && encodeURIComponent(last.id)}
            says={`${from + 1} to ${from + page.length} of ${found.length}`}
          />
          {removed > 0 && !filter.isRemoved && (
            <p>
              <Link to={formatPeoplePath({ ...filter, isRemoved: true })}>
                {formatCount(removed, 'removed person', 'removed people')}
              </Link>
            </p>
          )}
          <Inviting refused={refused} hasIssuer={issuers.length > 0} />
        </div>
      </>
    ),
  }
}

interface PeopleFilter {
  /** A part of the name or the address. */
  readonly text: string
  /** Those who were removed, and nobody else. */
  readonly isRemoved: boolean
}

function readPeopleFilter(query: URLSearchParams): PeopleFilter {
  return { text: query.get('q')?.trim().slice(0, 200) ?? '', isRemoved: query.get('state') === 'removed' }
}

function isChosen({ name, email, state }: OrganizationPerson, { text, isRemoved }: PeopleFilter): boolean {
  return (state === 'removed') === isRemoved && `${name}\n${email}`.toLowerCase().includes(text.toLowerCase())
}

function formatPeoplePath({ text, isRemoved }: PeopleFilter): string {
  const query = new URLSearchParams({ ...(text !== '' && { q: text }), ...(isRemoved && { state: 'removed' }) })
  return query.size === 0 ? '/settings/people' : `/settings/people?${query}`
}

function PeopleSearch({ filter: { text, isRemoved } }: { readonly filter: PeopleFilter }) {
  return (
    <GetForm to="/settings/people" role="search" class="filter">
      {isRemoved && <input type="hidden" name="state" value="removed" />}
      <label>
        Name or address
        <input type="search" name="q" value={text} maxlength={200} />
      </label>
      <button class="button quiet" type="submit">
        Show
      </button>
    </GetForm>
  )
}

const tones: Readonly<Record<PersonState, string>> = {
  active: 'pass',
  invited: 'manual',
  deactivated: 'fail',
  removed: 'plain',
  unassigned: 'plain',
}

const stateWords = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
  removed: 'Removed',
  unassigned: 'No role of their own',
}

export function PersonBadge({ state, isOperator }: Pick<OrganizationPerson, 'state' | 'isOperator'>) {
  // The role of an operator comes from the machine.
  const shown = isOperator && state === 'unassigned' ? 'active' : state
  return <span class={`badge ${tones[shown]}`}>{stateWords[shown]}</span>
}

/** `Viewer, runs 2026-01-01 to 2026-12-31`. */
export function describeRole({
  role,
  periodFrom,
  periodTo,
}: Pick<Membership, 'role' | 'periodFrom' | 'periodTo'>): string {
  const word = { viewer: 'Viewer', member: 'Member', admin: 'Administrator' }[role]
  if (periodFrom === null && periodTo === null) return word
  return `${word}, runs from ${periodFrom ?? 'the beginning'} to ${periodTo ?? 'now'}`
}

function PeopleTable({ name, people }: { readonly name: string; readonly people: readonly OrganizationPerson[] }) {
  return (
    <Scrollable name={name} isPaged>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Role</th>
            <th scope="col">Signs in with</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {people.map((one) => (
            <tr>
              <th scope="row">
                <Link to={`/settings/people/${encodeURIComponent(one.id)}`}>{one.name}</Link>
                <span class="small">{one.email}</span>
              </th>
              <td data-label="State">
                <PersonBadge {...one} />
              </td>
              <td data-label="Role">
                <Rights person={one} />
              </td>
              <td data-label="Signs in with">
                {one.signsInWith.join(', ') || (one.state === 'active' ? 'Links only' : '–')}
              </td>
              <td data-label="Last seen">{one.lastSeenAt ? <Moment at={one.lastSeenAt} /> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

function Rights({
  person: { role, invitation, isOperator, periodFrom, periodTo },
}: {
  readonly person: OrganizationPerson
}) {
  if (isOperator) return 'Operator of the platform'
  if (role) return describeRole({ role, periodFrom, periodTo })
  return invitation ? `${describeRole(invitation)}, once they accept` : '–'
}

interface InvitingProps {
  readonly refused: RefusedInvitation | undefined
  readonly hasIssuer: boolean
}

/** Invitations are for our own sign-in. */
function Inviting(props: InvitingProps) {
  if (useFrame().visitor?.canSignOut) return <InviteForm {...props} />
  return (
    <p class="sheet">
      The application that shows this page signs people in. Invite them there. The role that you set here is the most
      that they get.
    </p>
  )
}

function InviteForm({ refused, hasIssuer }: InvitingProps) {
  return (
    <section class="sheet" aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <p class="small">
        {'You get a link for this person. It works once, within seven days. '}
        {hasIssuer
          ? 'The account with which they sign in then becomes theirs.'
          : 'No sign-in by OpenID Connect is set up here, so the link itself signs them in. Later they need a new link each time.'}
      </p>
      {refused && (
        <div class="alert" role="alert">
          <p>{refused.problem}</p>
        </div>
      )}
      <PostForm to="/settings/people/invite">
        <div class="fields">
          <div class="field">
            <label for="name">Name</label>
            <input id="name" name="name" required maxlength={200} value={refused?.name ?? ''} />
          </div>
          <div class="field">
            <label for="email">E-mail address</label>
            <input id="email" name="email" type="email" required maxlength={320} value={refused?.email ?? ''} />
          </div>
        </div>
        <RoleFields values={refused ?? { role: 'member', periodFrom: '', periodTo: '' }} />
        <div class="actions">
          <button class="button primary" type="submit">
            Invite
          </button>
        </div>
      </PostForm>
    </section>
  )
}
