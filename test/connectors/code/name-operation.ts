import { findOperation } from '../../../scripts/connectors/samples.ts'
import { createOperationFinder } from '../../../src/author/testing/vendor/find-operation.ts'
import type { Description } from '../../../src/descriptions/description.ts'
import { readOperations } from '../../../src/descriptions/operations.ts'

/** A request, as a connector was seen to make it. */
export interface NamedRequest {
  readonly method: string
  readonly path: string
  readonly host?: string | undefined
  readonly action?: string | undefined
}

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
  const onWire = operations.flatMap((operation) => {
    const wire = operation.node.at('x-wire').text
    return wire === undefined ? [] : [{ wire, name: operation.name }]
  })
  return ({ method, path, host = '', action }) => {
    if (onWire.length > 0) {
      const hosts = host.split('.')
      const found = onWire.find(({ wire }) => {
        const [service = '', ...rest] = wire.split(' ')
        if (!hosts.includes(service)) return false
        return action === undefined
          ? findOperation(`${method} ${path}`, [rest.join(' ')]) !== undefined
          : rest.join(' ') === action
      })
      return found?.name
    }
    const request = `${method} ${path}`
    // Of the names of a path, a description marks those that take slashes, or does not.
    const found = findOperation(request, known)?.replaceAll('{+', '{') ?? find(method, path)?.operation.name
    return found ?? findOperation(request, scoped)?.replace('{+', '{')
  }
}
