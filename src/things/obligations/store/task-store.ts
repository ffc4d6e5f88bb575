import type {
  OverdueTask,
  StatedDay,
  Statement,
  StoredTask,
  TaskHead,
  TaskPlace,
  TaskRef,
  TaskTime,
} from '../../../checks/obligations/task.ts'
import type { DerivedState, StatementVerdict } from '../../../checks/obligations/task-state.ts'

/** An obligation, and what is kept of its statements. */
export interface TaskVerdict {
  readonly task: TaskHead
  /** null: it has to be found out, because there is something new. */
  readonly verdict: StatementVerdict | null
  /** How often there was something new to find it out by. */
  readonly decisions: number
}

/** What obligations are listed by. */
export interface TaskWithState
  extends Pick<TaskHead, 'id' | 'createdAtMs' | 'ownerId'>,
    Pick<DerivedState, 'state' | 'dueDay'> {
  /** Whether statements can show that it is met. */
  readonly isStated: boolean
}

interface TasksWanted {
  /** Only some of these. @default all */
  readonly ids?: readonly string[] | undefined
  /** Only those that name controls. @default false */
  readonly hasControls?: boolean | undefined
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
  /** Whether the organization has an obligation, or had one. */
  hasAny(organizationId: string): Promise<boolean>
  /** Those in force, the oldest first. */
  list(
    of: {
      readonly organizationId: string
      /** Only those that people and templates made, and no record. @default false */
      readonly isOwn?: boolean | undefined
    } & TaskTime &
      TasksWanted,
  ): Promise<StoredTask[]>
  /** The same with what is kept of their statements. */
  listVerdicts(of: { readonly organizationId: string } & TasksWanted): Promise<readonly TaskVerdict[]>
  /** All of them: how they stand, where what is kept tells it at a time. state: null where it does not. */
  listWithState(of: { readonly organizationId: string; readonly nowMs: number }): Promise<
    readonly (Omit<TaskWithState, 'state' | 'dueDay'> & {
      readonly [Member in 'state' | 'dueDay']: TaskWithState[Member] | null
    })[]
  >
  /** Keeps what statements say together, unless there is something new since it was listed. */
  saveVerdicts(of: {
    readonly organizationId: string
    readonly tasks: readonly (Pick<TaskVerdict, 'decisions'> & {
      readonly id: string
      readonly verdict: StatementVerdict
    })[]
  }): Promise<void>
  /** Some of them, and how many there are. */
  listPage(
    of: { readonly organizationId: string } & TaskTime & TaskPlace,
  ): Promise<{ readonly tasks: readonly StoredTask[]; readonly total: number }>
  /** Of which templates those in force are. */
  listTemplates(of: { readonly organizationId: string } & TaskTime): Promise<readonly string[]>
  /**
   * @param max how many the obligation may have. @default any number
   * @returns false if it has as many
   * @throws StoreError `NOT_FOUND` when the organization has no such obligation
   */
  insertStatement(statement: Statement, max?: number): Promise<boolean>
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
