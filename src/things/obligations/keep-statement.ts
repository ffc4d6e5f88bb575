import { computeStatementDigest } from '../../checks/obligations/statement-result.ts'
import type { Statement } from '../../checks/obligations/task.ts'
import { formatDay, isCalendarDay } from '../../text/calendar-day.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'
import { findJudgedFiles, judgedFilesMax } from '../judgements/judged-files.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import type { Judge } from '../people/judge.ts'
import { createInvalid } from './parse-terms.ts'

/** What a person says that was done. */
export interface StatementInput {
  readonly organizationId: string
  readonly taskId: string
  /** @default empty, if there are files */
  readonly text?: string | undefined
  /** Day on which it was done. @default today */
  readonly doneDay?: string | undefined
  /** Ids of uploads. @default none */
  readonly files?: readonly string[] | undefined
  /** The person who says it. The host has proved that they may. */
  readonly author: Judge
}

export const statementLengthMax = 10_000
/** Whoever looks at an obligation reads all of them. */
const statementsMax = 500

/** @throws StoreError `NOT_FOUND`; CheckwrightError `TASK_INVALID` */
export async function keepStatement(
  { store, clock }: Uses<'tasks' | 'evidenceUploads', 'clock'>,
  { organizationId, taskId, files: ids = [], author, ...input }: StatementInput,
): Promise<Statement> {
  const nowMs = clock.nowMs()
  const task = requireFound(await store.tasks.find({ id: taskId, organizationId }), 'obligation of that id')
  const text = (input.text ?? '').trim()
  const { doneDay = formatDay(nowMs) } = input
  const { record } = task.satisfiedBy
  if (record !== undefined)
    throw createInvalid(
      `This obligation follows from a ${record.thing.replaceAll('-', ' ')}. State what was done there.`,
    )
  if (!task.satisfiedBy.statements)
    throw createInvalid('This obligation is satisfied by checks alone, so that nobody can state that it is met.')
  if (isBlank(text) && ids.length === 0) throw createInvalid('Say what was done, or add a file that shows it.')
  if (!isLengthWithin(text, 0, statementLengthMax) || text.includes('\0') || !text.isWellFormed())
    throw createInvalid(`The statement has at most ${statementLengthMax} characters. Upload a file if you need more.`)
  if (!isCalendarDay(doneDay) || doneDay < '2000-01-01')
    throw createInvalid('The day on which it was done must be a day, such as 2026-12-31.')
  if (doneDay > formatDay(nowMs)) throw createInvalid('The day on which it was done is not over yet.')
  if (ids.length > judgedFilesMax) throw createInvalid(`A statement has at most ${judgedFilesMax} files.`)
  const files = await findJudgedFiles({ store }, organizationId, ids)
  if (files === undefined) throw createInvalid('The statement names a file that the organization has not uploaded.')
  const facts = {
    id: createTimeId(),
    organizationId,
    taskId,
    text,
    doneDay,
    files,
    userId: author.userId,
    statedBy: author.email || author.name || author.userId,
    madeAtMs: nowMs,
  }
  const statement = { ...facts, evidenceSha256: computeStatementDigest(facts) }
  if (!(await store.tasks.insertStatement(statement, statementsMax)))
    throw createInvalid(`This obligation has ${statementsMax} statements, which is the most. End it, and add it again.`)
  return statement
}
