import { createHash } from 'node:crypto'
import type { AnyConnector } from '../define/index.ts'
import { type CheckedFile, compileConnector, completeConnector, type ReadConnectorRules } from './build-connector.ts'
import { parseDataFile } from './data-file.ts'
import { findLimitProblems } from './file-limits.ts'
import { getFormat } from './format/connector-file.ts'

/**
 * Reads a connector that is written as data, YAML or JSON, and makes the same connector of it that code would make.
 * @param name of the file, for messages
 * @throws DataFileError that lists every mistake as `file:line:column`
 */
export function readConnector(name: string, bytes: Uint8Array, rules: ReadConnectorRules = {}): AnyConnector {
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
): { readonly connector: AnyConnector; readonly checked: CheckedFile } {
  const made: { connector?: AnyConnector } = {}
  const { data: file } = parseDataFile(name, bytes, {
    what: 'connector file',
    code: 'DEFINITION_INVALID',
    schema: getFormat(),
    rules: (parsed) => {
      const tooMuch = findLimitProblems(parsed)
      if (tooMuch.length > 0) return tooMuch
      const compiled = compileConnector(parsed, description, watch)
      if (compiled.connector) made.connector = compiled.connector
      return compiled.problems
    },
  })
  if (!made.connector) throw new TypeError('A connector file without mistakes makes a connector')
  const checked = { file, sha256: createHash('sha256').update(bytes).digest('hex') }
  return { connector: completeConnector(made.connector, checked), checked }
}
