import type { JudgedFile } from '../../define/index.ts'
import type { DerivedState, SaidByStatements } from './task-state.ts'

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

/** An obligation, and what is kept of its statements. */
export interface TaskSaid {
  readonly task: TaskHead
  /** null: it has to be found out, because there is something new. */
  readonly said: SaidByStatements | null
  /** How often there was something new to find it out by. */
  readonly decisions: number
}

/** What obligations are listed by. */
export interface StandingTask
  extends Pick<TaskHead, 'id' | 'createdAtMs' | 'ownerId'>,
    Pick<DerivedState, 'state' | 'dueDay'> {
  /** Whether statements can show that it is met. */
  readonly isStated: boolean
}

/** A page of a list, the oldest first. */
export interface TaskPlace {
  /** Those behind this one: when an obligation was added, epoch ms, and its id. @default from the first */
  readonly after?: { readonly atMs: number; readonly id: string } | undefined
  readonly limit: number
}

export interface TaskStore {
  /** All of them, or none. @throws StoreError `NOT_FOUND` when there is no such organization */
  insert(tasks: readonly StoredTask[]): Promise<void>
  /**
   * New terms; the earlier ones stay for those who know of their time alone.
   * @param before as it was when they were decided
   * @returns false if it is another one by now, or there is none
   */
  change(task: StoredTask, before: StoredTask): Promise<boolean>
  /** It stays for those who know of its time alone. @returns false if there is none that is in force */
  end(ref: TaskRef, by: { readonly atMs: number; readonly userId: string | null }): Promise<boolean>
  find(ref: TaskRef & TaskTime): Promise<StoredTask | undefined>
  /** Those in force, the oldest first. */
  list(
    of: {
      readonly organizationId: string
      /** Only some of these. @default all */
      readonly ids?: readonly string[] | undefined
    } & TaskTime,
  ): Promise<StoredTask[]>
  /** The same with what is kept of their statements. */
  listSaid(of: {
    readonly organizationId: string
    /** Only some of these. @default all */
    readonly ids?: readonly string[] | undefined
  }): Promise<readonly TaskSaid[]>
  /** All of them: how they stand, where what is kept tells it at a time. state: null where it does not. */
  listStanding(of: { readonly organizationId: string; readonly nowMs: number }): Promise<
    readonly (Omit<StandingTask, 'state' | 'dueDay'> & {
      readonly [Member in 'state' | 'dueDay']: StandingTask[Member] | null
    })[]
  >
  /** Keeps what statements say together, unless there is something new since it was listed. */
  keepSaid(of: {
    readonly organizationId: string
    readonly tasks: readonly (Pick<TaskSaid, 'decisions'> & {
      readonly id: string
      readonly said: SaidByStatements
    })[]
  }): Promise<void>
  /** Some of them, and how many there are. */
  listPage(
    of: { readonly organizationId: string } & TaskTime & TaskPlace,
  ): Promise<{ readonly tasks: readonly StoredTask[]; readonly total: number }>
  /** Of which templates those in force are. */
  listTemplates(of: { readonly organizationId: string } & TaskTime): Promise<readonly string[]>
  /** Leaves what a person owns to nobody. */
  disown(owner: { readonly organizationId: string; readonly ownerId: string; readonly atMs: number }): Promise<void>
  /** @throws StoreError `NOT_FOUND` when the organization has no such obligation */
  insertStatement(statement: Statement): Promise<void>
  findStatement(ref: TaskRef & TaskTime): Promise<Statement | undefined>
  /** The newest first. */
  listStatements(
    of: { readonly organizationId: string; readonly taskId?: string | undefined } & TaskTime,
  ): Promise<Statement[]>
  /** The same without their texts and files, of which there may be many: what an obligation is judged by. */
  listStated(
    of: {
      readonly organizationId: string
      /** @default of all obligations */
      readonly taskIds?: readonly string[] | undefined
    } & TaskTime,
  ): Promise<readonly StatedDay[]>
  /** The newest statement of each of these obligations that is in force. */
  listNewestStated(of: {
    readonly organizationId: string
    readonly taskIds: readonly string[]
  }): Promise<readonly StatedDay[]>
  /** Whether it is this caller's turn to look which obligations have become overdue: nobody has since `beforeMs`. */
  takeTurn(turn: {
    readonly organizationId: string
    readonly beforeMs: number
    readonly nowMs: number
  }): Promise<boolean>
  /**
   * Tells those that have become overdue, each once for its day, in the transaction that marks it. One that is not overdue
   * any more is told again the next time.
   */
  tellOverdue(seen: {
    readonly organizationId: string
    readonly overdue: readonly OverdueTask[]
    /** Ids of those that are not overdue. */
    readonly others: readonly string[]
    /** What became overdue before is marked without a word. */
    readonly fromMs: number
    readonly nowMs: number
  }): Promise<void>
}
