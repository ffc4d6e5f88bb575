import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import type { QuestionLayout } from '../../../office/questions/detect-layout.ts'
import type { TableOutline } from '../../../office/questions/list-questions.ts'
import { formatColumn, parseColumn } from '../../../office/table.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { SentForm } from '../../pages/form.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { defineAction, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { FormActions, InputField, Options, SelectField } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { fillFile, listBlanks } from '../reading/fill-file.ts'
import { fillAnswers, proposeForQuestion } from '../reading/propose-answers.ts'
import { addQuestions, outlineFile } from '../reading/questions.ts'
import { type AnswerProposal, nameAnswer, openSources } from '../reading/sources.ts'
import { questionnaire, questionnaireQuestion } from '../thing.ts'

const blanksShown = 50
const tablesShown = 50
const rowMax = 1_048_576
const columnName = /^[A-Z]{1,3}$/
const { page, scopes } = questionnaire

/** What goes back to the customer, and what stays blank in it. */
export async function showAnswers(visit: OwnVisit, { id: questionnaireId, values }: ThingRecord) {
  const { person, texts } = visit
  const words = texts.questionnaires
  const { blanks } = await listBlanks(visit, { reader: person, questionnaireId })
  const at = `${page}/${questionnaireId}`
  const isChoosing = visit.query.get('columns') === 'choose'
  return (
    <Sheet id="answers" title={words.file}>
      <p>{words.help}</p>
      {mayDo(person.role, scopes.write) && (
        <>
          {values.fileId !== null && isChoosing && (
            <ColumnsForm
              to={`${at}/questions`}
              words={words.columns}
              tables={await outlineFile(visit, { reader: person, questionnaireId }).catch(rethrowRefusal)}
            />
          )}
          {values.fileId !== null && !isChoosing && (
            <>
              <PostForm to={`${at}/questions`}>
                <FormActions submit={words.addQuestions} looks="quiet" />
              </PostForm>
              <p>
                <Link to={`${at}?columns=choose`}>{words.columns.choose}</Link>
              </p>
            </>
          )}
          <PostForm to={`${at}/fill`}>
            <FormActions submit={words.fill} looks="quiet" />
          </PostForm>
        </>
      )}
      {values.fileId !== null && (
        <p>
          <Link to={`${at}/answers`}>{words.download}</Link>
        </p>
      )}
      {blanks.length > 0 && (
        <details>
          <summary>{words.blank({ count: blanks.length })}</summary>
          <ul>
            {blanks.slice(0, blanksShown).map(({ record, because }) => (
              <li>
                <Link to={`${questionnaireQuestion.page}/${record.id}`}>
                  {record.values.question.slice(0, 200).toWellFormed()}
                </Link>
                {`: ${words.because[because]}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Sheet>
  )
}

interface ColumnsFormProps {
  readonly to: string
  readonly words: OwnVisit['texts']['questionnaires']['columns']
  readonly tables: readonly TableOutline[]
}

/** Where the questions and answers of each table are, for somebody to correct what was found. */
function ColumnsForm({ to, words, tables }: ColumnsFormProps) {
  return (
    <PostForm to={to}>
      {tables.slice(0, tablesShown).map(({ name, hiddenRows, columns, layout }, index) => {
        const shown = columns.map(
          ({ name: letters, texts: [first = ''] }) =>
            [letters, `${letters}: ${first.slice(0, 60).toWellFormed()}`] as const,
        )
        const last = columns.reduce((max, column) => Math.max(max, parseColumn(column.name)), 0)
        const free = [1, 2, 3].map((beside) => formatColumn(last + beside))
        return (
          <fieldset>
            <legend>{name}</legend>
            {hiddenRows > 0 && <p>{words.hiddenRows({ count: hiddenRows })}</p>}
            <input type="hidden" name={`table-${index}`} value={name} />
            <SelectField name={`question-${index}`} label={words.question} help={words.questionHelp}>
              <Options of={[['', words.none], ...shown]} chosen={layout ? formatColumn(layout.questionColumn) : ''} />
            </SelectField>
            <SelectField name={`answer-${index}`} label={words.answer}>
              <Options
                of={[...shown, ...free.map((letters) => [letters, letters] as const)]}
                chosen={formatColumn(layout?.answerColumn ?? last + 1)}
              />
            </SelectField>
            <InputField
              name={`row-${index}`}
              label={words.firstRow}
              type="number"
              min={1}
              max={rowMax}
              required
              value={String(layout?.firstRow ?? 1)}
            />
          </fieldset>
        )
      })}
      <FormActions submit={words.add} cancelTo={to.slice(0, to.lastIndexOf('/'))} />
    </PostForm>
  )
}

/** undefined: nobody chose, so that they are found. */
function readLayouts(form: SentForm): readonly QuestionLayout[] | undefined {
  if (form.text('table-0') === '') return undefined
  return Array.from({ length: tablesShown }, (_, index) => index).flatMap((index) => {
    const table = form.text(`table-${index}`)
    const questionColumn = form.text(`question-${index}`)
    const answerColumn = form.text(`answer-${index}`)
    const firstRow = Number(form.text(`row-${index}`))
    if (table === '' || questionColumn === '') return []
    if (
      ![questionColumn, answerColumn].every((each) => columnName.test(each)) ||
      !Number.isInteger(firstRow) ||
      firstRow < 1 ||
      firstRow > rowMax
    )
      throw new ApiError('Choose the columns of questions and answers, and the first row.', { code: 'API_INVALID' })
    return { table, questionColumn: parseColumn(questionColumn), answerColumn: parseColumn(answerColumn), firstRow }
  })
}

/** What may answer a question. */
export async function showProposals(visit: OwnVisit, { id, state }: ThingRecord) {
  const { runtime, person, texts } = visit
  const words = texts.questionnaires
  const record = await recordsFor(runtime, questionnaireQuestion, person).get(id)
  if (state === 'accepted' || record === undefined) return null
  const { proposals, similar } = await proposeForQuestion(visit, person, record)
  const mayUse = mayDo(person.role, scopes.write)
  return (
    <>
      <Sheet id="proposals" title={words.proposals}>
        {proposals.length === 0 && <p>{words.none}</p>}
        {proposals.map((proposal) => (
          <Proposal id={id} words={words} proposal={proposal} mayUse={mayUse} />
        ))}
      </Sheet>
      {similar.length > 0 && (
        <Sheet id="similar" title={words.similar}>
          {similar.map((proposal) => (
            <Proposal id={id} words={words} proposal={proposal} mayUse={mayUse} isDraft />
          ))}
        </Sheet>
      )}
    </>
  )
}

interface ProposalProps {
  readonly id: string
  readonly words: OwnVisit['texts']['questionnaires']
  readonly proposal: AnswerProposal
  readonly mayUse: boolean
  readonly isDraft?: boolean
}

function Proposal({ id, words, proposal, mayUse, isDraft = false }: ProposalProps) {
  const { answer, title, source, sourceDay: day, missing } = proposal
  return (
    <>
      <p class="written">{answer}</p>
      <p class="small">{words.rests({ title, day })}</p>
      {missing.length > 0 && (
        <p class="small">{words.missing({ words: missing.join(', ').slice(0, 200).toWellFormed() })}</p>
      )}
      {mayUse && (
        <PostForm to={`${questionnaireQuestion.page}/${id}/use`}>
          <input type="hidden" name="source" value={source} />
          <input type="hidden" name="answer" value={answer} />
          {isDraft && <input type="hidden" name="draft" value="yes" />}
          <FormActions submit={isDraft ? words.draft : words.use} looks="quiet" />
        </PostForm>
      )}
    </>
  )
}

export const addQuestionsForm = defineAction({
  path: `${page}/:questionnaireId/questions`,
  access: scopes.write,
  audit: { action: questionnaireQuestion.audit('create'), target: 'questionnaireId' },
  act: async (visit) => {
    const { questionnaireId = '' } = visit.params
    const { userId } = visit.person
    const layouts = readLayouts(visit.form)
    const added = await addQuestions(visit, { reader: visit.person, questionnaireId, userId, layouts }).catch(
      rethrowRefusal,
    )
    const notice = added.added > 0 ? 'questions-added' : 'no-question-added'
    return { kind: 'redirect', to: `${page}/${questionnaireId}`, notice }
  },
})

export const fillForm = defineAction({
  path: `${page}/:questionnaireId/fill`,
  access: scopes.write,
  audit: { action: questionnaireQuestion.audit('change'), target: 'questionnaireId' },
  act: async (visit) => {
    const { questionnaireId = '' } = visit.params
    const { filled } = await fillAnswers(visit, { reader: visit.person, questionnaireId, userId: visit.person.userId })
    return {
      kind: 'redirect',
      to: `${page}/${questionnaireId}`,
      notice: filled > 0 ? 'answers-filled' : 'nothing-filled',
    }
  },
})

/** Takes one of the proposals, which is looked up again. */
export const useProposal = defineAction({
  path: `${questionnaireQuestion.page}/:questionnaireQuestionId/use`,
  access: scopes.write,
  audit: { action: questionnaireQuestion.audit('change'), target: 'questionnaireQuestionId' },
  act: async ({ runtime, person, params, form }) => {
    const { organizationId, userId } = person
    const { questionnaireQuestionId: id = '' } = params
    const service = runtime.serviceOf(questionnaireQuestion)
    const record = await service.get({ organizationId, id })
    if (record === undefined) throw new ApiError('There is no such questionnaire question.', { code: 'NOT_FOUND' })
    const { proposals, similar } = (await openSources(runtime, person)).find(record.values.question)
    const chosen = [...proposals, ...similar].find(({ source }) => source === form.text('source'))
    if (chosen) {
      const { source, sourceDigest, sourceDay } = chosen
      // The host may have said it in other words, which are not asked for again.
      const answer = form.text('answer').trim() || chosen.answer
      // What answers another question is no source for this one. The state of a control stays one: it is looked up again.
      const isDraft = form.text('draft') !== '' && source.startsWith(nameAnswer(''))
      const rests = isDraft
        ? { source: null, sourceDigest: null, sourceDay: null }
        : { source, sourceDigest, sourceDay }
      await service.change({ organizationId, id, userId, changes: { answer, ...rests } })
    }
    return {
      kind: 'redirect',
      to: `${questionnaireQuestion.page}/${id}`,
      notice: chosen ? 'record-changed' : 'proposal-gone',
    }
  },
})

export const answersFile = definePage({
  path: `${page}/:questionnaireId/answers`,
  access: scopes.read,
  show: async (visit) => {
    const { questionnaireId = '' } = visit.params
    const file = await fillFile(visit, { reader: visit.person, questionnaireId }).catch(rethrowRefusal)
    const headers = buildSaveHeaders(file.name, file.mediaType)
    return { kind: 'response', response: new Response(Buffer.from(file.bytes), { headers }) }
  },
})

/** Why a file cannot be read, as the page of an error shows it. */
function rethrowRefusal(error: unknown): never {
  if (error instanceof CheckwrightError && error.code === 'IMPORT_REFUSED')
    throw new ApiError(error.message, { code: 'API_INVALID' })
  throw error
}
