import { createHash } from 'node:crypto'
import {
  type CheckedFile,
  compileConnector,
  completeConnector,
  type FileConnector,
  type ReadConnectorRules,
} from './build-connector.ts'
import { parseDataFile } from './data-file.ts'
import { findLimitProblems } from './file-limits.ts'
import { getFormat } from './format/connector-file.ts'

/**
 * Reads a connector that is written as data, YAML or JSON, and makes the same connector of it that code would make.
 * @param name of the file, for messages
 * @throws DataFileError that lists every mistake as `file:line:column`
 */
export function readConnector(name: string, bytes: Uint8Array, rules: ReadConnectorRules = {}): FileConnector {
  return readConnectorFile(name, bytes, rules).connector
}

/**
 * The same, and what makes the connector again in another process by `buildConnector()`, which neither parses nor checks.
 * @throws DataFileError
 */
export function readConnectorFile(
  name: string,
  bytes: Uint8Array,
  { description, watch }: ReadConnectorRules = {},
): { readonly connector: FileConnector; readonly checked: CheckedFile } {
  const made: { connector?: FileConnector } = {}
  const { data: file, cutMembers } = parseDataFile(name, bytes, {
    what: 'connector file',
    code: 'DEFINITION_INVALID',
    schema: getFormat(),
    unreadByRules: ['name', 'description', 'category', 'docsUrl', 'title', 'severity', 'controls', 'tags'],
    rules: (parsed, isSound) => {
      const tooMuch = findLimitProblems(parsed)
      if (tooMuch.length > 0) return tooMuch
      const compiled = compileConnector(parsed, { description, watch, isSound })
      if (compiled.connector) made.connector = compiled.connector
      return compiled.problems
    },
  })
  if (!made.connector) throw new TypeError('A connector file without mistakes makes a connector')
  const unjudging = (['states', 'fix'] as const).flatMap(
    (member) => file.checks?.flatMap((check, index) => (check[member] ? [['checks', index, member]] : [])) ?? [],
  )
  const checked = {
    file,
    sha256: digest(bytes),
    judgingSha256: unjudging.length === 0 ? undefined : digest(cutMembers(unjudging)),
  }
  return { connector: completeConnector(made.connector, checked), checked }
}

function digest(of: string | Uint8Array): string {
  return createHash('sha256').update(of).digest('hex')
}
