import { v7 } from 'uuid'
import { ApiError } from '../../errors/index.ts'
import type { ManualAnswer } from '../../workspace/manual-answers.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { parseSearchWords } from '../../workspace/search-words.ts'
import { GetForm, Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage, type OwnSubmission, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { Moment } from '../shared/moment.tsx'
import { OlderLink, readListPlace } from '../shared/older-link.tsx'

const pageSize = 25
const limits = { question: 10_000, answer: 50_000, tags: 50, tag: 100 } as const

/** Answers to questions of questionnaires, with search. */
export const knowledgeBasePage = definePage({
  path: '/knowledge-base',
  access: 'knowledge-base:read',
  show: async ({ runtime, person, query }) => {
    const asked = (query.get('q') ?? '').trim().slice(0, 200)
    const place = readListPlace(query)
    const rows = await runtime.workspace.manualAnswers.list({
      organizationId: person.organizationId,
      limit: pageSize + 1,
      after: place && { updatedAtMs: place.atMs, id: place.id },
      words: asked === '' ? undefined : parseSearchWords(asked),
    })
    const shown = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? shown.at(-1) : undefined
    return {
      kind: 'page',
      title: 'Knowledge base',
      content: (
        <>
          <header class="head">
            <div>
              <h1>Knowledge base</h1>
              <p class="lead">Answers that you wrote once, for every questionnaire that asks the same.</p>
            </div>
            {mayDo(person.role, 'knowledge-base:write') && (
              <Link to="/knowledge-base/new" looks="primary">
                Write an answer
              </Link>
            )}
          </header>
          <GetForm to="/knowledge-base" role="search" class="search">
            <div class="field">
              <label class="sr" for="q">
                Words of the question, the answer or a tag
              </label>
              <input id="q" name="q" type="search" maxlength={200} value={asked} placeholder="Words to look for" />
            </div>
            <button class="button quiet" type="submit">
              Search
            </button>
          </GetForm>
          {shown.length === 0 && (
            <p class="sheet after">
              {asked === '' ? 'There are no answers yet.' : 'No answer has all of these words.'}
            </p>
          )}
          <div class="stack after">
            {shown.map((answer) => (
              <Entry answer={answer} />
            ))}
          </div>
          <OlderLink at="/knowledge-base" query={query} last={last && { atMs: last.updatedAtMs, id: last.id }} />
        </>
      ),
    }
  },
})

function Entry({ answer: { id, question, answer, tags, updatedAtMs } }: { readonly answer: ManualAnswer }) {
  const short = answer.length > 400 ? `${answer.slice(0, 400).toWellFormed()}…` : answer
  return (
    <article class="sheet" aria-labelledby={`answer-${id}`}>
      <h2 id={`answer-${id}`}>
        <Link to={`/knowledge-base/${id}`}>{question}</Link>
      </h2>
      <p class="written">{short}</p>
      <p class="small">
        {tags.length > 0 && `${tags.join(', ')} · `}changed <Moment at={updatedAtMs} />
      </p>
    </article>
  )
}

interface TypedAnswer {
  readonly question: string
  readonly answer: string
  readonly tags: string
}

export const newAnswerPage = definePage({
  path: '/knowledge-base/new',
  access: 'knowledge-base:write',
  show: async () => renderForm('/knowledge-base/new', { question: '', answer: '', tags: '' }),
})

export const answerPage = definePage({
  path: '/knowledge-base/:answerId',
  access: 'knowledge-base:read',
  show: async (visit) => {
    const { id, question, answer, tags, updatedAtMs } = await demandAnswer(visit)
    const mayWrite = mayDo(visit.person.role, 'knowledge-base:write')
    return {
      kind: 'page',
      title: 'Answer',
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <Link to="/knowledge-base">Knowledge base</Link>
              </p>
              <h1>{question}</h1>
              <p class="small">
                {tags.length > 0 && `${tags.join(', ')} · `}changed <Moment at={updatedAtMs} />
              </p>
            </div>
            {mayWrite && (
              <Link to={`/knowledge-base/${id}/edit`} looks="primary">
                Change
              </Link>
            )}
          </header>
          <p class="sheet written">{answer}</p>
        </>
      ),
    }
  },
})

export const editAnswerPage = definePage({
  path: '/knowledge-base/:answerId/edit',
  access: 'knowledge-base:write',
  show: async (visit) => {
    const { id, question, answer, tags } = await demandAnswer(visit)
    return renderForm(`/knowledge-base/${id}/edit`, { question, answer, tags: tags.join(', ') }, { id })
  },
})

export const saveNewAnswer = defineAction({
  path: '/knowledge-base/new',
  access: 'knowledge-base:write',
  audit: { action: 'manual-answer.save' },
  act: (visit) => saveAnswer(visit, undefined),
})

export const saveEditedAnswer = defineAction({
  path: '/knowledge-base/:answerId/edit',
  access: 'knowledge-base:write',
  audit: { action: 'manual-answer.save', target: 'answerId' },
  act: async (visit) => saveAnswer(visit, await demandAnswer(visit)),
})

export const deleteAnswer = defineAction({
  path: '/knowledge-base/:answerId/delete',
  access: 'knowledge-base:write',
  audit: { action: 'manual-answer.delete', target: 'answerId' },
  act: async (visit) => {
    const { id, organizationId } = await demandAnswer(visit)
    await visit.runtime.workspace.manualAnswers.delete(organizationId, id)
    return { kind: 'redirect', to: '/knowledge-base', notice: 'answer-deleted' }
  },
})

async function saveAnswer(
  { runtime: { workspace }, person, form }: OwnSubmission,
  earlier: ManualAnswer | undefined,
): Promise<PageAnswer> {
  const typed = { question: form.text('question').trim(), answer: form.text('answer').trim(), tags: form.text('tags') }
  const tags = [...new Set(typed.tags.split(',').map((tag) => tag.trim()))].filter(Boolean)
  const at = earlier ? `/knowledge-base/${earlier.id}/edit` : '/knowledge-base/new'
  const problem = findProblem(typed, tags)
  if (problem !== undefined) return renderForm(at, typed, { id: earlier?.id, problem })
  const { organizationId } = person
  const nowMs = workspace.clock.nowMs()
  const id = await workspace.manualAnswers.save({
    ...{ id: v7(), organizationId, question: typed.question, answer: typed.answer, tags },
    sourceQuestionnaireId: earlier?.sourceQuestionnaireId ?? null,
    ...{ createdAtMs: earlier?.createdAtMs ?? nowMs, updatedAtMs: nowMs },
  })
  // Another question is another answer: the earlier one goes.
  if (earlier && id !== earlier.id) await workspace.manualAnswers.delete(organizationId, earlier.id)
  return { kind: 'redirect', to: `/knowledge-base/${id}`, notice: 'answer-saved', made: id }
}

function findProblem({ question, answer }: TypedAnswer, tags: readonly string[]): string | undefined {
  if (question === '' || answer === '') return 'Write a question and an answer.'
  if (question.length > limits.question) return `The question has at most ${limits.question} characters.`
  if (answer.length > limits.answer) return `The answer has at most ${limits.answer} characters.`
  if (tags.length > limits.tags || tags.some((tag) => tag.length > limits.tag))
    return `There are at most ${limits.tags} tags, with ${limits.tag} characters each.`
  return [question, answer, ...tags].every((text) => text.isWellFormed() && !text.includes('\0'))
    ? undefined
    : 'The text has characters that cannot be kept.'
}

function renderForm(
  at: string,
  { question, answer, tags }: TypedAnswer,
  { id, problem }: { readonly id?: string | undefined; readonly problem?: string | undefined } = {},
): PageAnswer {
  const title = id === undefined ? 'Write an answer' : 'Change an answer'
  return {
    kind: 'page',
    status: problem === undefined ? 200 : 400,
    title,
    content: (
      <>
        <header class="head">
          <div>
            <p class="crumbs">
              <Link to="/knowledge-base">Knowledge base</Link>
            </p>
            <h1>{title}</h1>
          </div>
        </header>
        <section class="sheet" aria-label={title}>
          {problem !== undefined && (
            <div class="alert" role="alert">
              <p>{problem}</p>
            </div>
          )}
          <PostForm to={at}>
            <div class="field">
              <label for="question">Question</label>
              <input id="question" name="question" required maxlength={limits.question} value={question} />
            </div>
            <div class="field">
              <label for="answer">Answer</label>
              <textarea id="answer" name="answer" required maxlength={limits.answer} rows={12}>
                {answer}
              </textarea>
            </div>
            <div class="field">
              <label for="tags">
                Tags <span class="optional">optional</span>
              </label>
              <p class="help" id="help-tags">
                With commas between them.
              </p>
              <input id="tags" name="tags" value={tags} aria-describedby="help-tags" />
            </div>
            <div class="actions">
              <button class="button primary" type="submit">
                Save
              </button>
              <Link to={id === undefined ? '/knowledge-base' : `/knowledge-base/${id}`} looks="quiet">
                Cancel
              </Link>
            </div>
          </PostForm>
          {id !== undefined && (
            <PostForm to={`/knowledge-base/${id}/delete`}>
              <button class="button danger" type="submit">
                Delete this answer
              </button>
            </PostForm>
          )}
        </section>
      </>
    ),
  }
}

/** @throws ApiError 404, for another organization's too */
async function demandAnswer({ runtime, person, params }: OwnVisit): Promise<ManualAnswer> {
  const found = await runtime.workspace.manualAnswers.find(person.organizationId, params.answerId ?? '')
  if (found) return found
  throw new ApiError('There is no such answer.', { code: 'NOT_FOUND', status: 404 })
}
