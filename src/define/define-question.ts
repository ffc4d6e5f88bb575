import { buildCheck } from './build-check.ts'
import type { BaseContext, Check, CheckData } from './check/check.ts'
import type { Inventory } from './check/inventory.ts'
import type { InventoryKind } from './run/record.ts'

/** A check that is written once for all connectors that have such an inventory. */
export interface QuestionDefinition extends CheckData {
  /** Members of the records that it reads; facts among them are asked for. */
  readonly members: readonly string[]
  run(ctx: BaseContext): void | Promise<void>
}

/**
 * Makes a check of the connector that an inventory belongs to. The list is read before the check begins. The check needs the
 * scopes of the list and of the facts that it names, unless it names its own.
 * @param inventory has to tell what the check reads, so demand that in the type: `Inventory<'account', 'secondFactor', Id>`
 * @throws DefinitionError that lists every mistake
 * @example
 * export const noRobots = <Id extends string>(accounts: Inventory<'account', never, Id>) =>
 *   defineQuestion(accounts, {
 *     id: 'no-robots',
 *     title: 'No account is a robot',
 *     members: [],
 *     async run(ctx) {
 *       for await (const { id, name, kind } of ctx.inventory(accounts)) …
 *     },
 *   })
 */
export function defineQuestion<Id extends string>(
  inventory: Inventory<InventoryKind, never, Id>,
  { members, ...check }: QuestionDefinition,
): Check<Id> {
  const scopes = check.scopes ?? listNeededScopes(inventory, members)
  return buildCheck(inventory.connector, { ...check, scopes, reads: [{ inventory, members }] }) as Check<Id>
}

/** What the list and the facts need; undefined where the inventory does not say. */
function listNeededScopes(
  { scopes, facts = {} }: Inventory,
  members: readonly string[],
): readonly string[] | undefined {
  return scopes && [...new Set([...scopes, ...members.flatMap((member) => facts[member]?.scopes ?? [])])]
}
