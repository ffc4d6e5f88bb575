import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { type Operation, readOperations } from '../../../descriptions/operations.ts'
import { decodePercent } from '../../../text/decode-percent.ts'
import { escapePattern } from '../../../text/escape-pattern.ts'

/** The operation of a request, with the path's values, percent-decoded. */
export interface FoundOperation {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

/** Finds the most specific operation that serves a request; HEAD is served by GET. */
export type FindOperation = (method: string, path: string) => FoundOperation | undefined

/** The operations of a description, each under its path with and without the base path of its servers. */
export function createOperationFinder(root: DescriptionNode): FindOperation {
  const entries = readOperations(root).map((operation) => ({
    operation,
    pattern: createPattern(operation.path, readBasePaths(operation.servers)),
  }))
  // Literal parts first, so that /users/me does not match /users/{id}.
  entries.sort((a, b) => b.pattern.literals - a.pattern.literals)
  return (method, path) => {
    const wanted = method === 'HEAD' ? ['HEAD', 'GET'] : [method]
    for (const { operation, pattern } of entries) {
      if (!wanted.includes(operation.method)) continue
      const match = pattern.expression.exec(path)
      if (match) return { operation, params: readPathParams(pattern.names, match) }
    }
    return undefined
  }
}

interface PathPattern {
  readonly expression: RegExp
  readonly names: readonly string[]
  /** Characters outside of placeholders. */
  readonly literals: number
}

function createPattern(template: string, bases: readonly string[]): PathPattern {
  const names: string[] = []
  // RFC 6570's `{+name}` takes slashes too, as Google's resource names need it.
  const parts = template.split(/(\{[^}]*\})/).map((part) => {
    const [, plus, name] = /^\{(\+?)([^}]*)\}$/.exec(part) ?? []
    // A request has other letters percent-encoded.
    if (name === undefined) return escapePattern(part.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent))
    names.push(name)
    return plus === '+' ? '(.+)' : '([^/]+?)'
  })
  const base = bases.map(escapePattern).join('|')
  return {
    expression: new RegExp(`^(?:${base})?${parts.join('')}$`),
    names,
    literals: template.replaceAll(/\{[^}]*\}/g, '').length,
  }
}

/** A connector's base URL may contain the server's base path or not: on loopback, the intended host is unknown. */
function readBasePaths(servers: DescriptionNode): readonly string[] {
  return servers
    .items()
    .map((server) => /^(?:[a-z]+:\/\/[^/]*)?(\/.*?)?\/?$/i.exec(server.at('url').text ?? '')?.[1] ?? '')
    .filter((path) => path !== '' && !path.includes('{'))
}

function readPathParams(names: readonly string[], match: RegExpExecArray): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, index) => [name, decode(match[index + 1])]))
}

/** The client wrote a malformed escape; the value is shown as it was sent. */
function decode(text = ''): string {
  return decodePercent(text) ?? text
}
