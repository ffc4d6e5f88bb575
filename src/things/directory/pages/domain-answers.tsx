import type { DomainAnswer } from '../../../crosscheck/people/domain-answer-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'

/** Where an answer is taken back. */
export const undoPath = '/people/domains/:connectionId/undo'

/** Where somebody answers for a connection. */
export function toDomainPath(connectionId: string): string {
  return `/people/domains/${connectionId}`
}

interface DomainAnswersProps {
  readonly answers: readonly DomainAnswer[]
  /** Of connections, by id. */
  readonly names: ReadonlyMap<string, string>
}

/** What was answered, so that one step takes it back. */
export function DomainAnswers({ answers, names }: DomainAnswersProps) {
  const { people, actions } = useTexts()
  if (answers.length === 0) return null
  return (
    <section class="sheet">
      <h2>{people.domains.answers}</h2>
      <p class="small">{people.domains.answersHelp}</p>
      <ul class="list">
        {answers.map(({ connectionId, domain, isOurs, answeredBy, answeredAtMs }) => {
          const connection = names.get(connectionId) ?? connectionId
          return (
            <li>
              <span class="what">
                {people.domains[isOurs ? 'isOurs' : 'isNotOurs']({ domain, connection })}
                <span class="small">
                  {`${answeredBy}, `}
                  <Moment at={answeredAtMs} />
                </span>
              </span>
              <PostForm to={`${toDomainPath(connectionId)}/undo`}>
                <input type="hidden" name="domain" value={domain} />
                <SubmitButton looks="quiet" aria-label={people.domains.undoNamed({ domain, connection })}>
                  {actions.undo}
                </SubmitButton>
              </PostForm>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
