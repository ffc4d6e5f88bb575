import type { Check, CheckContext, CheckData } from './check/check.ts'
import type { AnyHooks } from './check/hooks.ts'
import type { Inventory, InventoryData, InventoryDefinition, InventoryUse } from './check/inventory.ts'
import type { Distinct, IdsOf, Known, Mistake } from './check/mistake.ts'
import type { InventoryContext } from './check/reading-context.ts'
import type { AuthType } from './connector/auth-config.ts'
import type { ConnectorDefinition } from './connector/connector-definition.ts'
import type { ConnectorSource } from './connector/connector-name.ts'
import type { Variable, VariableValues } from './connector/variable.ts'
import type { ControlId, TypedBoundedControl } from './run/control.ts'
import type { ConnectorProofs } from './run/proof.ts'
import type { InventoryKind, InventoryMember } from './run/record.ts'
import type { TypedStatementBinding } from './run/statement.ts'

/** A connector as the runtime sees it. */
export interface AnyConnector {
  readonly id: string
  /** Frozen and JSON-serialisable. */
  readonly definition: ConnectorDefinition
  readonly hooks: AnyHooks
  readonly checks: readonly Check[]
  readonly inventories: readonly Inventory[]
  /** The file of a connector that is written as data. Absent for code. */
  readonly source?: ConnectorSource
  /**
   * SHA-256 of what judges: of that file without the statements that its checks name and the commands that mend, which decide no verdict, or of the files of code of
   * a shipped connector. @default nobody knows it
   */
  readonly judgingSha256?: string | undefined
  /** The parts that were made of these files. A copy that has another one runs other code. */
  readonly judgingParts?: readonly object[] | undefined
  /** What its checks were tried on, as the file beside it says. A run takes it only if that is the code that runs. */
  readonly proofs?: ConnectorProofs | undefined
  /** SHA-256 of the files of code that a command loaded the connector from, its own imports included. */
  readonly files?: string | undefined
  /** Requests of one run, of a connector as data. Above them the run could not tell. @default any number */
  readonly requestsMax?: number | undefined
  /** Schemes that a connector as data signs and logs in by, as its file says. */
  readonly schemes?: { readonly sign?: object | undefined; readonly login?: object | undefined }
  /** Paths that a connector as data may send POSTs to. */
  readonly posts?: readonly string[]
  toJSON(): ConnectorJson
}

/** A connector as data: its definition, the names of its hooks, its checks and inventories without their code. */
export interface ConnectorJson extends ConnectorDefinition {
  readonly hooks: readonly string[]
  readonly checks: readonly CheckJson[]
  /** Left out where there are none. */
  readonly inventories?: readonly InventoryData[] | undefined
}

/** A check as data. */
export interface CheckJson extends CheckData {
  /** Inventories that it reads, by kind and part: `account`, `account.iam`. */
  readonly reads?:
    | readonly { readonly inventory: string; readonly members?: readonly string[] | undefined }[]
    | undefined
}

// Looked up instead of compared: comparing lists of variables costs the compiler ten times as much, for every check.
type OptionsByType = { readonly [V in Variable as V['type']]: keyof V }
type UnknownOption<V> = V extends { readonly type: infer Type extends keyof OptionsByType }
  ? Exclude<keyof V, OptionsByType[Type]>
  : never

/** A check's own variables: known options only, and ids that are new in the check and in its connector. */
export type OwnVariables<Own extends readonly Variable[], Inherited> = [
  UnknownOption<Own[number]> | Extract<Own[number]['id'], keyof Inherited>,
] extends [never]
  ? Distinct<IdsOf<Own>>
  : Known<Own, readonly Variable[]> & {
      readonly [I in keyof Own]: Own[I]['id'] extends keyof Inherited
        ? Mistake<`"${Own[I]['id']}" is a variable of the connector already`>
        : unknown
    }

/**
 * Values to run a connector with: its fields, for oauth2 an access token, and the values captured while connecting.
 * Each may be undefined, as members of `process.env` are. The checks report missing values when they run.
 */
export type CredentialInput<C extends AnyConnector> = [C] extends [{ check(check: infer Definition): unknown }]
  ? Definition extends { run(ctx: infer Context): unknown }
    ? InputOfContext<Context>
    : Readonly<Record<string, unknown>>
  : Readonly<Record<string, unknown>>

// Accepts any text for an option of a list, as from a file. An editor suggests the options of the list.
type InputOfContext<Context> = Context extends { readonly credentials: infer Credentials }
  ? { readonly [Id in keyof Credentials]?: Credentials[Id] | (string & {}) | undefined } & (Context extends {
      readonly accessToken: string
    }
      ? { readonly access_token?: string | undefined }
      : unknown)
  : Readonly<Record<string, unknown>>

/** A check with its code. */
export interface CheckDefinition<Credentials, Variables, Auth extends AuthType, Own extends readonly Variable[]>
  extends Omit<CheckData, 'controls' | 'states'> {
  readonly variables?: (Own & OwnVariables<Own, Variables>) | undefined
  /** Framework controls: `soc2:CC6.1`, or with bounds on variables: `{ id: 'soc2:CC6.3', requires: { most: { max: 4 } } }`. */
  readonly controls?: readonly (ControlId | TypedBoundedControl<Variables & VariableValues<Own>>)[] | undefined
  /** Statements that a pass shows: `unused-accounts-removed`, or with parameters: `{ 'few-administrators': { most: 'max_owners' } }`. */
  readonly states?: readonly TypedStatementBinding<Variables & VariableValues<Own>>[] | undefined
  /** Inventories of this connector that are read before the check begins. Names the facts that it needs of them. @default none */
  readonly reads?: readonly InventoryUse[] | undefined
  run(ctx: CheckContext<Credentials, Variables & VariableValues<Own>, Auth>): void | Promise<void>
}

/**
 * A defined connector: writes checks against its own ids.
 * @typeParam Id the connector's id, so that a check of another connector does not fit
 * @typeParam Credentials values by id, as checks get them
 */
export interface Connector<Id extends string, Auth extends AuthType, Credentials, Variables> extends AnyConnector {
  readonly id: Id
  readonly checks: readonly Check<Id>[]
  /**
   * Defines one check.
   * @throws DefinitionError that lists every mistake
   */
  check<const Own extends readonly Variable[] = readonly []>(
    check: CheckDefinition<Credentials, Variables, Auth, Own>,
  ): Check<Id>
  /**
   * Defines a list of the vendor's accounts, devices, keys and so on, in the members that all vendors have in common.
   * @throws DefinitionError that lists every mistake
   * @example
   * const accounts = acme.inventory({
   *   of: 'account',
   *   tells: ['email', 'secondFactor'],
   *   covers: ['members'],
   *   async *list(ctx) {
   *     for await (const user of ctx.paginate('/users', { next: 'link', schema: User }))
   *       yield { id: user.id, kind: 'person', status: 'active', email: user.email, secondFactor: user.mfa }
   *   },
   * })
   */
  inventory<
    const Of extends InventoryKind,
    const Tells extends readonly InventoryMember<Of>[],
    const Facts extends Exclude<InventoryMember<Of>, Tells[number]> = never,
  >(
    inventory: InventoryDefinition<Of, Tells, Facts, InventoryContext<Credentials, Variables, Auth>>,
  ): Inventory<Of, Tells[number] | Facts, Id>
  /**
   * The same connector with more checks and inventories.
   * @throws DefinitionError for what belongs to another connector, an id used twice, two inventories of one kind without
   * parts, or a check that reads an inventory which the connector does not have
   */
  with(
    ...parts: readonly (Check<Id> | Inventory<InventoryKind, never, Id>)[]
  ): Connector<Id, Auth, Credentials, Variables>
  /**
   * The same connector with the checks and inventories of another one, which reads the same vendor by another sign-in.
   * The other's own `credentialFields` and variables have to be there: its checks read them.
   * @throws DefinitionError that names what is missing, or an id used twice
   * @example
   * export default githubApp.withChecksOf(github)
   */
  withChecksOf(other: AnyConnector): Connector<Id, Auth, Credentials, Variables>
}
