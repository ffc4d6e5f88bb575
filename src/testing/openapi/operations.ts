import {
  type Content,
  type OpenApiDescription,
  type OpenApiServer,
  type Parameter,
  type RawOperation,
  resolved,
  type SecurityRequirement,
} from './description.ts'

/** One operation, ready to be served. */
export interface Operation {
  /** `GET /orgs/{org}/members` */
  readonly name: string
  readonly method: string
  readonly parameters: readonly Parameter[]
  readonly requestBody: Content | undefined
  /** The answer when all is well. */
  readonly status: number
  readonly response: Content | undefined
  readonly security: readonly SecurityRequirement[]
}

/** An operation that a request reached, with the path's values, percent-decoded. */
export interface FoundOperation {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

export interface Operations {
  /** The most specific operation that serves the request; HEAD is served by GET. */
  find(method: string, path: string): FoundOperation | undefined
  /** Whether any operation could be meant by a path with `:params`, as `vendor.fail()` takes it. */
  readonly all: readonly Operation[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The operations of a description, each under its path with and without the base path of its servers. */
export function operationsOf(description: OpenApiDescription): Operations {
  const entries = Object.entries(description.paths).flatMap(([template, item]) => {
    const shared = resolved<RawOperation & Readonly<Record<string, unknown>>>(item, description)
    return methods
      .filter((method) => shared[method] !== undefined)
      .map((method) => {
        const raw = resolved<RawOperation>(shared[method], description)
        const servers = raw.servers ?? shared.servers ?? description.servers ?? []
        return {
          operation: operationOf(method.toUpperCase(), template, raw, shared, description),
          path: pathPattern(template, basePaths(servers)),
        }
      })
  })
  // Literal parts first, so that /users/me is not taken for /users/{id}.
  entries.sort((a, b) => b.path.literals - a.path.literals)
  return {
    all: entries.map(({ operation }) => operation),
    find(method, path) {
      const wanted = method === 'HEAD' ? ['HEAD', 'GET'] : [method]
      for (const { operation, path: pattern } of entries) {
        if (!wanted.includes(operation.method)) continue
        const match = pattern.expression.exec(path)
        if (match) return { operation, params: paramsOf(pattern.names, match) }
      }
      return undefined
    },
  }
}

function operationOf(
  method: string,
  template: string,
  raw: RawOperation,
  shared: RawOperation,
  description: OpenApiDescription,
): Operation {
  // A parameter of the operation replaces the one of the path that has its name and place.
  const parameters = new Map(
    [...(shared.parameters ?? []), ...(raw.parameters ?? [])]
      .map((parameter) => resolved<Parameter>(parameter, description))
      .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
  )
  const [status, response] = successOf(raw)
  return {
    name: `${method} ${template}`,
    method,
    parameters: [...parameters.values()],
    requestBody: raw.requestBody === undefined ? undefined : resolved<Content>(raw.requestBody, description),
    status,
    response: response === undefined ? undefined : resolved<Content>(response, description),
    security: raw.security ?? description.security ?? [],
  }
}

/** The first 2xx that is declared; a provider that declares none, or only `default`, answers 200. */
function successOf({ responses = {} }: RawOperation): readonly [status: number, response: unknown] {
  const [code = '200', response = responses.default] =
    Object.entries(responses).find(([status]) => /^2(\d\d|XX)$/i.test(status)) ?? []
  return [/^\d{3}$/.test(code) ? Number(code) : 200, response]
}

interface PathPattern {
  readonly expression: RegExp
  readonly names: readonly string[]
  /** Characters outside of placeholders. */
  readonly literals: number
}

function pathPattern(template: string, bases: readonly string[]): PathPattern {
  const names: string[] = []
  // RFC 6570's `{+name}` takes slashes too, as Google's resource names need it.
  const parts = template.split(/(\{[^}]*\})/).map((part) => {
    const [, plus, name] = /^\{(\+?)([^}]*)\}$/.exec(part) ?? []
    if (name === undefined) return escaped(part)
    names.push(name)
    return plus === '+' ? '(.+)' : '([^/]+?)'
  })
  const base = bases.map(escaped).join('|')
  return {
    expression: new RegExp(`^(?:${base})?${parts.join('')}$`),
    names,
    literals: template.replaceAll(/\{[^}]*\}/g, '').length,
  }
}

/** A connector's base URL may hold the server's base path or not: loopback has no way to tell which host was meant. */
function basePaths(servers: readonly OpenApiServer[]): readonly string[] {
  return servers
    .map(({ url }) => /^(?:[a-z]+:\/\/[^/]*)?(\/.*?)?\/?$/i.exec(url)?.[1] ?? '')
    .filter((path) => path !== '' && !path.includes('{'))
}

function paramsOf(names: readonly string[], match: RegExpExecArray): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1] ?? '')]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A malformed escape is the client's; the value is shown as it was sent.
    return text
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
