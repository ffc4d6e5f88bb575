import { ApiError } from '../../../errors/index.ts'
import type { OfficeFile } from '../../../office/files/office-file.ts'
import { officeBytesMax } from '../../../office/limits.ts'
import type { QuestionLayout } from '../../../office/questions/detect-layout.ts'
import { listQuestions, outlineTables, type TableOutline } from '../../../office/questions/list-questions.ts'
import type { Table } from '../../../office/table.ts'
import { createRefusal } from '../../../received/refuse-file.ts'
import type { PeriodLimit } from '../../../service/rights/period.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import type { ImportedRecords, ThingRecord } from '../../declared/services/thing-service.ts'
import { questionnaire, questionnaireQuestion } from '../thing.ts'

/** What reads and writes files of questionnaires. */
export type QuestionnaireParts = Pick<HostParts, 'runtime' | 'objects'>

/** A questionnaire as a reader may see it. */
export interface QuestionnaireRef {
  readonly reader: PeriodLimit
  readonly questionnaireId: string
}

export type QuestionnaireRecord = ThingRecord<typeof questionnaire.all>
export type QuestionnaireQuestion = ThingRecord<typeof questionnaireQuestion.all>

const questionsMax = 5_000

/** @throws ApiError 404 */
export async function demandQuestionnaire(
  { runtime }: Pick<HostParts, 'runtime'>,
  { reader, questionnaireId }: QuestionnaireRef,
): Promise<QuestionnaireRecord> {
  const record = await recordsFor(runtime, questionnaire, reader).get(questionnaireId)
  if (record) return record
  throw new ApiError('There is no such questionnaire.', { code: 'NOT_FOUND' })
}

/** The file that came. @throws ApiError 404 without one; CheckwrightError `IMPORT_REFUSED` for one that is too large */
export async function loadFile(
  { runtime, objects }: QuestionnaireParts,
  { organizationId, values: { fileId } }: QuestionnaireRecord,
): Promise<OfficeFile> {
  const upload = fileId === null ? undefined : await runtime.workspace.evidenceUploads.find(fileId, organizationId)
  if (upload === undefined)
    throw new ApiError('The questionnaire has no file. Add the one that came.', { code: 'NOT_FOUND' })
  const { name, objectKey: key, sizeBytes } = upload.file
  if (sizeBytes > officeBytesMax)
    throw createRefusal(
      `${name} has ${Math.ceil(sizeBytes / 1024 ** 2)} MB. Files up to ${officeBytesMax / 1024 ** 2} MB can be read.`,
    )
  const bytes = await objects.get({ organizationId, key })
  if (bytes === undefined) throw new ApiError('The file does not exist any more.', { code: 'NOT_FOUND' })
  return { name, bytes: new Uint8Array(await new Response(bytes).arrayBuffer()) }
}

/** The tables of its file, with the columns that were found. */
export async function outlineFile(parts: QuestionnaireParts, ref: QuestionnaireRef): Promise<readonly TableOutline[]> {
  return outlineTables(await loadTables(parts, ref))
}

async function loadTables(parts: QuestionnaireParts, ref: QuestionnaireRef): Promise<readonly Table[]> {
  const file = await loadFile(parts, await demandQuestionnaire(parts, ref))
  // What reads office files is loaded with the first one.
  const { readTables } = await import('../../../office/files/use-apart.ts')
  return readTables(file)
}

/**
 * Adds the questions of its file. Those whose cells have a question already are left out, so that a second time adds what is new.
 * @param layouts columns as somebody chose them; @default those that are found
 * @throws CheckwrightError `IMPORT_REFUSED`
 */
export async function addQuestions(
  parts: QuestionnaireParts,
  {
    layouts,
    userId,
    ...ref
  }: QuestionnaireRef & {
    readonly layouts?: readonly QuestionLayout[] | undefined
    readonly userId?: string | undefined
  },
): Promise<ImportedRecords> {
  const { reader, questionnaireId } = ref
  const found = listQuestions(await loadTables(parts, ref), layouts)
  if (found.length > questionsMax)
    throw createRefusal(`The file has ${found.length} questions, and a questionnaire takes ${questionsMax}.`)
  const taken = new Set((await listQuestionRecords(parts, ref)).map(({ values }) => values.place))
  const records = found
    .filter(({ place }) => !taken.has(place))
    .map(({ question, section, place }) => ({
      question: cutText(question, 10_000),
      questionnaireId,
      section: section === undefined ? null : cutText(section, 200).replaceAll(/\s+/g, ' '),
      place,
    }))
  if (records.length === 0) return { id: '', added: 0, changed: 0 }
  return (
    parts.runtime
      .serviceOf(questionnaireQuestion)
      // Lists show the newest first: the last question is made first, so that they show the order of the file.
      .createAll({ organizationId: reader.organizationId, userId, records: records.toReversed() })
  )
}

/** All questions of a questionnaire, in the order of its file. */
export async function listQuestionRecords(
  { runtime }: Pick<HostParts, 'runtime'>,
  { reader, questionnaireId }: QuestionnaireRef,
): Promise<readonly QuestionnaireQuestion[]> {
  const records: QuestionnaireQuestion[] = []
  const pages = listAllRecords(recordsFor(runtime, questionnaireQuestion, reader), { questionnaireId })
  for await (const page of pages) records.push(...page)
  return records
}

/** A text of a file as a column takes it. */
function cutText(text: string, max: number): string {
  return [...text.replaceAll('\0', '').toWellFormed()].slice(0, max).join('').trim()
}
