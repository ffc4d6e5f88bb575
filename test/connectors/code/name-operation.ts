import { findOperation } from '../../../scripts/connectors/samples.ts'
import { createOperationFinder } from '../../../src/author/testing/vendor/find-operation.ts'
import type { Description } from '../../../src/descriptions/description.ts'
import { readOperations } from '../../../src/descriptions/operations.ts'
import { createWireFinder, type NamedRequest } from '../../../src/descriptions/wire-names.ts'

/**
 * Tells which operation of a description a request is for.
 * @param known names of operations that are looked at first
 */
export function createNamer(
  known: readonly string[],
  { root }: Description,
): (request: NamedRequest) => string | undefined {
  const find = createOperationFinder(root)
  const operations = readOperations(root)
  // Azure's paths may begin with a scope of several steps, which no description says.
  const scoped = operations
    .map(({ name }) => name)
    .flatMap((name) => (/^\S+ \/\{[^{}]*\}\//.test(name) ? name.replace('{', '{+') : []))
  const findOnWire = createWireFinder(root)
  return (asked) => {
    if (findOnWire) return findOnWire(asked)?.name
    const { method, path } = asked
    const request = `${method} ${path}`
    // Of the names of a path, a description marks those that take slashes, or does not.
    const found = findOperation(request, known)?.replaceAll('{+', '{') ?? find(method, path)?.operation.name
    return found ?? findOperation(request, scoped)?.replace('{+', '{')
  }
}
