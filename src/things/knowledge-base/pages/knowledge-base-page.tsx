import type { Child } from 'hono/jsx'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { isAnswerExpired, type ManualAnswer } from '../../../service/records/manual-answers.ts'
import { parseSearchWords } from '../../../service/records/search-words.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { addDays, formatDay, isCalendarDay } from '../../../text/calendar-day.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { readStoredText } from '../../declared/pages/read-stored-text.ts'
import { listChanges, RecordHistory } from '../../declared/pages/record-history.tsx'
import { createFileError } from '../../declared/services/refuse-file.ts'
import { GetForm, Link, PostForm } from '../../pages/frame/links.tsx'
import {
  createPage,
  defineAction,
  definePage,
  type OwnSubmission,
  type OwnVisit,
  type PageAnswer,
  type PageRoute,
} from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { countUnits } from '../../pages/shared/count-units.ts'
import { FormActions, InputField, SubmitButton, TextField } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { choosePerson, loadPersonChoice, PersonField, sayUnclear } from '../../pages/shared/person-choice.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import { importAnswers } from '../reading/import-answers.ts'
import { sendAnswers } from '../reading/send-answers.ts'

const pageSize = 25
const limits = { question: 10_000, answer: 50_000, tags: 50, tag: 100 } as const

/** Answers to questions of questionnaires, with search. */
export const knowledgeBasePage = definePage({
  path: '/knowledge-base',
  access: 'knowledge-base:read',
  show: async ({ texts, runtime, users, person, query }) => {
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
    const mayWrite = mayDo(person.role, 'knowledge-base:write')
    const names = await loadNames(
      users,
      person.organizationId,
      shown.map(({ ownerId }) => ownerId),
    )
    return createPage(
      { title: texts.labels.knowledgeBase },
      <>
        <PageHead
          title={texts.labels.knowledgeBase}
          lead={texts.knowledgeBase.list.lead}
          actions={
            mayWrite && (
              <Link to="/knowledge-base/new" looks="primary">
                {texts.knowledgeBase.list.add}
              </Link>
            )
          }
        />
        <GetForm to="/knowledge-base" role="search" class="search">
          <div class="field">
            <label class="sr" for="q">
              {texts.knowledgeBase.list.searchLabel}
            </label>
            <input
              id="q"
              name="q"
              type="search"
              maxlength={countUnits(searchLengthMax)}
              value={asked}
              placeholder={texts.knowledgeBase.list.searchPlaceholder}
            />
          </div>
          <SubmitButton looks="quiet">{texts.actions.search}</SubmitButton>
        </GetForm>
        {shown.length === 0 && (
          <p class="sheet after">{asked === '' ? texts.knowledgeBase.list.empty : texts.knowledgeBase.list.noMatch}</p>
        )}
        <div class="stack after">
          {shown.map((answer) => (
            <Entry answer={answer} today={formatDay(runtime.workspace.clock.nowMs())} names={names} />
          ))}
        </div>
        <OlderLink at="/knowledge-base" query={query} last={last && { atMs: last.updatedAtMs, id: last.id }} />
        <p class="after row">
          <Link to="/knowledge-base.csv">{texts.actions.downloadCsv}</Link>
          <Link to="/knowledge-base.json">{texts.knowledgeBase.list.downloadJson}</Link>
        </p>
        {mayWrite && <ImportSheet />}
      </>,
    )
  },
})

/** The form that takes a file of answers. @param problem why one was not taken */
function ImportSheet({ problem }: { readonly problem?: string }) {
  const texts = useTexts()
  const words = texts.knowledgeBase.list
  return (
    <div class="after">
      <Sheet id="import" title={words.import}>
        <Alert says={problem} />
        <PostForm to="/knowledge-base/import" enctype="multipart/form-data">
          <InputField
            name="file"
            label={texts.labels.file}
            help={words.importHelp}
            type="file"
            accept=".csv,.json,text/csv,application/json"
            required
          />
          <FormActions submit={words.import} looks="quiet" />
        </PostForm>
      </Sheet>
    </div>
  )
}

/** Takes a file of answers. */
export const importAnswerFile = defineAction({
  path: '/knowledge-base/import',
  access: 'knowledge-base:write',
  audit: { action: 'manual-answer.save' },
  takesFiles: true,
  act: async ({ texts, runtime, users, objects, person, form }) => {
    const { organizationId, userId } = person
    const [sent] = form.takeFiles('file')
    const file = sent && (await readStoredText(objects, organizationId, sent.stored))
    try {
      if (!file) throw createFileError(texts.knowledgeBase.list.noFile)
      await importAnswers({ runtime, users }, { organizationId, userId, text: file })
      return { kind: 'redirect', to: '/knowledge-base', notice: 'answer-saved' }
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'RECORD_INVALID') throw error
      const title = texts.knowledgeBase.list.import
      return createPage(
        { status: 400, title },
        <>
          <PageHead crumbs={<Link to="/knowledge-base">{texts.labels.knowledgeBase}</Link>} title={title} />
          <ImportSheet problem={error.message} />
        </>,
      )
    }
  },
})

export const answerFiles: readonly PageRoute[] = (['csv', 'json'] as const).map((format) =>
  definePage({
    path: `/knowledge-base.${format}`,
    access: 'knowledge-base:read',
    show: async ({ runtime, person: { organizationId }, request: { method } }) => ({
      kind: 'response',
      response: sendAnswers(runtime, { organizationId, format, method }),
    }),
  }),
)

interface AnswerProps {
  readonly answer: ManualAnswer
  readonly today: string
  /** Of owners. */
  readonly names: ReadonlyMap<string | null, string>
}

function Entry({ answer: each, today, names }: AnswerProps) {
  const { id, question, answer } = each
  const short = answer.length > 400 ? `${answer.slice(0, 400).toWellFormed()}…` : answer
  return (
    <article class="sheet" aria-labelledby={`answer-${id}`}>
      <h2 id={`answer-${id}`}>
        <Link to={`/knowledge-base/${id}`}>{question}</Link>
      </h2>
      <p class="written">{short}</p>
      <About answer={each} today={today} names={names} />
    </article>
  )
}

function nameFields({ labels, knowledgeBase: { form } }: Texts): Readonly<Record<string, string>> {
  const { answer, owner: ownerId, lastDay: expiresDay } = labels
  return { question: form.question, answer, tags: form.tags, ownerId, expiresDay }
}

/** Days before its end in which an answer is called old. */
const endingDays = 30

/** Whose an answer is, and how fresh. */
function About({ answer, today, names }: AnswerProps) {
  const texts = useTexts()
  const { tags, updatedAtMs, expiresDay, ownerId } = answer
  const { list } = texts.knowledgeBase
  const isEnding = expiresDay !== null && expiresDay <= addDays(today, endingDays)
  return (
    <p class="small">
      {tags.length > 0 && `${tags.join(', ')} · `}
      {ownerId === null ? list.unowned : list.owner({ name: names.get(ownerId) ?? ownerId })}
      {' · '}
      {list.changed({ moment: <Moment at={updatedAtMs} /> })}
      {' · '}
      {expiresDay === null ? (
        list.endless
      ) : isAnswerExpired(answer, today) ? (
        <span class="badge fail">{list.expired({ day: expiresDay })}</span>
      ) : isEnding ? (
        <span class="badge manual">{list.ending({ day: expiresDay })}</span>
      ) : (
        list.expires({ day: expiresDay })
      )}
    </p>
  )
}

interface TypedAnswer {
  readonly question: string
  readonly answer: string
  readonly tags: string
  /** `2026-12-31`; empty: it has no last day. */
  readonly expiresDay: string
  /** The id, or what somebody typed. */
  readonly ownerId: string
}

export const newAnswerPage = definePage({
  path: '/knowledge-base/new',
  access: 'knowledge-base:write',
  show: async (visit) =>
    renderForm(visit, '/knowledge-base/new', {
      question: '',
      answer: '',
      tags: '',
      expiresDay: '',
      ownerId: visit.person.userId,
    }),
})

/** @param showUses where an answer stands, which later things know */
export function createAnswerPage(showUses: (visit: OwnVisit, answer: ManualAnswer) => Promise<Child>): PageRoute {
  return definePage({
    path: '/knowledge-base/:answerId',
    access: 'knowledge-base:read',
    show: (visit) => showAnswer(visit, showUses),
  })
}

async function showAnswer(
  visit: OwnVisit,
  showUses: (visit: OwnVisit, answer: ManualAnswer) => Promise<Child>,
): Promise<PageAnswer> {
  const { texts, runtime, users, person } = visit
  const found = await demandAnswer(visit)
  const { id, question, answer, organizationId } = found
  const mayWrite = mayDo(person.role, 'knowledge-base:write')
  const { toMs = Number.POSITIVE_INFINITY } = findKnownTime(person, runtime.workspace.clock.nowMs()) ?? {}
  const versions = (await runtime.workspace.manualAnswers.versions(organizationId, id)).filter(
    ({ atMs }) => atMs <= toMs,
  )
  const fields = nameFields(texts)
  const names = await loadNames(users, organizationId, [found.ownerId, ...versions.map(({ changedBy }) => changedBy)])
  return createPage(
    { title: texts.labels.answer },
    <>
      <PageHead
        crumbs={<Link to="/knowledge-base">{texts.labels.knowledgeBase}</Link>}
        title={question}
        actions={
          mayWrite && (
            <Link to={`/knowledge-base/${id}/edit`} looks="primary">
              {texts.actions.change}
            </Link>
          )
        }
      >
        <About answer={found} today={formatDay(runtime.workspace.clock.nowMs())} names={names} />
      </PageHead>
      <div class="stack">
        <p class="sheet written">{answer}</p>
        {await showUses(visit, found)}
        <RecordHistory versions={listChanges(versions, Object.keys(fields), names)} words={{ fields }} />
      </div>
    </>,
  )
}

export const editAnswerPage = definePage({
  path: '/knowledge-base/:answerId/edit',
  access: 'knowledge-base:write',
  show: async (visit) => {
    const { question, answer, tags, expiresDay, ownerId, ...earlier } = await demandAnswer(visit)
    const typed = { question, answer, tags: tags.join(', '), expiresDay: expiresDay ?? '', ownerId: ownerId ?? '' }
    return renderForm(visit, `/knowledge-base/${earlier.id}/edit`, typed, { earlier })
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

async function saveAnswer(submission: OwnSubmission, earlier: ManualAnswer | undefined): Promise<PageAnswer> {
  const {
    texts,
    runtime: { workspace },
    person,
    form,
  } = submission
  const owner = await choosePerson(submission, form.text('ownerId'), { current: [earlier?.ownerId ?? null] })
  const typed = {
    question: form.text('question').trim(),
    answer: form.text('answer').trim(),
    tags: form.text('tags'),
    expiresDay: form.text('expiresDay').trim(),
    ownerId: owner.id ?? form.text('ownerId'),
  }
  const tags = [...new Set(typed.tags.split(',').map((tag) => tag.trim()))].filter(Boolean)
  const seenMs = Number(form.text('seen'))
  const at = earlier ? `/knowledge-base/${earlier.id}/edit` : '/knowledge-base/new'
  const isUnclear = owner.id === undefined && owner.typed !== undefined
  const problem = isUnclear ? sayUnclear(texts, owner) : findProblem(texts, typed, tags)
  if (problem !== undefined)
    return renderForm(submission, at, typed, { earlier: earlier && { ...earlier, updatedAtMs: seenMs }, problem })
  const { organizationId } = person
  // A form that was sent twice is no quarrel of two people.
  const isSaved = (one: ManualAnswer) =>
    one.question === typed.question &&
    one.answer === typed.answer &&
    (one.expiresDay ?? '') === typed.expiresDay &&
    (one.ownerId ?? '') === (owner.id ?? '')
  if (earlier && earlier.updatedAtMs !== seenMs && !isSaved(earlier))
    return renderForm(submission, at, typed, { earlier, now: earlier, problem: texts.knowledgeBase.form.conflict })
  const other = await workspace.manualAnswers.findByQuestion(organizationId, typed.question)
  // Saving would replace what somebody else wrote.
  if (other && other.id !== earlier?.id && !isSaved(other))
    return renderForm(submission, at, typed, { earlier, now: other, problem: texts.knowledgeBase.form.duplicate })
  // Later than what it replaces, so that who has seen that one is told apart.
  const nowMs = Math.max(workspace.clock.nowMs(), (earlier?.updatedAtMs ?? 0) + 1)
  const saved: ManualAnswer = {
    id: earlier?.id ?? createTimeId(),
    organizationId,
    question: typed.question,
    answer: typed.answer,
    tags,
    sourceQuestionnaireId: earlier?.sourceQuestionnaireId ?? null,
    ownerId: owner.id || null,
    expiresDay: typed.expiresDay || null,
    createdAtMs: earlier?.createdAtMs ?? nowMs,
    updatedAtMs: nowMs,
  }
  // What names an answer goes on to name it, whatever its question is then.
  const isChanged = earlier !== undefined && (await workspace.manualAnswers.change(saved, person.userId))
  const id = isChanged ? saved.id : await workspace.manualAnswers.save(saved, person.userId)
  return { kind: 'redirect', to: `/knowledge-base/${id}`, notice: 'answer-saved', made: id }
}

function findProblem(
  texts: Texts,
  { question, answer, expiresDay }: TypedAnswer,
  tags: readonly string[],
): string | undefined {
  if (question === '' || answer === '') return texts.knowledgeBase.form.incomplete
  if (question.length > limits.question) return texts.knowledgeBase.form.questionTooLong({ max: limits.question })
  if (answer.length > limits.answer) return texts.knowledgeBase.form.answerTooLong({ max: limits.answer })
  if (tags.length > limits.tags || tags.some((tag) => tag.length > limits.tag))
    return texts.knowledgeBase.form.tooManyTags({ tags: limits.tags, characters: limits.tag })
  if (expiresDay !== '' && !isCalendarDay(expiresDay)) return texts.knowledgeBase.form.notADay
  return [question, answer, ...tags].every((text) => text.isWellFormed() && !text.includes('\0'))
    ? undefined
    : texts.knowledgeBase.form.invalidCharacters
}

interface FormAbout {
  /** What is changed, as the person has seen it. */
  readonly earlier?: Pick<ManualAnswer, 'id' | 'updatedAtMs'> | undefined
  readonly problem?: string | undefined
  /** What somebody else wrote, which the form does not replace unasked. */
  readonly now?: ManualAnswer | undefined
}

async function renderForm(
  visit: OwnVisit,
  at: string,
  { question, answer, tags, expiresDay, ownerId }: TypedAnswer,
  { earlier, problem, now }: FormAbout = {},
): Promise<PageAnswer> {
  const { texts } = visit
  const owners = await loadPersonChoice(visit, ownerId, { fixed: [['', texts.labels.nobody]], current: [ownerId] })
  const id = earlier?.id
  const title = id === undefined ? texts.knowledgeBase.list.add : texts.knowledgeBase.form.editTitle
  return createPage(
    { status: problem === undefined ? 200 : 400, title },
    <>
      <PageHead crumbs={<Link to="/knowledge-base">{texts.labels.knowledgeBase}</Link>} title={title} />
      <section class="sheet" aria-label={title}>
        {problem !== undefined && (
          <div class="alert" role="alert">
            <p>{problem}</p>
            {now && <Link to={`/knowledge-base/${now.id}`}>{now.question}</Link>}
            {now && <p class="written">{now.answer}</p>}
          </div>
        )}
        <PostForm to={at}>
          {earlier && <input type="hidden" name="seen" value={String(earlier.updatedAtMs)} />}
          <InputField
            name="question"
            label={texts.knowledgeBase.form.question}
            required
            maxlength={limits.question}
            value={question}
          />
          <TextField name="answer" label={texts.labels.answer} required maxlength={limits.answer} rows={12}>
            {answer}
          </TextField>
          <InputField
            name="tags"
            label={texts.knowledgeBase.form.tags}
            optional
            help={texts.knowledgeBase.form.tagsHelp}
            value={tags}
          />
          <PersonField name="ownerId" label={texts.labels.owner} choice={owners} />
          <InputField
            name="expiresDay"
            label={texts.labels.lastDay}
            optional
            help={texts.knowledgeBase.form.lastDayHelp}
            type="date"
            value={expiresDay}
          />
          <FormActions
            submit={texts.actions.save}
            cancelTo={id === undefined ? '/knowledge-base' : `/knowledge-base/${id}`}
          />
        </PostForm>
        {id !== undefined && (
          <PostForm to={`/knowledge-base/${id}/delete`}>
            <SubmitButton looks="danger">{texts.knowledgeBase.form.delete}</SubmitButton>
          </PostForm>
        )}
      </section>
    </>,
  )
}

/** @throws ApiError 404, for another organization's too */
async function demandAnswer({ runtime, person, params }: OwnVisit): Promise<ManualAnswer> {
  const found = await runtime.workspace.manualAnswers.find(person.organizationId, params.answerId ?? '')
  if (found) return found
  throw new ApiError('There is no such answer.', { code: 'NOT_FOUND' })
}
