import { listDeclaredMappings } from '../../../checks/controls/expected-run.ts'
import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import { indexStatements } from '../../../checks/controls/statement-index.ts'
import type { AnyConnector } from '../../../define/index.ts'

/**
 * Names of connectors by the control that a check of theirs supports.
 * @param frameworks whose controls checks support by statements, too
 */
export function listCovering(
  connectors: readonly Pick<AnyConnector, 'id' | 'definition' | 'checks'>[],
  frameworks: readonly Pick<Framework, 'id' | 'statements'>[] = [],
): ReadonlyMap<string, readonly string[]> {
  const names = new Map(connectors.map(({ id, definition }) => [id, definition.name]))
  const expected = connectors.map((connector) => ({ connector }))
  const covering = new Map<string, Set<string>>()
  for (const { control, check } of [
    ...listDeclaredMappings(expected),
    ...indexStatements(frameworks, expected).mappings,
  ]) {
    const [connectorId = ''] = check.split('/')
    const known = covering.get(control) ?? new Set()
    covering.set(control, known.add(names.get(connectorId) ?? connectorId))
  }
  return new Map([...covering].map(([control, found]) => [control, [...found]]))
}
