import { proposeFirstDay } from '../../checks/obligations/first-day.ts'
import type { TaskProof, TaskTerms } from '../../checks/obligations/task.ts'
import { taskControlsMax, taskDescriptionMax } from '../../checks/obligations/template.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { titleLengthMax } from '../../service/records/text-limits.ts'
import { formatDay, isCalendarDay } from '../../text/calendar-day.ts'
import { endSentence } from '../../text/end-sentence.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'
import { explainUnknownControls } from '../own-frameworks/content/explain-unknown-controls.ts'
import type { NamedFrameworkParts } from '../own-frameworks/content/load-named-framework.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'

/** What the terms of an obligation are held to. */
export type TermParts = Pick<RuntimeParts, 'connectors' | 'crossChecks'> & NamedFrameworkParts

/** What people enter of an obligation. What is left out has a default. */
export interface TaskInput extends PartialInput<Omit<TaskTerms, 'title' | 'everyDays' | 'satisfiedBy'>> {
  readonly title: string
  readonly everyDays: number
  /** @default statements alone */
  readonly satisfiedBy?: PartialInput<Omit<TaskProof, 'record'>> | undefined
}

/** Some of the members. */
export type PartialInput<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

const checksMax = 50
const everyDaysMax = 1_100
const dayMs = 86_400_000

/** @throws CheckwrightError `TASK_INVALID` */
export async function parseTerms(
  parts: TermParts,
  organizationId: string,
  input: TaskInput,
  nowMs: number,
): Promise<TaskTerms> {
  const { everyDays, ownerId = null, controls = [] } = input
  const title = demandText('title', input.title, titleLengthMax)
  const description = input.description === undefined ? '' : input.description.trim()
  if (!isLengthWithin(description, 0, taskDescriptionMax))
    throw createInvalid(`The description has at most ${taskDescriptionMax} characters.`)
  if (!Number.isInteger(everyDays) || everyDays < 1 || everyDays > everyDaysMax)
    throw createInvalid(`The cadence is a whole number of days from 1 to ${everyDaysMax}.`)
  const { firstDueDay = proposeFirstDay(everyDays, nowMs) } = input
  if (!isCalendarDay(firstDueDay)) throw createInvalid('The due day must be a day, such as 2026-12-31.')
  if (firstDueDay < '2000-01-01' || firstDueDay > formatDay(nowMs + everyDaysMax * dayMs))
    throw createInvalid('The due day is too far away.')
  await demandControls(parts, organizationId, controls)
  const proof = parseProof(parts, input.satisfiedBy ?? {})
  return { title, description, everyDays, firstDueDay, ownerId, controls: [...new Set(controls)], satisfiedBy: proof }
}

function parseProof(
  { connectors, crossChecks }: Pick<RuntimeParts, 'connectors' | 'crossChecks'>,
  { checks = [], accessReviews = false, statements = checks.length === 0 && !accessReviews }: PartialInput<TaskProof>,
): TaskProof {
  if (checks.length > checksMax) throw createInvalid(`An obligation has at most ${checksMax} checks.`)
  if (checks.length === 0 && !accessReviews && !statements)
    throw createInvalid('Nothing would satisfy the obligation. Name checks, or allow access reviews or statements.')
  for (const name of checks) {
    const [, source = '', id = ''] = /^(\*|[a-z0-9-]{1,100})\/([a-z0-9-]{1,100})$/.exec(name) ?? []
    const sources =
      source === '*'
        ? [...connectors.values()].map((connector) => connector.checks)
        : [source === crossCheckConnectorId ? crossChecks.all : (connectors.get(source)?.checks ?? [])]
    // With a mistake in its name, an obligation would be overdue for ever without a reason that people see.
    if (!sources.some((known) => known.some((check) => check.id === id)))
      throw createInvalid(
        `There is no check "${name.slice(0, 200)}". Name it as connector/check, such as github/org-two-factor-required, or cross-check/leavers.`,
      )
  }
  return { checks: [...new Set(checks)], accessReviews, statements }
}

async function demandControls(parts: TermParts, organizationId: string, controls: readonly string[]): Promise<void> {
  if (controls.length > taskControlsMax) throw createInvalid(`An obligation has at most ${taskControlsMax} controls.`)
  if (!controls.every((control) => /^[a-z0-9.-]{1,100}:\S{1,100}$/.test(control)))
    throw createInvalid('A control must be "framework:control", such as "soc2:CC6.1".')
  const problems = [...(await explainUnknownControls(parts, organizationId, controls)).values()]
  if (problems.length > 0) throw createInvalid(endSentence(problems.join('; ')))
}

/** Trimmed, and not empty. @throws CheckwrightError `TASK_INVALID` */
function demandText(name: string, text: string, lengthMax: number): string {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  const fits = !isBlank(trimmed) && isLengthWithin(trimmed, 1, lengthMax)
  if (fits && !trimmed.includes('\0') && trimmed.isWellFormed()) return trimmed
  throw createInvalid(`The obligation needs a ${name} of at most ${lengthMax} characters.`)
}

export function createInvalid(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'TASK_INVALID' })
}
