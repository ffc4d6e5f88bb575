import type { TaskProof, TaskTerms } from './task.ts'

/** Controls that one obligation names. */
export const taskControlsMax = 50
/** Characters of its description. */
export const taskDescriptionMax = 10_000

/** An obligation that auditors expect, in our own words. */
export interface TaskTemplate extends Pick<TaskTerms, 'title' | 'description' | 'controls' | 'everyDays'> {
  readonly id: string
  /** @default a statement of a person */
  readonly satisfiedBy?: Partial<TaskProof> | undefined
}

/** What the cadence of a template is called. */
export const everyMonth = 31
export const everyQuarter = 92
export const everyHalfYear = 184
export const everyYear = 366
