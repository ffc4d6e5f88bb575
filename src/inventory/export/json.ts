import type { WriteInventory } from './inventory-export.ts'

/** One JSON document: `{ "inventory": …, "records": […] }`, a record a line. A member that nobody knows is left out. */
export const writeInventoryJson: WriteInventory = async function* ({ head, records }) {
  yield `{"inventory":${JSON.stringify(head)},"records":[`
  let separator = '\n'
  for await (const record of records) {
    yield `${separator}${JSON.stringify(record)}`
    separator = ',\n'
  }
  yield '\n]}\n'
}
