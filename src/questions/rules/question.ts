import type {
  AnyVariableValue,
  BaseContext,
  Bound,
  BoundedControl,
  ControlId,
  Fix,
  InventoryKind,
  InventoryMember,
  InventoryMembers,
  InventoryWords,
  OnEmpty,
  RecordHead,
  Severity,
  StatementBinding,
  Variable,
} from '../../define/index.ts'

/** What a question gets to see: any member may be missing, because an inventory need not tell it. */
export type QuestionRecord<Of extends InventoryKind> = RecordHead &
  InventoryWords[Of] & { readonly [Member in keyof InventoryMembers[Of]]?: InventoryMembers[Of][Member] | undefined }

/** A record as checks read it: its list gave each member the type of its kind. */
export function toQuestionRecord<Of extends InventoryKind>(
  record: Readonly<Record<string, unknown>>,
): QuestionRecord<Of> {
  return record as QuestionRecord<Of>
}

/** What a question comes to for one record. */
export type RecordVerdict =
  | { readonly status: 'pass' | 'fail' | 'notApplicable'; readonly title: string; readonly evidence?: object }
  | { readonly status: 'manual'; readonly title: string; readonly description: string; readonly evidence: object }
  | { readonly status: 'undecided'; readonly because: string }

/** What a record is judged by, beside itself. */
export interface JudgeContext {
  /** By the ids that the question has for them, whatever a check calls them. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly now: Date
  /** Name of the vendor, for people. */
  readonly vendor: string
  /** Members that the inventory tells, facts included. */
  readonly tells: ReadonlySet<string>
}

/** A variable of a question, and the bound within which a passing check speaks for its controls. */
export interface QuestionVariable {
  readonly variable: Variable
  readonly bound?: Bound
  /** Declared only where the inventory tells this member. */
  readonly needs?: string
  /** Declared only where a check names it in the option `variables`. */
  readonly isOptional?: boolean
}

/** A question without its code. */
export interface QuestionData {
  /** Name of the function that makes a check of it. */
  readonly name: string
  readonly of: InventoryKind
  /** Members that the inventory has to tell. Words that every record has, such as `status`, are not among them. */
  readonly reads: readonly string[]
  /** Members that are read where the inventory tells them. */
  readonly readsWhereKnown?: readonly string[]
  /** What the failing record is like, for people. */
  readonly failsWhen: string
  readonly id: string
  readonly title: string
  readonly description: string
  readonly severity: Severity
  readonly controls: readonly string[]
  /** Statements that a pass shows; parameters name the question's own variables. */
  readonly states: readonly StatementBinding[]
  readonly tags: readonly string[]
  readonly resourceType: string
  readonly variables: readonly QuestionVariable[]
  /** Members of the evidence that change without meaning, so that a judgement goes on holding. */
  readonly volatile?: readonly string[]
  /** What a complete list without anything to judge means. Left out, it is an error. */
  readonly onEmpty?: OnEmpty
  /**
   * The same for a part of an inventory, where it is another: a list of invitations alone may well be empty. A list of all accounts
   * in which nothing is stays without an answer.
   */
  readonly onEmptyPart?: OnEmpty
  /** What to do where the check does not say it. Left out, people answer the question. */
  readonly remediation?: string
}

/** A question that is asked of every record for itself. */
export interface RecordQuestion<Of extends InventoryKind = InventoryKind> extends QuestionData {
  readonly of: Of
  readonly reads: readonly (InventoryMember & keyof InventoryMembers[Of])[]
  /** Pure: the same record, variables and time give the same judgement. */
  judge(record: QuestionRecord<Of>, context: JudgeContext): RecordVerdict
}

/** How a check calls a variable of its question, and what it says of it otherwise. */
export interface VariableChange {
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly helpText?: string | undefined
  readonly default?: AnyVariableValue | undefined
  /** Ids that the variable had in earlier versions of the connector. */
  readonly renamed?: readonly string[] | undefined
}

/**
 * What a check says of a question for itself. Nothing here changes a verdict but the defaults of variables, which a run keeps.
 * @typeParam Subject what the check's texts are about
 * @typeParam VariableId ids of the question's variables
 */
export interface CommonOptions<Subject, VariableId extends string> {
  /** Kebab-case. @default the question's: `second-factor` */
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly severity?: Severity | undefined
  /** Ids alone get the question's bounds on its variables. */
  readonly controls?: readonly (ControlId | BoundedControl)[] | undefined
  /** Statements that a pass shows, in place of the question's. */
  readonly states?: readonly StatementBinding[] | undefined
  /** @default the scopes of the inventory, and of the facts that are read */
  readonly scopes?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  /** @default what the question calls it: `account` */
  readonly resourceType?: string | undefined
  /** @default the record's id */
  readonly resourceId?: ((subject: Subject, ctx: BaseContext) => string) | undefined
  /** Other ids and defaults for the question's variables: `{ max_idle_days: 'max_unused_days' }`. */
  readonly variables?:
    | ([VariableId] extends [never] ? undefined : { readonly [Id in VariableId]?: string | VariableChange | undefined })
    | undefined
  /** Members of the evidence that change without meaning. @default the question's */
  readonly volatile?: readonly string[] | undefined
  /** A command that mends what fails, for people to copy. */
  readonly fix?: Fix | undefined
  /** What a complete list without anything to judge means. `error`: that nothing was seen is no answer. */
  readonly onEmpty?: OnEmpty | 'error' | undefined
}

/**
 * What a check says to people about one subject. A function also gets the context of the run, whose credentials may be part of an
 * address.
 */
export type Text<Subject> = string | ((subject: Subject, ctx: BaseContext) => string)

/** Options of a question that can fail. */
export interface QuestionOptions<Of extends InventoryKind, VariableId extends string = never>
  extends CommonOptions<QuestionRecord<Of>, VariableId> {
  /** What to do at this vendor. @default words that fit every vendor */
  readonly remediation?: Text<QuestionRecord<Of>> | undefined
}

/** Options of a question that people answer. */
export interface ReviewOptions<Of extends InventoryKind, VariableId extends string = never>
  extends CommonOptions<QuestionRecord<Of>, VariableId> {
  /** What the reviewer has to look at. @default words that fit every vendor */
  readonly instructions?: Text<QuestionRecord<Of>> | undefined
}

/** What a question hands to its check. */
export interface Asked<Of extends InventoryKind> {
  readonly ctx: BaseContext
  readonly records: AsyncIterable<QuestionRecord<Of>> & { readonly complete: boolean }
  readonly context: JudgeContext
}
