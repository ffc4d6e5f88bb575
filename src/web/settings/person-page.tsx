import { ApiError } from '../../errors/index.ts'
import type { OrganizationPerson } from '../../runtime/people/list-everybody.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { useFrame } from '../frame/frame.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { Moment } from '../shared/moment.tsx'
import { describeRole, PersonBadge } from './people-page.tsx'
import { RoleFields, type RoleValues } from './role-fields.tsx'
import { SettingsHead } from './settings-head.tsx'

/** One person: role, activation, links, removal. */
export const personPage = definePage({
  path: '/settings/people/:userId',
  access: 'people:read',
  show: async (visit) => answerPerson(visit, await loadVisitedPerson(visit)),
})

/** @throws ApiError 404, for another organization's too */
export async function loadVisitedPerson({ runtime, person, params }: OwnVisit): Promise<OrganizationPerson> {
  const everybody = await runtime.people.listAll({ organizationId: person.organizationId })
  const found = everybody.find(({ id }) => id === params.userId)
  if (found) return found
  throw new ApiError('There is no such person.', { code: 'NOT_FOUND', status: 404 })
}

export function answerPerson(
  visit: OwnVisit,
  one: OrganizationPerson,
  refused?: { readonly values?: RoleValues; readonly problem: string },
): PageAnswer {
  const mayChange = mayDo(visit.person.role, 'people:write') && (!one.isOperator || visit.person.role === 'operator')
  const isSelf = visit.person.userId === one.id
  return {
    kind: 'page',
    status: refused === undefined ? 200 : 400,
    title: one.name,
    content: (
      <>
        <SettingsHead title={one.name} at="/settings/people">
          <p class="lead">
            <PersonBadge {...one} /> {one.email}
            {isSelf && ' · This is you.'}
          </p>
        </SettingsHead>
        {refused && (
          <div class="alert" role="alert">
            <p>{refused.problem}</p>
          </div>
        )}
        <div class="split">
          <div class="stack">
            {mayChange ? (
              <RoleForm one={one} values={refused?.values} />
            ) : (
              <p class="sheet">
                This person is an operator of the platform. Only operators can change them, here or by{' '}
                <code>checkwright person</code>.
              </p>
            )}
            {mayChange && one.state !== 'deactivated' && <AccessForms one={one} />}
          </div>
          <div class="stack">
            <About one={one} />
            {mayChange && one.state !== 'removed' && <EndForms one={one} />}
          </div>
        </div>
      </>
    ),
  }
}

interface OneProps {
  readonly one: OrganizationPerson
}

function RoleForm({ one, values }: OneProps & { readonly values: RoleValues | undefined }) {
  if (one.state === 'invited' || one.state === 'removed') return null
  const present = {
    role: one.role ?? 'member',
    periodFrom: one.periodFrom ?? '',
    periodTo: one.periodTo ?? '',
  }
  return (
    <section class="sheet" aria-labelledby="role-title">
      <h2 id="role-title">What they may do</h2>
      {one.role === undefined && (
        <p class="small">They have no role of their own yet. The way in which they sign in decides what they may do.</p>
      )}
      <PostForm to={`/settings/people/${encodeURIComponent(one.id)}/role`}>
        <RoleFields values={values ?? present} />
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
        </div>
      </PostForm>
    </section>
  )
}

function AccessForms({ one }: OneProps) {
  const at = `/settings/people/${encodeURIComponent(one.id)}`
  if (!useFrame().visitor?.canSignOut) return null
  const needsInvitation = one.state === 'invited' || one.state === 'removed'
  return (
    <section class="sheet" aria-labelledby="access-title">
      <h2 id="access-title">How they come in</h2>
      {one.state === 'active' && (
        <>
          <p class="small">
            A sign-in link works once, within ten minutes, for whoever opens it first. The audit log says that you made
            it.
          </p>
          <PostForm to={`${at}/sign-in-link`}>
            <button class="button quiet" type="submit">
              Make a sign-in link
            </button>
          </PostForm>
        </>
      )}
      {needsInvitation && (
        <>
          {one.invitation && (
            <p class="small">
              {`Invited as ${describeRole(one.invitation)}, until `}
              <Moment at={one.invitation.expiresAt} />. A new invitation replaces this one.
            </p>
          )}
          <PostForm to={`${at}/invite`}>
            <RoleFields
              values={{
                role: one.invitation?.role ?? 'member',
                periodFrom: one.invitation?.periodFrom ?? '',
                periodTo: one.invitation?.periodTo ?? '',
              }}
            />
            <div class="actions">
              <button class="button primary" type="submit">
                Invite again
              </button>
            </div>
          </PostForm>
        </>
      )}
      {one.state === 'unassigned' && <p class="small">Give them a role first.</p>}
    </section>
  )
}

function EndForms({ one }: OneProps) {
  const at = `/settings/people/${encodeURIComponent(one.id)}`
  const isDeactivated = one.state === 'deactivated'
  return (
    <section class="sheet" aria-labelledby="end-title">
      <h2 id="end-title">{isDeactivated ? 'Deactivated' : 'End their access'}</h2>
      {one.state !== 'invited' && (
        <>
          <p class="small">
            {isDeactivated
              ? 'They cannot sign in, and their API keys do not work.'
              : 'Deactivating signs them out at once. Their links and API keys stop working. You can activate them again.'}
          </p>
          <PostForm to={`${at}/${isDeactivated ? 'activate' : 'deactivate'}`}>
            <button class="button quiet" type="submit">
              {isDeactivated ? 'Activate' : 'Deactivate'}
            </button>
          </PostForm>
        </>
      )}
      <p class="small">
        {one.state === 'invited'
          ? 'The link of the invitation stops working.'
          : 'Removing also ends their role and how they sign in, and revokes their API keys for ever. Their name stays beside what they did.'}
      </p>
      <Link to={`${at}/remove`} looks="danger">
        Remove…
      </Link>
    </section>
  )
}

function About({ one }: OneProps) {
  const { id, role, periodFrom, periodTo, isOperator, signsInWith, lastSeenAt } = one
  return (
    <section class="sheet" aria-labelledby="about-title">
      <h2 id="about-title">About</h2>
      <dl class="pairs">
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>Role</dt>
        <dd>
          {role ? describeRole({ role, periodFrom, periodTo }) : 'None'}
          {isOperator && ', operator of the platform'}
        </dd>
        <dt>Signs in with</dt>
        <dd>{signsInWith.join(', ') || 'Links only'}</dd>
        <dt>Last seen</dt>
        <dd>{lastSeenAt ? <Moment at={lastSeenAt} /> : 'Not signed in'}</dd>
      </dl>
    </section>
  )
}
