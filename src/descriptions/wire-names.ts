import { escapePattern } from '../text/escape-pattern.ts'
import type { DescriptionNode } from './description-node.ts'
import { type Operation, readOperations } from './operations.ts'

/** A request as it is sent, where the description names operations by service. */
export interface NamedRequest {
  readonly method: string
  readonly path: string
  readonly host?: string | undefined
  /** Where the protocol names the operation beside the path. */
  readonly action?: string | undefined
}

/** Finds the operation of a request in AWS's own models. Undefined for a description that names operations by method and path. */
export function createWireFinder(
  root: DescriptionNode,
): ((request: NamedRequest) => Operation | undefined) | undefined {
  const onWire = readOperations(root).flatMap((operation) => {
    const [service = '', ...rest] = operation.node.at('x-wire').text?.split(' ') ?? []
    return service === '' ? [] : [{ service, name: rest.join(' '), pattern: createPattern(rest.join(' ')), operation }]
  })
  if (onWire.length === 0) return undefined
  return ({ method, path, host = '', action }) => {
    const hosts = host.split('.')
    return onWire.find(
      ({ service, name, pattern }) =>
        hosts.includes(service) && (action === undefined ? pattern.test(`${method} ${path}`) : name === action),
    )?.operation
  }
}

function createPattern(name: string): RegExp {
  const steps = name.split(/\{[^{}]*\}/).map(escapePattern)
  return new RegExp(`^${steps.join('[^/]+')}$`)
}
