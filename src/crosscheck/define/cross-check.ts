import type {
  AnyVariableValue,
  CheckData,
  ControlId,
  FailInput,
  InventoryKind,
  LogFields,
  ResultInput,
  TypedBoundedControl,
  TypedStatementBinding,
  UndecidedInput,
  Variable,
  VariableValues,
} from '../../define/index.ts'
import type { QuestionRecord } from '../../questions/rules/question.ts'
import type { CrossCheckPolicy, ListedKind } from './inputs.ts'
import type { Owner } from './owner.ts'
import type { Person } from './person.ts'

/** What a cross-check reads. */
export interface CrossCheckNeeds {
  readonly people?: 'directory' | undefined
  /** Lists of every connection. One that cannot be read is a resource that could not be told. */
  readonly accounts?: 'every' | undefined
  readonly devices?: 'every' | undefined
  readonly training?: 'every' | undefined
  /** The policies of the organization of which a version holds, and who has acknowledged it. */
  readonly policies?: 'published' | undefined
}

/** The connection that something was read from. */
export interface CrossCheckConnection {
  readonly id: string
  /** As people call it. */
  readonly name: string
  readonly connectorId: string
  /** When reading the list began. */
  readonly readAt: Date
  /** Whether the list shows everything that it covers. */
  readonly complete: boolean
  /** Members that the list can tell. */
  readonly tells: ReadonlySet<string>
  /** The connection of the identity provider that people sign in by. */
  readonly signsInBy?: string | undefined
}

/** A record as cross-checks read it: any member may be missing. */
export type CrossCheckRecord<Of extends InventoryKind> = QuestionRecord<Of>

export interface AccountEntry {
  readonly connection: CrossCheckConnection
  readonly account: CrossCheckRecord<'account'>
  readonly owner: Owner
}

/** A record that names a person by address or id. */
export interface OwnedEntry<Of extends 'device' | 'training'> {
  readonly connection: CrossCheckConnection
  readonly record: CrossCheckRecord<Of>
  readonly owner: Owner
}

/** That somebody has acknowledged the version of a policy that holds. */
export interface AcknowledgementEntry {
  readonly policyId: string
  readonly versionId: string
  /** Epoch ms; undefined: nobody knows. */
  readonly atMs: number | undefined
  readonly owner: Owner
}

/** Which connections to read. */
export interface EntryFilter {
  /** Ids. @default all */
  readonly connections?: readonly string[] | undefined
}

/** What a cross-check judges by. Nothing else is within its reach. */
export interface CrossCheckContext<Variables = Readonly<Record<string, unknown>>> {
  /** Everybody in the directory, and everybody whom a link names. */
  people(): AsyncIterable<Person>
  /** Accounts of all connections with their owners, one at a time. It can be read more than once. */
  accounts(filter?: EntryFilter): AsyncIterable<AccountEntry>
  /** The same, as many at once as were read at once: where there are very many, a step for each takes longer than judging it. */
  accountPieces(filter?: EntryFilter): AsyncIterable<readonly AccountEntry[]>
  devices(filter?: EntryFilter): AsyncIterable<OwnedEntry<'device'>>
  training(filter?: EntryFilter): AsyncIterable<OwnedEntry<'training'>>
  /** Who has acknowledged the versions that hold. */
  acknowledgements(): AsyncIterable<AcknowledgementEntry>
  /** Policies of which a version holds. */
  readonly policies: readonly CrossCheckPolicy[]
  readonly variables: Variables
  readonly now: Date
  /** Names of the sources of the directory, in their order, with their connections. */
  readonly sources: readonly { readonly connectionId: string; readonly name: string }[]
  /** Connections by which people sign in to others. */
  readonly identityProviders: readonly string[]
  /** The lists that can be read, complete or not. */
  readonly lists: readonly { readonly of: ListedKind; readonly connection: CrossCheckConnection }[]
  /** Whether every list that the cross-check needs is complete and fresh: only then is anything absent. */
  readonly complete: boolean
  readonly log: {
    info(message: string, fields?: LogFields): void
    warn(message: string, fields?: LogFields): void
    error(message: string, fields?: LogFields): void
  }
  pass(result: ResultInput): void
  fail(result: FailInput): void
  /** Needs review: a person has to decide. */
  manual(result: ResultInput): void
  notApplicable(result: ResultInput): void
  undecided(input: UndecidedInput): void
}

/** The data of a cross-check. */
export interface CrossCheckData extends Omit<CheckData, 'scopes' | 'writes'> {
  readonly needs: CrossCheckNeeds
}

/** A cross-check as its author writes it. */
export interface CrossCheckDefinition<Own extends readonly Variable[]>
  extends Omit<CrossCheckData, 'variables' | 'controls' | 'states'> {
  readonly variables?: Own | undefined
  readonly controls?: readonly (ControlId | TypedBoundedControl<VariableValues<Own>>)[] | undefined
  /** Statements that a pass shows. */
  readonly states?: readonly TypedStatementBinding<VariableValues<Own>>[] | undefined
  run(ctx: CrossCheckContext<VariableValues<Own>>): void | Promise<void>
}

/** A cross-check, ready to run. */
export interface CrossCheck extends CrossCheckData {
  readonly variables: readonly Variable[]
  /** SHA-256 of the files that a command loaded it from, their own imports included. */
  readonly files?: string | undefined
  run(ctx: CrossCheckContext<Readonly<Record<string, AnyVariableValue | undefined>>>): void | Promise<void>
}
