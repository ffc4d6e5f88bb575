import { CheckwrightError } from '../../../errors/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { defineAction, type OwnSubmission } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import type { DomainQuestion } from '../domain-questions.ts'
import { renderDirectory } from './directory-page.tsx'
import { toDomainPath, undoPath } from './domain-answers.tsx'

const path = '/people/domains/:connectionId'

/** No route and no command does the same: the answer is a person's, in their own session. */
export const answerDomain = defineAction({
  path,
  access: 'people:write',
  audit: { action: 'directory.update', target: 'connectionId' },
  act: async (submission) => {
    const { runtime, form } = submission
    const isOurs = form.text('answer') === 'yes'
    try {
      await runtime.domainQuestions.answer({ ...(await readRef(submission)), isOurs })
      return { kind: 'redirect', to: '/people', notice: 'directory-saved' }
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'DIRECTORY_INVALID')
        return renderDirectory(submission, { problem: error.message })
      throw error
    }
  },
})

export const undoDomain = defineAction({
  path: undoPath,
  access: 'people:write',
  audit: { action: 'directory.update', target: 'connectionId' },
  act: async (submission) => {
    await submission.runtime.domainQuestions.undo(await readRef(submission))
    return { kind: 'redirect', to: '/settings/directory', notice: 'directory-saved' }
  },
})

async function readRef({ users, person: { organizationId, userId }, form, params }: OwnSubmission) {
  const user = await users.find({ organizationId, userId })
  return {
    organizationId,
    connectionId: params.connectionId ?? '',
    domain: form.text('domain'),
    actor: user?.email || user?.name || userId,
  }
}

/** One question for many accounts. Nothing is there where nothing is asked. */
export function DomainQuestions({ questions }: { readonly questions: readonly DomainQuestion[] }) {
  const { people, states } = useTexts()
  return questions.map(({ connectionId, connectionName, domain, accounts }) => (
    <section class="sheet" aria-label={people.domains.question({ domain })}>
      <h2>{people.domains.question({ domain })}</h2>
      <p>{people.domains.means({ accounts, connection: connectionName, domain })}</p>
      <PostForm to={toDomainPath(connectionId)} class="actions">
        <input type="hidden" name="domain" value={domain} />
        <SubmitButton
          name="answer"
          value="yes"
          aria-label={people.domains.yesNamed({ domain, connection: connectionName })}
        >
          {states.yes}
        </SubmitButton>
        <SubmitButton
          looks="quiet"
          name="answer"
          value="no"
          aria-label={people.domains.noNamed({ domain, connection: connectionName })}
        >
          {states.no}
        </SubmitButton>
      </PostForm>
    </section>
  ))
}
