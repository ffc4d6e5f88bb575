import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { listDataFolders } from './connector-index.ts'

const prefix = 'data-connector:'
const reader = resolve(import.meta.dirname, '../src/data/read-connector.ts')

/**
 * `checkwright/connectors/<id>` of the connectors that are written as data, as inputs of the build. Their files stay in
 * connectors/, where people read them, and are read at once: no entry waits at its top level, so that `require()` loads it.
 */
export const dataEntries: Readonly<Record<string, string>> = Object.fromEntries(
  listDataFolders().map((id) => [`connectors/${id}/index`, prefix + id]),
)

/** Writes the code of these inputs. */
export const dataEntryCode = {
  name: 'data-entries',
  resolveId: (source: string) => (source.startsWith(prefix) ? source : undefined),
  load(id: string) {
    if (!id.startsWith(prefix)) return undefined
    const name = id.slice(prefix.length)
    const file = `${name}.connector.yaml`
    const code = `import { readFileSync } from 'node:fs'
import { readConnector } from ${JSON.stringify(reader)}
export default readConnector('${file}', readFileSync(new URL('../../../connectors/${name}/${file}', import.meta.url)))
`
    return { code, moduleType: 'js' as const }
  },
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
