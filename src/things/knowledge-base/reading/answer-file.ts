import { day, idOf, list, text } from '../../../service/fields/field.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import type { ManualAnswer, ManualAnswerStore } from '../../../service/records/manual-answers.ts'
import { formatCsvRow } from '../../../text/csv-row.ts'
import { rowsMax } from '../../declared/services/limits.ts'
import { parseRecordsFile } from '../../declared/services/parse-records-file.ts'
import { createFileError } from '../../declared/services/refuse-file.ts'

/** Characters of the texts of an answer, and how many tags it has. */
export const answerLimits = { question: 10_000, answer: 50_000, tag: 100, tags: 50 } as const

/** What a file says of each answer. */
export const answerFields = {
  question: text({ max: answerLimits.question, hasLines: true, description: 'What is asked.' }),
  answer: text({ max: answerLimits.answer, hasLines: true, description: 'The answer.' }),
  tags: list(text({ max: answerLimits.tag, description: 'What it is about.' }), { max: answerLimits.tags }).optional(),
  ownerId: idOf('person', { description: 'The person who takes care of it.' }).optional(),
  expiresDay: day({ description: 'Last day on which it is proposed for questionnaires.' }).optional(),
  sourceQuestionnaireId: text({ max: 255, description: 'The questionnaire that it comes from.' }).optional(),
}

const names = Object.keys(answerFields) as readonly (keyof typeof answerFields)[]

export type AnswerFileFormat = 'csv' | 'json'

/** Media types of files, by format. */
export const answerFileTypes: Readonly<Record<AnswerFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
}

/** One answer of a file. */
export interface AnswerLine {
  /** Where it stands: `line 2`, `answer 1`. */
  readonly place: string
  readonly values: Readonly<Record<string, unknown>>
}

const answersAtOnce = 1_000

/** All answers of an organization, the latest change first. */
export async function* listAllAnswers(
  store: Pick<ManualAnswerStore, 'list'>,
  organizationId: string,
): AsyncGenerator<readonly ManualAnswer[], void, undefined> {
  for (let after: ManualAnswer | undefined; ; ) {
    const page: readonly ManualAnswer[] = await store.list({ organizationId, limit: answersAtOnce, after })
    yield page
    after = page.at(-1)
    if (page.length < answersAtOnce) return
  }
}

/** A file of answers, in pieces. {@link parseAnswerFile} reads it again. */
export async function* writeAnswerFile(
  format: AnswerFileFormat,
  pages: AsyncIterable<readonly ManualAnswer[]>,
): AsyncGenerator<string, void, undefined> {
  if (format === 'csv') yield formatCsvRow(names)
  let begin = '[\n'
  for await (const page of pages)
    for (const answer of page) {
      const values = pickValues(answer)
      if (format === 'csv') yield formatCsvRow(names.map((name) => formatValue(answerFields[name], values[name])))
      else {
        yield `${begin}${JSON.stringify(values)}`
        begin = ',\n'
      }
    }
  if (format === 'json') yield begin === '[\n' ? '[]\n' : '\n]\n'
}

/** What a file has of an answer. */
export function pickValues(answer: ManualAnswer): Readonly<Record<keyof typeof answerFields, unknown>> {
  const { question, tags, ownerId, expiresDay, sourceQuestionnaireId } = answer
  return {
    question,
    answer: answer.answer,
    tags: tags.length === 0 ? null : tags,
    ownerId,
    expiresDay,
    sourceQuestionnaireId,
  }
}

/** @throws CheckwrightError `RECORD_INVALID` for a file that is neither CSV nor JSON of answers */
export async function parseAnswerFile(file: string): Promise<readonly AnswerLine[]> {
  const isJson = /^\s*[[{]/.test(file.replace(/^\uFEFF/, ''))
  if (isJson) return parseJson(file.replace(/^\uFEFF/, ''))
  const lines = await parseRecordsFile({ fields: answerFields, systemFields: {} }, file)
  return lines.map(({ place, input }) => ({ place, values: completeValues(input) }))
}

function parseJson(file: string): readonly AnswerLine[] {
  let read: unknown
  try {
    read = JSON.parse(file)
  } catch {
    throw createFileError('it is not JSON')
  }
  if (!Array.isArray(read)) throw createFileError('it has no list of answers: [{ "question": "…", "answer": "…" }]')
  if (read.length > rowsMax) throw createFileError(`it has more than ${rowsMax} answers. Cut it into several`)
  return read.map((each: unknown, index) => {
    const place = `answer ${index + 1}`
    if (typeof each !== 'object' || each === null || Array.isArray(each)) throw createFileError(`${place} is no object`)
    const strange = Object.keys(each).find((name) => name !== 'id' && !Object.hasOwn(answerFields, name))
    if (strange !== undefined)
      throw createFileError(`${place} has a member "${strange.slice(0, 100)}". The members are id, ${names.join(', ')}`)
    return { place, values: completeValues(each) }
  })
}

/** Without spaces at the ends, which no form keeps either; what is not there is null. */
function completeValues(values: object): AnswerLine['values'] {
  const of = values as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    names.map((name) => {
      const value = of[name] ?? null
      return [name, typeof value === 'string' ? value.trim() : value]
    }),
  )
}
