import type { AnyConnector, Inventory } from '../../define/index.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import { formatCode, formatCodeList, renderTable } from './page-markdown.ts'

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
  const { covers, leavesOut = [], tells, facts = {}, scopes } = inventory
  return [
    formatCode(formatInventoryName(inventory)),
    covers.join(', '),
    leavesOut.join(', ') || 'nothing',
    formatCodeList(tells.filter((member) => !(member in facts))),
    formatCodeList(Object.keys(facts)),
    formatCodeList(scopes),
  ]
}
