import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readProofs } from '../../src/checks/proofs/proof-file.ts'
import type { ConnectorStamp } from '../../src/define/stamp-connector.ts'
import { listConnectorFolders } from '../connectors/connector-index.ts'
import { digestCode } from './digest-code.ts'

const prefix = 'code-connector:'
const connectors = resolve(import.meta.dirname, '../../connectors')
const index = resolve(connectors, 'index.ts')
const stamping = resolve(import.meta.dirname, '../../src/define/stamp-connector.ts')

/** `checkwright/connectors/<id>` of the connectors that are code, as inputs of the build. */
export const codeEntries: Readonly<Record<string, string>> = Object.fromEntries(
  listConnectorFolders().map((id) => [`connectors/${id}/index`, prefix + id]),
)

/** Gives each connector in code the digest of its files and its proof, in the build and in the tests: at run time, nobody sees the files. */
export const codeEntryCode = {
  name: 'code-entries',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (source.startsWith(prefix)) return source
    const id = importer === index ? /^\.\/([^_/][^/]*)\/index\.ts$/.exec(source)?.[1] : undefined
    return id === undefined ? undefined : prefix + id
  },
  load(source: string) {
    if (!source.startsWith(prefix)) return undefined
    return { code: renderEntry(source.slice(prefix.length)), moduleType: 'js' as const }
  },
}

/** The digest of the files of a connector in code, and its proof. */
export function readCodeStamp(id: string): ConnectorStamp {
  const proof = resolve(connectors, id, `${id}.proof.json`)
  const proofs = existsSync(proof) ? readProofs(readFileSync(proof, 'utf8'), id) : undefined
  return { judgingSha256: digestCode(id), proofs }
}

function renderEntry(id: string): string {
  const file = resolve(connectors, id, 'index.ts')
  const [, name] = /^export default (\w+)$/m.exec(readFileSync(file, 'utf8')) ?? []
  if (name === undefined) throw new Error(`${file} has to end in: export default <name>`)
  const from = JSON.stringify(file)
  return `import connector from ${from}
import { stampConnector } from ${JSON.stringify(stamping)}
export * from ${from}
const stamped = stampConnector(connector, ${JSON.stringify(readCodeStamp(id))})
export { stamped as ${name}, stamped as default }
`
}
