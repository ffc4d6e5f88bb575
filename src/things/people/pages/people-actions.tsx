import { CheckwrightError } from '../../../errors/index.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnSubmission, type PageAnswer } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { SecretOnce } from '../../pages/shared/secret-once.tsx'
import type { AuditAction } from '../../parts/audit-actions.ts'
import type { OrganizationPerson } from '../list-everybody.ts'
import { answerPeople } from './people-page.tsx'
import { answerPerson, loadVisitedPerson } from './person-page.tsx'
import { readRoleFields, toRoleInput } from './role-fields.tsx'
import { SignInLinks } from './sign-in-links.ts'

export const invitePerson = defineAction({
  path: '/settings/people/invite',
  access: 'people:write',
  audit: { action: 'person.invite' },
  act: async (submission) => {
    const { form, runtime, person } = submission
    const values = readRoleFields(form)
    const [name, email] = [form.text('name').trim(), form.text('email').trim()]
    try {
      const { organizationId, userId: invitedBy } = person
      const input = { organizationId, invitedBy, name, email, ...toRoleInput(values) }
      return showInvitation(submission, name, await runtime.people.invite(input))
    } catch (error) {
      return answerPeople(submission, { ...values, name, email, problem: readProblem(error) })
    }
  },
})

export const inviteAgain = definePersonAction('invite', 'person.invite', async (submission, one) => {
  const { userId: invitedBy } = submission.person
  const input = { ...refer(submission, one), invitedBy, ...toRoleInput(readRoleFields(submission.form)) }
  return showInvitation(submission, one.name, await submission.runtime.people.invite(input))
})

export const changeRole = definePersonAction('role', 'person.role', async (submission, one) => {
  await submission.runtime.people.setRole({
    ...refer(submission, one),
    ...toRoleInput(readRoleFields(submission.form)),
  })
  return backTo(one, 'role-saved')
})

export const deactivatePerson = definePersonAction('deactivate', 'person.deactivate', async (submission, one) => {
  await submission.runtime.people.setActive({ ...refer(submission, one), active: false })
  return backTo(one, 'person-deactivated')
})

export const activatePerson = definePersonAction('activate', 'person.activate', async (submission, one) => {
  await submission.runtime.people.setActive({ ...refer(submission, one), active: true })
  return backTo(one, 'person-activated')
})

/** Needs a confirmation, because revoked keys and ended sign-ins cannot be restored. */
export const removePage = definePage({
  path: '/settings/people/:userId/remove',
  access: 'people:write',
  show: async (visit) => {
    const { texts } = visit
    const { id, name, state } = await loadVisitedPerson(visit)
    const at = `/settings/people/${encodeURIComponent(id)}`
    return createPage(
      { title: texts.settings.remove.title },
      <section class="lone">
        <h1>{texts.settings.remove.heading({ name })}</h1>
        <p>{state === 'invited' ? texts.settings.end.invitationHelp : texts.settings.remove.text}</p>
        <PostForm to={`${at}/remove`}>
          <div class="actions">
            <SubmitButton looks="danger">{texts.actions.remove}</SubmitButton>
            <Link to={at} looks="quiet">
              {texts.settings.remove.keep}
            </Link>
          </div>
        </PostForm>
      </section>,
    )
  },
})

export const removePerson = definePersonAction('remove', 'person.remove', async (submission, one) => {
  await submission.runtime.people.remove(refer(submission, one))
  return { kind: 'redirect', to: '/settings/people', notice: 'person-removed' }
})

/** A link of this kind is never that of an operator: whoever made it could open it. */
export const makeSignInLink = definePersonAction('sign-in-link', 'person.sign-in-link', async (submission, one) => {
  const { texts } = submission
  const { runtime, person } = submission
  if (one.role === undefined || one.state !== 'active')
    return answerPerson(submission, one, { problem: texts.settings.signInLink.notActive })
  if (one.isOperator && person.role !== 'operator')
    return answerPerson(submission, one, {
      problem: texts.settings.signInLink.notOperator,
    })
  const { role, periodFrom, periodTo, id: userId } = one
  const { organizationId } = person
  const links = new SignInLinks(runtime)
  const { url } = await links.create(
    { organizationId, userId, role, periodFrom, periodTo },
    { mayOperate: false, madeBy: person.userId },
  )
  return createPage(
    { title: texts.settings.signInLink.pageTitle },
    <SecretOnce
      title={texts.settings.signInLink.link({ name: one.name })}
      secret={url}
      back={`/settings/people/${encodeURIComponent(userId)}`}
    >
      {texts.settings.signInLink.linkHelp}
    </SecretOnce>,
  )
})

function showInvitation(
  { texts, runtime }: OwnSubmission,
  name: string,
  { token, userId }: { readonly token: string; readonly userId: string },
): PageAnswer {
  return createPage(
    { title: texts.settings.invite.created, made: userId },
    <SecretOnce
      title={texts.settings.invite.link({ name })}
      secret={`${runtime.publicUrl}/invitation?token=${token}`}
      back="/settings/people"
    >
      {texts.settings.invite.linkHelp}
    </SecretOnce>,
  )
}

/** A form on the page of a person. What the runtime refuses is shown there. */
function definePersonAction(
  verb: string,
  action: AuditAction,
  act: (submission: OwnSubmission, one: OrganizationPerson) => Promise<PageAnswer>,
) {
  return defineAction({
    path: `/settings/people/:userId/${verb}`,
    access: 'people:write',
    audit: { action, target: 'userId' },
    act: async (submission) => {
      const one = await loadVisitedPerson(submission)
      try {
        return await act(submission, one)
      } catch (error) {
        const values = verb === 'role' ? readRoleFields(submission.form) : undefined
        return answerPerson(submission, one, { values, problem: readProblem(error) })
      }
    },
  })
}

function refer({ person }: OwnSubmission, { id: userId }: OrganizationPerson) {
  return { organizationId: person.organizationId, userId, asOperator: person.role === 'operator' }
}

function backTo(
  { id }: OrganizationPerson,
  notice: 'role-saved' | 'person-deactivated' | 'person-activated',
): PageAnswer {
  return { kind: 'redirect', to: `/settings/people/${encodeURIComponent(id)}`, notice }
}

const shownCodes = ['PERSON_INVALID', 'LAST_ADMIN', 'API_FORBIDDEN', 'STORE_CONFLICT']

/** For the person. @throws any other error */
function readProblem(error: unknown): string {
  if (error instanceof CheckwrightError && shownCodes.includes(error.code)) return error.message
  throw error
}
