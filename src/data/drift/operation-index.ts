import { cutUrlTemplate } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { type Operation, readOperations } from '../../descriptions/operations.ts'
import { trimSlashes } from '../../text/trim-slashes.ts'

/** Finds operations however a description spells them: names of placeholders, and a base path in the servers or in each path. */
export interface OperationIndex {
  readonly operations: readonly Operation[]
  /** By method and path as another description writes them, with the base paths that it may have. */
  find(method: string, path: string, bases?: readonly string[]): Operation | undefined
}

export function indexOperations({ root }: Description): OperationIndex {
  const operations = readOperations(root)
  const byPath = new Map<string, Operation>()
  const add = (key: string, operation: Operation) => {
    if (!byPath.has(key)) byPath.set(key, operation)
  }
  for (const operation of operations) add(toKey(operation.method, operation.path), operation)
  for (const operation of operations)
    for (const base of listBases(operation)) add(toKey(operation.method, base + operation.path), operation)
  return {
    operations,
    find: (method, path, bases = []) =>
      [path, ...bases.map((base) => base + path)]
        .map((each) => byPath.get(toKey(method, each)))
        .find((operation) => operation !== undefined),
  }
}

/** Addresses of an operation's servers, without names of placeholders; empty where the description names no host. */
export function listAddresses({ servers, path }: Operation): readonly string[] {
  return listUrls(servers)
    .filter((url) => cutUrlTemplate(url) !== undefined)
    .map((url) => cleanPath(trimSlashes(url) + path))
}

/** Paths that stand before the path of an operation. */
export function listBases({ servers }: Operation): readonly string[] {
  return [
    ...new Set(
      listUrls(servers)
        .map((url) => trimSlashes(cutUrlTemplate(url)?.rest ?? (url.startsWith('/') ? url : '')))
        .filter((base) => base !== ''),
    ),
  ]
}

function listUrls(servers: DescriptionNode): readonly string[] {
  return servers.items().flatMap((server) => server.at('url').text ?? [])
}

/** Without the names of placeholders, and of what no request depends on. */
export function cleanPath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(.)\/$/, '$1')
}

function toKey(method: string, path: string): string {
  return `${method} ${cleanPath(path)}`
}
