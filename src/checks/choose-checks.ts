import { type AnyConnector, type Check, type Inventory, inventoryKinds, toInventoryId } from '../define/index.ts'
import { CheckError } from '../errors/index.ts'
import { formatInventoryName } from '../inventory/inventory-head.ts'

/** What somebody wants of a connector. */
export interface CheckChoice {
  /** Ids of checks. @default all, and none where `inventories` are chosen */
  readonly checks?: readonly string[] | undefined
  /** Kinds of inventories, `account`, or one part, `account.iam`. @default all, and those that they need where checks are chosen */
  readonly inventories?: readonly string[] | undefined
}

/** What a run does. */
export interface ChosenWork {
  readonly checks: readonly Check[]
  /** Lists that are read whether a check needs them or not. */
  readonly inventories: readonly Inventory[]
}

/** The checks and inventories of a run. @throws CheckError `CHECK_UNKNOWN`, `INVENTORY_UNKNOWN` */
export function chooseWork(connector: AnyConnector, { checks, inventories }: CheckChoice): ChosenWork {
  if (inventories !== undefined)
    return {
      checks: checks === undefined ? [] : chooseChecks(connector, checks),
      inventories: chooseInventories(connector, inventories),
    }
  return { checks: chooseChecks(connector, checks), inventories: checks === undefined ? connector.inventories : [] }
}

/**
 * The checks of these ids, in the connector's order; all without ids.
 * @throws CheckError `CHECK_UNKNOWN`, also for a connector that has neither checks nor inventories
 */
export function chooseChecks(connector: AnyConnector, ids: readonly string[] | undefined): readonly Check[] {
  const { checks, inventories } = connector
  if (checks.length === 0 && (ids !== undefined || inventories.length === 0)) {
    throw new CheckError(`Connector "${connector.id}" has no checks. Add them with .with(check, …).`, {
      code: 'CHECK_UNKNOWN',
    })
  }
  if (ids === undefined) return checks
  const unknown = ids.filter((id) => !checks.some((check) => check.id === id))
  if (unknown.length > 0) {
    throw new CheckError(
      `Connector "${connector.id}" has no check ${unknown.map((id) => `"${id}"`).join(', ')}. It has: ${checks.map((check) => check.id).join(', ')}.`,
      { code: 'CHECK_UNKNOWN' },
    )
  }
  return checks.filter((check) => ids.includes(check.id))
}

function chooseInventories({ id, inventories }: AnyConnector, names: readonly string[]): readonly Inventory[] {
  const isNamed = (inventory: Inventory, name: string) =>
    inventory.of === name || toInventoryId(inventory) === `inventory:${name}`
  const unknown = names.filter((name) => !inventories.some((inventory) => isNamed(inventory, name)))
  if (unknown.length > 0) {
    const there = inventories.map(formatInventoryName).join(', ')
    const has = there === '' ? `It has none; the kinds are ${inventoryKinds.join(', ')}.` : `It has: ${there}.`
    throw new CheckError(
      `Connector "${id}" has no inventory ${unknown.map((name) => `"${name}"`).join(', ')}. ${has}`,
      { code: 'INVENTORY_UNKNOWN' },
    )
  }
  return inventories.filter((inventory) => names.some((name) => isNamed(inventory, name)))
}
