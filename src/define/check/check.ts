import type { AuthType } from '../connector/auth-config.ts'
import type { Variable } from '../connector/variable.ts'
import type { BoundedControl } from '../run/control.ts'
import type { ErrorKind } from '../run/failure-cause.ts'
import type { InventoryKind } from '../run/record.ts'
import type { FailInput, Resource, ResultInput, Severity } from '../run/result.ts'
import type { StatementBinding } from '../run/statement.ts'
import type { Fix } from './fix.ts'
import type { Inventory, InventoryReading, InventoryUse } from './inventory.ts'
import type { OAuth2Context, ReadingContext } from './reading-context.ts'

/** What a check keeps from one run to the next. */
export interface CheckState {
  /** What an earlier run of this check set; undefined if none did. */
  get<T = unknown>(key: string): Promise<T | undefined>
  /** Keeps a value for the next run of this check. It is stored when the check ends, as JSON and without secrets. */
  set(key: string, value: unknown): Promise<void>
}

/** Why one resource could not be told. */
export interface UndecidedInput {
  readonly resource: Resource
  /** What is not known, and what to do about it. */
  readonly because: string
  /** @default 'incomplete_data' */
  readonly kind?: ErrorKind | undefined
  /** What to grant, for kind `permission`. */
  readonly missingScopes?: readonly string[] | undefined
}

/** What a person reads of a resource that is judged. */
export interface JudgeWords {
  /** The title where the condition holds. */
  readonly good: string
  /** The title where it does not. */
  readonly bad: string
  readonly description?: string | undefined
  /** What to do about it. */
  readonly remediation: string
  /** @default that of the check */
  readonly severity?: Severity | undefined
  readonly evidence?: ResultInput['evidence']
}

/** Why one item could not be told. */
export type ItemReason = Omit<UndecidedInput, 'resource'>

/** How `ctx.each` of a check works on items. */
export interface EachOptions<T> {
  /** @default 64 */
  readonly concurrency?: number | undefined
  /**
   * How an item is called in the results. If the vendor refuses a request for it, or answers what cannot be read, the item is
   * undecided by itself, and the others are judged. Credentials that are refused (401), and a cause by which all items fail, still
   * end the check. Undefined for an item without a readable id: its error comes after all others.
   * @default none: the first error stops all
   */
  readonly resource?: ((item: T) => Resource | undefined) | undefined
  /**
   * Takes such an item instead, for checks that count items or look for one. Nothing is undecided by itself then: the check has to
   * say what the item leaves open.
   * @default the item is undecided, if `resource` names it
   */
  readonly failed?: ((item: T, reason: ItemReason) => void) | undefined
}

/** The context that every check gets. Typed ids come from the connector's definition. */
export interface BaseContext<
  Credentials = Readonly<Record<string, unknown>>,
  Variables = Readonly<Record<string, unknown>>,
> extends ReadingContext<Credentials, Variables> {
  /**
   * Bounded parallel work over a list or stream. The first error stops it, except the errors of items that `resource` names.
   * @example
   * await ctx.each(keys, (key) => judgeRotation(ctx, key), { resource: ({ arn }) => ({ type: 'key', id: arn }) })
   */
  each<T>(
    items: Iterable<T> | AsyncIterable<T>,
    fn: (item: T, index: number) => Promise<void>,
    options?: EachOptions<T>,
  ): Promise<void>
  /**
   * Judges one resource by one condition. If the condition throws because an answer does not say what decides (`Undecided`,
   * `ctx.known`, `ctx.cannotTell`, `vendorTime()` …), this resource is undecided, and the check goes on.
   * @param holds gives true for what is good, at once
   * @throws TypeError if it gives anything but true and false
   * @example
   * ctx.judge({ type: 'key', id }, () => daysSince(ctx, key.rotated) <= 90, {
   *   good: 'Rotated', bad: 'Not rotated', remediation: 'Rotate it under Settings → Keys.', evidence: { rotated: key.rotated },
   * })
   */
  judge(resource: Resource, holds: () => boolean, words: JudgeWords): void
  /** The resource is as the check demands. Name the facts that decided in `evidence`. */
  pass(result: ResultInput): void
  /** The resource is not as the check demands. It opens a finding, and `remediation` says what to do. */
  fail(result: FailInput): void
  /** Needs review: a person has to decide. Explain in `description` what to review. */
  manual(result: ResultInput): void
  /** The requirement is none for this resource: say why in `description`. */
  notApplicable(result: ResultInput): void
  /**
   * Says that one resource could not be told, and goes on. The check then ends as `error` of code `CHECK_UNDECIDED`. What failed
   * still opens findings, and what passed resolves its own; nothing resolves because it was not seen.
   */
  undecided(input: UndecidedInput): void
  /**
   * The records of an inventory of this connector. The list is read once for all checks of a run. If it is not whole, the loop
   * throws the reason at its end, after all records: what was seen was seen, and nothing can be said of the rest.
   * @throws CheckError `INVENTORY_UNKNOWN` for an inventory that the connector does not have
   * @example
   * for await (const account of ctx.inventory(accounts)) if (account.administrator === undefined) …
   */
  inventory<Of extends InventoryKind, Tells extends string>(
    inventory: Inventory<Of, Tells>,
  ): InventoryReading<Of, Tells>
  /** What this check keeps from run to run for this connection, such as what it saw last. */
  readonly state: CheckState
}

export type CheckContext<
  Credentials = Readonly<Record<string, unknown>>,
  Variables = Readonly<Record<string, unknown>>,
  Auth extends AuthType = AuthType,
> = BaseContext<Credentials, Variables> & ([Auth] extends ['oauth2'] ? OAuth2Context : unknown)

/** The meaning of a check that ends without any result. */
export type OnEmpty = 'pass' | 'fail' | 'not_applicable'

/** The data of a check: everything but its code. */
export interface CheckData {
  /** Kebab-case, stable; a noun that names what it surfaces: `admin-mfa`. */
  readonly id: string
  /** The requirement as a statement: "Administrators sign in with a second factor". */
  readonly title: string
  /** What the check examines, and why. */
  readonly description?: string | undefined
  /** @default 'medium' */
  readonly severity?: Severity | undefined
  /**
   * Framework controls, `soc2:CC6.1`, or `{ id, requires }` if variables of a passing check must keep within bounds.
   */
  readonly controls?: readonly (string | BoundedControl)[] | undefined
  /**
   * Statements that a pass shows: `unused-accounts-removed`, or with parameters bound to variables,
   * `{ 'few-administrators': { most: 'max_owners' } }`. Frameworks say which controls ask for them. @default none
   */
  readonly states?: readonly StatementBinding[] | undefined
  /** Scopes or permissions that the check needs at the vendor. The error names them when the vendor answers 403. */
  readonly scopes?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly variables?: readonly Variable[] | undefined
  /**
   * Members of the evidence that change without meaning, such as an age in days. A judgement of a result that needs
   * review holds as long as all others stay the same. @default none
   */
  readonly volatile?: readonly string[] | undefined
  /** A command that mends what fails, for people to copy. @default the remediation alone says what to do */
  readonly fix?: Fix | undefined
  /**
   * The meaning of an empty list of resources: a status with its reason. If you leave it out, a check that reports no
   * result ends as `error`.
   */
  readonly onEmpty?: OnEmpty | undefined
  /** Allows methods that change something. @default false */
  readonly writes?: boolean | undefined
  /** Deadline of the check. @default 600_000 */
  readonly timeoutMs?: number | undefined
}

/** A check of one connector, ready to run. */
export interface Check<ConnectorId extends string = string> extends CheckData {
  readonly connectorId: ConnectorId
  /** Inventories that are read before the check begins, and members of theirs. @default none */
  readonly reads?: readonly InventoryUse[] | undefined
  run(ctx: CheckContext): void | Promise<void>
}
