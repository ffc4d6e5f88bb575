import { formatPlace, parsePlace } from '../../../office/table.ts'
import {
  demandQuestionnaire,
  listQuestionRecords,
  loadFile,
  type QuestionnaireParts,
  type QuestionnaireQuestion,
  type QuestionnaireRef,
} from './questions.ts'
import { openSources, type SourceProblem } from './sources.ts'

/** A question that is left blank in the file. */
export interface BlankAnswer {
  readonly record: QuestionnaireQuestion
  readonly because: 'not-accepted' | 'no-cell' | SourceProblem
}

/** The file that came, with the answers that are accepted and still so. */
export interface FilledQuestionnaire {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly blanks: readonly BlankAnswer[]
}

/** What would be left blank now: each accepted answer is looked up again. */
export async function listBlanks(
  { runtime }: Pick<QuestionnaireParts, 'runtime'>,
  ref: QuestionnaireRef,
): Promise<{ readonly answered: readonly QuestionnaireQuestion[]; readonly blanks: readonly BlankAnswer[] }> {
  const [records, sources] = await Promise.all([
    listQuestionRecords({ runtime }, ref),
    openSources(runtime, ref.reader),
  ])
  const blanks: BlankAnswer[] = []
  const answered: QuestionnaireQuestion[] = []
  for (const record of records) {
    const { source, sourceDigest, place } = record.values
    const problem = source === null ? undefined : sources.findProblem({ source, sourceDigest })
    const because =
      record.state !== 'accepted'
        ? 'not-accepted'
        : (problem ?? (place === null || parsePlace(place) === undefined ? 'no-cell' : undefined))
    if (because === undefined) answered.push(record)
    else blanks.push({ record, because })
  }
  return { answered, blanks }
}

/** @throws ApiError 404 without a file; CheckwrightError `IMPORT_REFUSED` */
export async function fillFile(parts: QuestionnaireParts, ref: QuestionnaireRef): Promise<FilledQuestionnaire> {
  const file = await loadFile(parts, await demandQuestionnaire(parts, ref))
  const { answered, blanks } = await listBlanks(parts, ref)
  const texts = answered.flatMap(({ values: { place, answer } }) => {
    const cell = parsePlace(place ?? '')
    return cell === undefined || answer === null ? [] : [{ ...cell, text: answer }]
  })
  const { findOfficeFormat } = await import('../../../office/files/office-file.ts')
  const { writeTexts } = await import('../../../office/files/use-apart.ts')
  const { bytes, unwritten } = await writeTexts(file, texts)
  const missed = new Set(unwritten.map(formatPlace))
  const without = answered.filter(({ values }) => missed.has(values.place ?? ''))
  return {
    name: file.name,
    mediaType: findOfficeFormat(file).mediaType,
    bytes,
    blanks: [...blanks, ...without.map((record) => ({ record, because: 'no-cell' as const }))],
  }
}
