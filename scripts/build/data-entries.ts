import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readProofs } from '../../src/checks/proofs/proof-file.ts'
import { readConnectorFile } from '../../src/data/read-connector.ts'
import { listDataFolders } from '../connectors/connector-index.ts'

const prefix = 'data-connector:'
const catalogue = 'data-connectors'
const reader = resolve(import.meta.dirname, '../../connectors/_data/read-file.ts')
const builder = resolve(import.meta.dirname, '../../src/data/build-connector.ts')

/**
 * `checkwright/connectors/<id>` of the connectors that are written as data, as inputs of the build. No entry waits at its top
 * level, so that `require()` loads it.
 */
export const dataEntries: Readonly<Record<string, string>> = Object.fromEntries(
  listDataFolders().map((id) => [`connectors/${id}/index`, prefix + id]),
)

/**
 * Writes the code of these inputs. The build reads and checks each file, so that a process that loads all of them parses no YAML
 * and checks nothing twice.
 */
export const dataEntryCode = {
  name: 'data-entries',
  resolveId(source: string, importer: string | undefined) {
    if (source.startsWith(prefix)) return source
    // In a checkout the same function reads the files.
    return importer !== undefined && resolve(importer, '..', source) === reader ? catalogue : undefined
  },
  load(id: string) {
    if (id === catalogue) return { code: renderCatalogue(), moduleType: 'js' as const }
    if (!id.startsWith(prefix)) return undefined
    return { code: renderEntry(id.slice(prefix.length)), moduleType: 'js' as const }
  },
}

function renderCatalogue(): string {
  const loads = listDataFolders().map((id) => `  '${id}': () => import('${prefix}${id}'),\n`)
  return `const loads = {\n${loads.join('')}}\nexport const readShipped = async (id) => (await loads[id]()).default\n`
}

function renderEntry(id: string): string {
  const name = `${id}.connector.yaml`
  const folder = new URL(`../../connectors/${id}/`, import.meta.url)
  const proof = new URL(`${id}.proof.json`, folder)
  const proofs = existsSync(proof) ? readProofs(readFileSync(proof, 'utf8'), id) : undefined
  const { checked } = readConnectorFile(name, readFileSync(new URL(name, folder)))
  // Engines read a text of JSON faster than the same as code.
  const text = JSON.stringify(JSON.stringify({ ...checked, proofs }))
  return `import { buildConnector } from ${JSON.stringify(builder)}\nexport default buildConnector(JSON.parse(${text}))\n`
}

/** Writes the types of these entries. */
export function writeDataTypes(dist: string): void {
  for (const id of listDataFolders()) {
    mkdirSync(`${dist}/connectors/${id}`, { recursive: true })
    writeFileSync(
      `${dist}/connectors/${id}/index.d.ts`,
      `import type { AnyConnector } from '../../index.js'\ndeclare const connector: AnyConnector\nexport default connector\n`,
    )
  }
}
