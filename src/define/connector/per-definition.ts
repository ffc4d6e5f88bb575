import type { ConnectorDefinition } from './connector-definition.ts'

/**
 * What follows from a definition alone, computed once. Every run of a connector asks for it, and a definition does not change.
 */
export function perDefinition<T extends object>(
  compute: (definition: ConnectorDefinition) => T,
): (definition: ConnectorDefinition) => T {
  const known = new WeakMap<ConnectorDefinition, T>()
  return (definition) => {
    const found = known.get(definition)
    if (found) return found
    const computed = compute(definition)
    known.set(definition, computed)
    return computed
  }
}
