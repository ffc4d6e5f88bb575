import type { JudgedFile } from '../../define/index.ts'

/** What shows that an obligation is met: all of its checks together, or access reviews, or a statement that a person accepted. */
export interface TaskProof {
  /**
   * `github/org-two-factor-required`, `cross-check/leavers`. `*\/training-completed` is the check of that id of every
   * connector that has one.
   */
  readonly checks: readonly string[]
  /** Finished access reviews of every connection that lists accounts. */
  readonly accessReviews: boolean
  /** Statements of people, with files. Each has to be accepted by a judgement. */
  readonly statements: boolean
  /** The record that it follows from, such as a vendor that has to be reviewed. @default people or a template made it */
  readonly record?: OwedRecord | undefined
}

/** A record that something is owed for again and again. */
export interface OwedRecord {
  /** What it is: `vendor`. */
  readonly thing: string
  readonly id: string
  /** Day on which it was last done. null: never. */
  readonly doneDay: string | null
}

/** What people enter of an obligation. Its state is none of it. */
export interface TaskTerms {
  readonly title: string
  /** What to do, and what an auditor asks for. */
  readonly description: string
  /** `soc2:CC6.2` */
  readonly controls: readonly string[]
  readonly satisfiedBy: TaskProof
  /** Days after which it has to be done again. */
  readonly everyDays: number
  /** Last day for the first time, to its end in UTC: `2026-12-31`. */
  readonly firstDueDay: string
  /** The person who takes care of it. null: nobody does yet. */
  readonly ownerId: string | null
}

/** An obligation without its state. */
export interface StoredTask extends TaskTerms {
  readonly id: string
  readonly organizationId: string
  /** Id of the template that it was made of. null: people wrote it. */
  readonly template: string | null
  readonly createdAtMs: number
  /** When its terms were entered. */
  readonly changedAtMs: number
  /** The person who entered them, if known. */
  readonly changedBy: string | null
}

/** What a person says that was done for an obligation. It never changes. */
export interface Statement {
  readonly id: string
  readonly organizationId: string
  readonly taskId: string
  readonly text: string
  /** Day on which it was done: the cadence counts from it. */
  readonly doneDay: string
  readonly files: readonly JudgedFile[]
  readonly userId: string
  /** The person as a judgement names them for ever. */
  readonly statedBy: string
  readonly madeAtMs: number
  /** The evidence that a judgement of it is bound to. */
  readonly evidenceSha256: string
}

export interface TaskRef {
  readonly id: string
  readonly organizationId: string
}

/** Obligations as they were at a time, epoch ms. @default as they are now */
export interface TaskTime {
  readonly atMs?: number | undefined
}

/** An obligation that is overdue, for those who listen. */
export interface OverdueTask extends Pick<StoredTask, 'id' | 'title' | 'controls'> {
  /** The last day that is over. */
  readonly dueDay: string
  /** When it became overdue, epoch ms. */
  readonly sinceMs: number
}

/** What an obligation is judged by of a statement. */
export type StatedDay = Pick<Statement, 'id' | 'taskId' | 'doneDay' | 'statedBy' | 'madeAtMs' | 'evidenceSha256'>

/** The terms of an obligation that its state follows from, and those that lists show. */
export type TaskHead = Pick<StoredTask, 'id' | 'createdAtMs' | Exclude<keyof TaskTerms, 'description'>>

/** A page of a list, the oldest first. */
export interface TaskPlace {
  /** Those behind this one: when an obligation was added, epoch ms, and its id. @default from the first */
  readonly after?: { readonly atMs: number; readonly id: string } | undefined
  readonly limit: number
}
