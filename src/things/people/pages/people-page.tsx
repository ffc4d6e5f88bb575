import type { Membership } from '../../../service/records/memberships.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { countedMax } from '../../../text/counted.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { useFrame } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { GetForm, Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { countUnits } from '../../pages/shared/count-units.ts'
import { FormActions, InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { OrganizationPerson, PersonState } from '../list-everybody.ts'
import { RoleFields, type RoleValues } from './role-fields.tsx'

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
  { texts, runtime, person, query }: OwnVisit,
  refused?: RefusedInvitation,
): Promise<PageAnswer> {
  const { organizationId } = person
  const { people } = runtime
  const filter = readPeopleFilter(query)
  const chosen = { organizationId, isRemoved: filter.isRemoved, text: filter.text || undefined }
  const position = query.get('after') ?? ''
  // A person who is no longer there starts the list anew.
  const [known] = position === '' ? [] : await people.listKnown({ organizationId, ids: [position] })
  const after = known?.id
  const [rows, found, before, removed, issuers] = await Promise.all([
    people.listPage({ ...chosen, limit: pageSize + 1, after }),
    people.count(chosen),
    after === undefined ? 0 : people.count({ ...chosen, until: after }),
    people.count({ organizationId, isRemoved: true }),
    runtime.signInIssuers.list({ organizationId }),
  ])
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  const isSearchable = filter.text !== '' || found > pageSize || (await people.count({ organizationId })) > pageSize
  return createPage(
    { status: refused === undefined ? 200 : 400, title: texts.labels.people },
    <>
      <SettingsHead title={texts.labels.people} at="/settings/people">
        <p class="lead">{texts.settings.list.lead}</p>
      </SettingsHead>
      <div class="stack">
        {issuers.map(({ name, isMakerGone }) => (
          <Alert says={isMakerGone ? texts.settings.list.unattendedSignIn({ name }) : undefined} />
        ))}
        {isSearchable && <PeopleSearch filter={filter} />}
        {filter.isRemoved && (
          <p class="small">
            {texts.settings.list.removedLead({
              link: (
                <Link to={formatPeoplePath({ ...filter, isRemoved: false })}>{texts.settings.list.showCurrent}</Link>
              ),
            })}
          </p>
        )}
        {page.length === 0 ? (
          <p class="sheet">{texts.people.list.noMatch}</p>
        ) : (
          <PeopleTable name={texts.labels.people} people={page} />
        )}
        <KeyedPages
          at={formatPeoplePath(filter)}
          isFirst={after === undefined}
          next={last && encodeURIComponent(last.id)}
          says={
            before > countedMax
              ? texts.settings.list.shownOf({ count: page.length, found })
              : texts.settings.list.range({ from: before + 1, last: before + page.length, found })
          }
        />
        {removed > 0 && !filter.isRemoved && (
          <p>
            <Link to={formatPeoplePath({ ...filter, isRemoved: true })}>
              {texts.settings.list.removed({ removed })}
            </Link>
          </p>
        )}
        <Inviting refused={refused} hasIssuer={issuers.length > 0} />
      </div>
    </>,
  )
}

interface PeoplePageFilter {
  /** A part of the name or the address. */
  readonly text: string
  /** Those who were removed, and nobody else. */
  readonly isRemoved: boolean
}

function readPeopleFilter(query: URLSearchParams): PeoplePageFilter {
  return { text: query.get('q')?.trim().slice(0, 200) ?? '', isRemoved: query.get('state') === 'removed' }
}

function formatPeoplePath({ text, isRemoved }: PeoplePageFilter): string {
  const query = new URLSearchParams(omitUndefined({ q: text || undefined, state: isRemoved ? 'removed' : undefined }))
  return query.size === 0 ? '/settings/people' : `/settings/people?${query}`
}

function PeopleSearch({ filter: { text, isRemoved } }: { readonly filter: PeoplePageFilter }) {
  const texts = useTexts()
  return (
    <GetForm to="/settings/people" role="search" class="filter">
      {isRemoved && <input type="hidden" name="state" value="removed" />}
      <label>
        {texts.labels.nameOrEmail}
        <input type="search" name="q" value={text} maxlength={countUnits(searchLengthMax)} />
      </label>
      <SubmitButton looks="quiet">{texts.actions.search}</SubmitButton>
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

export function PersonBadge({ state, isOperator }: Pick<OrganizationPerson, 'state' | 'isOperator'>) {
  const texts = useTexts()
  // The role of an operator comes from the machine.
  const shown = isOperator && state === 'unassigned' ? 'active' : state
  return <span class={`badge ${tones[shown]}`}>{texts.settings.states[shown]}</span>
}

/** `Viewer, runs 2026-01-01 to 2026-12-31`. */
export function describeRole(
  texts: Texts,
  {
    role,
    periodFrom,
    periodTo,
    readsPeople,
  }: Pick<OrganizationPerson, 'periodFrom' | 'periodTo' | 'readsPeople'> & Pick<Membership, 'role'>,
): string {
  const word = {
    viewer: texts.settings.roles.viewer,
    member: texts.settings.roles.member,
    admin: texts.labels.administrator,
  }[role]
  const granted = readsPeople ? texts.settings.readsPeople.granted({ role: word }) : word
  if (periodFrom === null && periodTo === null) return granted
  return texts.settings.roles.withPeriod({
    role: granted,
    runs: texts.shared.period.runs({ from: periodFrom, to: periodTo }),
  })
}

function PeopleTable({ name, people }: { readonly name: string; readonly people: readonly OrganizationPerson[] }) {
  const texts = useTexts()
  return (
    <Scrollable name={name} isPaged>
      <Table
        rows={people}
        columns={[
          [
            texts.labels.name,
            ({ id, name, email }) => (
              <>
                <Link to={`/settings/people/${encodeURIComponent(id)}`}>{name}</Link>
                <span class="small">{email}</span>
              </>
            ),
          ],
          [texts.labels.status, (one) => <PersonBadge {...one} />],
          [texts.settings.person.role, (one) => <Rights person={one} />],
          [
            texts.settings.person.signsInWith,
            ({ signsInWith, state }) =>
              signsInWith.join(', ') || (state === 'active' ? texts.settings.person.linksOnly : '–'),
          ],
          [
            texts.settings.person.lastSeen,
            ({ lastSeenAt }) => (lastSeenAt ? <Moment at={lastSeenAt} /> : texts.states.never),
          ],
        ]}
      />
    </Scrollable>
  )
}

function Rights({
  person: { role, invitation, isOperator, periodFrom, periodTo, readsPeople },
}: {
  readonly person: OrganizationPerson
}) {
  const texts = useTexts()
  if (isOperator) return texts.settings.roles.operator
  if (role) return describeRole(texts, { role, periodFrom, periodTo, readsPeople })
  return invitation ? texts.settings.roles.onceAccepted({ role: describeRole(texts, invitation) }) : '–'
}

interface InvitingProps {
  readonly refused: RefusedInvitation | undefined
  readonly hasIssuer: boolean
}

/** Invitations are for our own sign-in. */
function Inviting(props: InvitingProps) {
  const texts = useTexts()
  if (useFrame().visitor?.canSignOut) return <InviteForm {...props} />
  return <p class="sheet">{texts.settings.invite.elsewhere}</p>
}

function InviteForm({ refused, hasIssuer }: InvitingProps) {
  const texts = useTexts()
  return (
    <Sheet id="invite" title={texts.settings.invite.title}>
      <p class="small">{hasIssuer ? texts.settings.invite.withSignIn : texts.settings.invite.withoutSignIn}</p>
      <Alert says={refused?.problem} />
      <PostForm to="/settings/people/invite">
        <div class="fields">
          <InputField name="name" label={texts.labels.name} required maxlength={200} value={refused?.name ?? ''} />
          <InputField
            name="email"
            label={texts.people.person.email}
            type="email"
            required
            maxlength={320}
            value={refused?.email ?? ''}
          />
        </div>
        <RoleFields values={refused ?? { role: 'member', periodFrom: '', periodTo: '', readsPeople: false }} />
        <FormActions submit={texts.settings.invite.button} />
      </PostForm>
    </Sheet>
  )
}
