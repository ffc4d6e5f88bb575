import type { ConnectorDefinition } from '../connector/connector-definition.ts'
import type { InventoryKind, InventoryMember, InventoryMembers, InventoryRecord, ListedRecord } from '../run/record.ts'
import type { InventoryContext } from './reading-context.ts'

/** The data of an inventory: everything but its code. */
export interface InventoryData {
  readonly of: InventoryKind
  /** Kebab-case. Tells inventories of one kind apart; each part is complete for itself. @default the only one of its kind */
  readonly part?: string | undefined
  /** Members that this vendor can say at all. */
  readonly tells: readonly string[]
  /** What the list is complete of, in short words: `['members', 'guests']`. */
  readonly covers: readonly string[]
  /** What the vendor has and the list does not show: `['bots']`. @default nothing */
  readonly leavesOut?: readonly string[] | undefined
  /** Scopes or permissions that the list needs at the vendor. */
  readonly scopes?: readonly string[] | undefined
  /**
   * `union`: a record whose id comes again is the same one. Roles, aliases and scopes are united; another member that differs is
   * unknown. @default records of one id have to be equal, or the list is incomplete
   */
  readonly merge?: 'union' | undefined
  /** Deadline of the list. @default 600_000 */
  readonly timeoutMs?: number | undefined
  /** Members that are asked for record by record, and only where a check reads them. */
  readonly facts?: { readonly [member: string]: FactData } | undefined
}

/** The data of a fact. */
export interface FactData {
  readonly scopes?: readonly string[] | undefined
}

/** A member that costs requests of its own. */
export interface Fact<Of extends InventoryKind, Tells extends string, Member extends string, Context> extends FactData {
  /**
   * The value for one record. A refusal (401, 403, a plan) makes the member unknown on all records; the list stays complete.
   * Any other error makes it unknown on this record.
   */
  read(
    ctx: Context,
    record: InventoryRecord<Of, Tells>,
  ): FactValue<Of, Member> | undefined | Promise<FactValue<Of, Member> | undefined>
}

type FactValue<Of extends InventoryKind, Member extends string> = InventoryMembers[Of][Member &
  keyof InventoryMembers[Of]]

/** An inventory with its code, as an author writes it. */
export interface InventoryDefinition<
  Of extends InventoryKind,
  Tells extends readonly InventoryMember<Of>[],
  Facts extends string,
  Context,
> extends Omit<InventoryData, 'facts' | 'of' | 'tells'> {
  readonly of: Of
  readonly tells: Tells
  /** Yields every record. It asks the vendor as a check does; what it does not get to see makes the list incomplete. */
  list(ctx: Context): AsyncIterable<ListedRecord<Of, Tells[number]>>
  readonly facts?: { readonly [Member in Facts]: Fact<Of, Tells[number], Member, Context> } | undefined
}

/**
 * A defined inventory: one list of a vendor's, mapped to the members that all vendors have in common.
 * @typeParam Of what it lists
 * @typeParam Tells the members that it tells, facts included; one that tells more fits where fewer are asked for
 * @typeParam ConnectorId the connector's id, so that an inventory of another connector does not fit
 */
export interface Inventory<
  Of extends InventoryKind = InventoryKind,
  Tells extends string = never,
  ConnectorId extends string = string,
> extends Omit<InventoryData, 'of'> {
  readonly of: Of
  /** The definition of the connector that it belongs to. */
  readonly connector: ConnectorDefinition & { readonly id: ConnectorId }
  /** @internal Yields what the author's code yields, which nobody has looked at yet. */
  list(ctx: InventoryContext): AsyncIterable<ListedRecord<Of, Tells>>
  /** @internal The connector that defined it, if `withChecksOf` copied it: the code of copied checks names that one. */
  readonly copiedFrom?: string | undefined
  /** @internal */
  readonly readFacts: { readonly [member: string]: FactReader }
}

/** The code of a fact, as the runner calls it. */
export type FactReader = (ctx: InventoryContext, record: InventoryRecord) => unknown

/** What a check reads of an inventory: the list is then read before the check begins. */
export interface InventoryUse {
  readonly inventory: Inventory
  /** Members that the check reads, facts above all: a fact that no check names is not asked for. @default no fact */
  readonly members?: readonly string[] | undefined
}

/** The records of an inventory, in a check. */
export interface InventoryReading<Of extends InventoryKind, Tells extends string>
  extends AsyncIterable<InventoryRecord<Of, Tells>> {
  /**
   * Whether the list shows everything that it covers. False while the list is being read; a check that names the inventory in
   * `reads` begins when it has been.
   */
  readonly complete: boolean
}

/** The id of the work that reads an inventory: `inventory:account`, `inventory:account.iam`. */
export function toInventoryId({ of, part }: Pick<InventoryData, 'of' | 'part'>): `inventory:${string}` {
  return `inventory:${part === undefined ? of : `${of}.${part}`}`
}

/** Whether a value is an inventory, also one of another copy of this package. */
export function isInventory(value: unknown): value is Inventory {
  const candidate = value as Partial<Inventory> | null | undefined
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    typeof candidate.of === 'string' &&
    typeof candidate.list === 'function' &&
    typeof candidate.connector?.id === 'string'
  )
}
