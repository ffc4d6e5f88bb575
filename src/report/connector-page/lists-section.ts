import { type AnyConnector, type Inventory, toInventoryId } from '../../define/index.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import { formatCode, formatCodeList, renderTable } from './page-markdown.ts'

/** An inventory, as a table of requests or scopes names it: `account` with a link to its list. */
export function renderInventoryLink(inventory: Inventory): string {
  return `[${formatCode(formatInventoryName(inventory))}](#lists)`
}

/** Who makes a request, by its id in what was observed: a check, or `inventory:account`. */
export function renderAskerLink({ inventories }: AnyConnector, id: string): string {
  const inventory = inventories.find((each) => toInventoryId(each) === id)
  return inventory ? renderInventoryLink(inventory) : renderCheckLink(id)
}

export function renderCheckLink(checkId: string): string {
  return `[${formatCode(checkId)}](#${checkId})`
}

/** The scopes of a list and of its facts. */
export function listInventoryScopes({ scopes = [], facts = {} }: Inventory): readonly string[] {
  return [...new Set([...scopes, ...Object.values(facts).flatMap((fact) => fact.scopes ?? [])])]
}

/** What the connector lists and tells; nothing for a connector without inventories. */
export function renderListsSection({ inventories }: AnyConnector): readonly (string | undefined)[] {
  if (inventories.length === 0) return []
  return [
    '## Lists',
    'Each list is read once for all checks of a run. A list that is not complete says why.',
    renderTable(
      ['List', 'Covers', 'Leaves out', 'Tells', 'Asked only for checks that need it', 'Scopes'],
      inventories.map(toListCells),
    ),
  ]
}

function toListCells(inventory: Inventory): readonly (string | undefined)[] {
  const { covers, leavesOut = [], tells, facts = {} } = inventory
  return [
    formatCode(formatInventoryName(inventory)),
    covers.join(', '),
    leavesOut.join(', ') || 'nothing',
    formatCodeList(tells.filter((member) => !(member in facts))),
    formatCodeList(Object.keys(facts)),
    formatCodeList(listInventoryScopes(inventory)),
  ]
}
