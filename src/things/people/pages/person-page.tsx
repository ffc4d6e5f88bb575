import { ApiError } from '../../../errors/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { formatCommandTemplate } from '../../../text/command-template.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { OrganizationPerson } from '../list-everybody.ts'
import { describeRole, PersonBadge } from './people-page.tsx'
import { RoleFields, type RoleValues } from './role-fields.tsx'

/** One person: role, activation, links, removal. */
export const personPage = definePage({
  path: '/settings/people/:userId',
  access: 'people:read',
  show: async (visit) => answerPerson(visit, await loadVisitedPerson(visit)),
})

/** @throws ApiError 404, for another organization's too */
export async function loadVisitedPerson({ runtime, person, params }: OwnVisit): Promise<OrganizationPerson> {
  const found = await runtime.people.find({ organizationId: person.organizationId, userId: params.userId ?? '' })
  if (found) return found
  throw new ApiError('There is no such person.', { code: 'NOT_FOUND' })
}

export function answerPerson(
  visit: OwnVisit,
  one: OrganizationPerson,
  refused?: { readonly values?: RoleValues | undefined; readonly problem: string },
): PageAnswer {
  const { texts } = visit
  const mayChange = mayDo(visit.person.role, 'people:write') && (!one.isOperator || visit.person.role === 'operator')
  const isSelf = visit.person.userId === one.id
  return createPage(
    { status: refused === undefined ? 200 : 400, title: one.name },
    <>
      <SettingsHead title={one.name} at="/settings/people">
        <p class="lead">
          <PersonBadge {...one} /> {one.email}
          {isSelf && ` ${texts.settings.person.self}`}
        </p>
      </SettingsHead>
      <Alert says={refused?.problem} />
      <div class="split">
        <div class="stack">
          {mayChange ? (
            <RoleForm one={one} values={refused?.values} />
          ) : (
            <p class="sheet">
              {texts.settings.person.operator({
                code: <code>{formatCommandTemplate('person', { needsOrganization: true })}</code>,
              })}
            </p>
          )}
          {mayChange && one.state !== 'deactivated' && <AccessForms one={one} />}
        </div>
        <div class="stack">
          <About one={one} />
          {mayChange && one.state !== 'removed' && <EndForms one={one} />}
        </div>
      </div>
    </>,
  )
}

interface OneProps {
  readonly one: OrganizationPerson
}

function RoleForm({ one, values }: OneProps & { readonly values: RoleValues | undefined }) {
  const texts = useTexts()
  if (one.state === 'invited' || one.state === 'removed') return null
  const present = {
    role: one.role ?? 'member',
    periodFrom: one.periodFrom ?? '',
    periodTo: one.periodTo ?? '',
    readsPeople: one.readsPeople,
  }
  return (
    <Sheet id="role-title" title={texts.settings.person.role}>
      {one.role === undefined && <p class="small">{texts.settings.person.noRole}</p>}
      <PostForm to={`/settings/people/${encodeURIComponent(one.id)}/role`}>
        <RoleFields values={values ?? present} />
        <FormActions submit={texts.actions.save} />
      </PostForm>
    </Sheet>
  )
}

function AccessForms({ one }: OneProps) {
  const texts = useTexts()
  const at = `/settings/people/${encodeURIComponent(one.id)}`
  if (!useFrame().visitor?.canSignOut) return null
  const needsInvitation = one.state === 'invited' || one.state === 'removed'
  return (
    <Sheet id="access-title" title={texts.settings.signInLink.title}>
      {one.state === 'active' && (
        <>
          <p class="small">{texts.settings.signInLink.help}</p>
          <PostForm to={`${at}/sign-in-link`}>
            <SubmitButton looks="quiet">{texts.settings.signInLink.button}</SubmitButton>
          </PostForm>
        </>
      )}
      {needsInvitation && (
        <>
          {one.invitation && (
            <p class="small">
              {texts.settings.invite.pending({
                role: describeRole(texts, one.invitation),
                moment: <Moment at={one.invitation.expiresAt} />,
              })}
            </p>
          )}
          <PostForm to={`${at}/invite`}>
            <RoleFields
              values={{
                role: one.invitation?.role ?? 'member',
                periodFrom: one.invitation?.periodFrom ?? '',
                periodTo: one.invitation?.periodTo ?? '',
                readsPeople: one.invitation?.readsPeople ?? false,
              }}
            />
            <FormActions submit={texts.settings.invite.again} />
          </PostForm>
        </>
      )}
      {one.state === 'unassigned' && <p class="small">{texts.settings.person.roleFirst}</p>}
    </Sheet>
  )
}

function EndForms({ one }: OneProps) {
  const texts = useTexts()
  const at = `/settings/people/${encodeURIComponent(one.id)}`
  const isDeactivated = one.state === 'deactivated'
  return (
    <Sheet id="end-title" title={isDeactivated ? texts.settings.states.deactivated : texts.settings.end.title}>
      {one.state !== 'invited' && (
        <>
          <p class="small">{isDeactivated ? texts.settings.end.deactivatedText : texts.settings.end.deactivateHelp}</p>
          <PostForm to={`${at}/${isDeactivated ? 'activate' : 'deactivate'}`}>
            <SubmitButton looks="quiet">
              {isDeactivated ? texts.settings.end.activate : texts.settings.end.deactivate}
            </SubmitButton>
          </PostForm>
        </>
      )}
      <p class="small">{one.state === 'invited' ? texts.settings.end.invitationHelp : texts.settings.end.removeHelp}</p>
      <Link to={`${at}/remove`} looks="danger">
        {texts.settings.end.removeLink}
      </Link>
    </Sheet>
  )
}

function About({ one }: OneProps) {
  const texts = useTexts()
  const { id, role, periodFrom, periodTo, readsPeople, isOperator, signsInWith, lastSeenAt } = one
  const own = role ? describeRole(texts, { role, periodFrom, periodTo, readsPeople }) : texts.labels.none
  return (
    <Sheet id="about-title" title={texts.labels.details}>
      <dl class="pairs">
        <dt>{texts.labels.id}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>{texts.settings.person.role}</dt>
        <dd>{isOperator ? texts.settings.roles.andOperator({ role: own }) : own}</dd>
        <dt>{texts.settings.person.signsInWith}</dt>
        <dd>{signsInWith.join(', ') || texts.settings.person.linksOnly}</dd>
        <dt>{texts.settings.person.lastSeen}</dt>
        <dd>{lastSeenAt ? <Moment at={lastSeenAt} /> : texts.states.notSignedIn}</dd>
      </dl>
    </Sheet>
  )
}
