import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureCodeLines } from './code-lines.ts'
import { formatFigure } from './figure.ts'
import { measureHomonyms } from './homonyms.ts'
import { measureImportChain } from './import-chain.ts'
import { measureLiteralSpreads } from './literal-spreads.ts'
import { measureNames } from './names.ts'
import { measureOrganizationFilters } from './organization-filters.ts'
import { measureParticiples } from './participles.ts'
import { measureRepeatedDeclarations } from './repeated-declarations.ts'
import { measureRooms } from './rooms.ts'
import { measureTenThings } from './ten-things.ts'
import { readTree } from './tree.ts'

/**
 * Prints figures about the code of a checkout, without judging, to compare with another day or another project:
 * `npm run measure -- ../before --all`. With `--json`, only the numbers that are compared, and `--details` adds where they come from.
 */
const figures = [
  measureCodeLines,
  measureRooms,
  measureImportChain,
  measureLiteralSpreads,
  measureHomonyms,
  measureParticiples,
  measureRepeatedDeclarations,
  measureOrganizationFilters,
  measureTenThings,
  measureNames,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, details: { type: 'boolean' }, all: { type: 'boolean' } },
})
const { json = false, details = false, all = false } = values
const tree = readTree(positionals[0] ?? fileURLToPath(new URL('../../', import.meta.url)))
if (json) {
  const entries = figures.map((measure) => {
    const { name, numbers, details: places } = measure(tree)
    return [name, details ? { numbers, details: places } : numbers]
  })
  console.log(JSON.stringify(Object.fromEntries(entries), undefined, 2))
} else for (const measure of figures) console.log(formatFigure(measure(tree), { all }))
