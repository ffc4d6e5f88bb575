import { hash } from 'node:crypto'

/** `npm run soak` tries everything, `npm test` a short form of what takes long. */
export const isSoak = process.env.MODE === 'soak'

/** Who chooses connectors, or notes what they do, wants all tests of them. */
const isChosen = process.env.CHECKWRIGHT_CONNECTORS !== undefined || process.env.CHECKWRIGHT_OUTCOMES !== undefined

/** The short form tries one place in `every` inside of a test: the same each time. */
export function isDrawn(place: string, every: number): boolean {
  return isSoak || hash('sha256', place, 'buffer').readUInt32BE() % every === 0
}

/** And one test in `every` of those that have the same rule. */
export function isRowDrawn(name: string, every: number): boolean {
  return isChosen || isDrawn(name, every)
}

/** Rows of a table of tests that are tried, by their names, and at least one. */
export function drawRows<Row>(rows: readonly Row[], every: number, name: (row: Row) => unknown = nameRow): Row[] {
  const drawn = rows.filter((row) => isRowDrawn(String(name(row)), every))
  return drawn.length > 0 ? drawn : rows.slice(0, 1)
}

function nameRow(row: unknown): unknown {
  return Array.isArray(row) ? row[0] : row
}
