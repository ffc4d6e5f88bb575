import type { Framework } from '../../checks/controls/frameworks/framework.ts'
import { loadSurroundings } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { readProofs } from '../../checks/proofs/proof-file.ts'
import type { FileConnector } from '../../data/build-connector.ts'
import type { Waiver } from '../../define/index.ts'

/**
 * Waivers of a file in YAML or JSON; docs/waivers.md has the format.
 * @param name of the file, for messages
 * @param now time of reading: a waiver is valid for at most a year from then. @default the time of the system
 * @throws DataFileError `WAIVERS_INVALID` with every problem as `file:line:column`
 */
export async function parseWaivers(
  name: string,
  bytes: Uint8Array,
  now: Date = new Date(),
): Promise<readonly Waiver[]> {
  // Loaded only now, because only people with such files need the parsers.
  const waivers = await import('../../checks/waivers/parse-waivers.ts')
  return waivers.parseWaivers(name, bytes, now)
}

/**
 * A framework of your own, of a file in YAML or JSON; docs/controls.md has the format.
 * @param name of the file, for messages
 * @throws DataFileError `CONTROLS_INVALID` with every problem as `file:line:column`
 */
export async function parseFramework(name: string, bytes: Uint8Array): Promise<Framework> {
  const controls = await import('../../checks/controls/frameworks/parse-framework.ts')
  return controls.parseFramework(name, bytes, await loadSurroundings())
}

/**
 * A connector of a file in YAML or JSON, for everything that takes a connector of `defineConnector`.
 * docs/guides/connectors-without-code.md has the format. Changed bytes are another version (`connector.source`).
 * @param file its text, or its bytes as they are on disk
 * @throws DataFileError `DEFINITION_INVALID` with every problem as `file:line:column`
 * @example
 * const acme = await readConnector(await readFile('acme.connector.yaml'), { name: 'acme.connector.yaml' })
 * export default acme.with(acme.check({ id: 'keys', title: 'Keys are rotated', async run(ctx) { … } }))
 */
export async function readConnector(
  file: string | Uint8Array,
  { name = 'the connector file', proof }: ReadConnectorOptions = {},
): Promise<FileConnector> {
  const data = await import('../../data/read-connector.ts')
  const connector = data.readConnector(name, typeof file === 'string' ? new TextEncoder().encode(file) : file)
  const proofs = readProofs(proof, connector.id)
  return proofs ? Object.freeze({ ...connector, proofs }) : connector
}

export interface ReadConnectorOptions {
  /** Of the file, for messages. @default 'the connector file' */
  readonly name?: string | undefined
  /**
   * Text of the file that `checkwright prove` wrote beside it. Runs name it, unless it is of other bytes. @default none: what its checks
   * were tried on is not known
   */
  readonly proof?: string | undefined
}
