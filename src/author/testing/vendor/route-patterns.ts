import { METHODS } from 'node:http'
import { decodePercent } from '../../../text/decode-percent.ts'

/** Types of a route's `:params`, read from its text: `'GET /users/:id'` gives `{ id: string }`. */
export type ParamsOf<Route extends string> = string extends Route
  ? Readonly<Record<string, string>>
  : { readonly [Name in ParamNames<PathOf<Route>>]: string }

type PathOf<Route extends string> = Route extends `${string} ${infer Path}` ? Path : Route
type ParamNames<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamName<Segment> | ParamNames<Rest>
  : ParamName<Path>
type ParamName<Segment extends string> = Segment extends '*'
  ? '*'
  : Segment extends `:${infer Name}`
    ? BareName<Name>
    : never
type BareName<Name extends string> = Name extends `${infer Bare}.${string}`
  ? BareName<Bare>
  : Name extends `${infer Bare}:${string}`
    ? BareName<Bare>
    : Name

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string; readonly suffix: string }
  | { readonly kind: 'rest' }

/** A method with a path pattern. */
export interface RoutePattern {
  /** Normalised: `GET /users/:id`. */
  readonly text: string
  readonly method: string
  readonly segments: readonly Segment[]
}

/**
 * Reads `METHOD /path/:param`. The method defaults to GET; a param fills a whole segment or ends at a literal suffix
 * (`:id.json`, `:id:cancel`); a last segment `*` takes the rest.
 * @throws TypeError with the route and its problem
 */
export function parseRoute(text: string): RoutePattern {
  const refuse = (why: string): never => {
    throw new TypeError(`The route "${text}" ${why}. Write it like "GET /users/:id".`)
  }
  const [, method = 'GET', path = ''] = /^(?:(\S+) )?(\S*)$/.exec(text) ?? refuse('is not a method and a path')
  if (!METHODS.includes(method)) refuse(`has the unknown method ${method}`)
  if (!path.startsWith('/')) refuse('has a path that does not begin with "/"')
  if (/[?#]/.test(path)) refuse('has a query or fragment; a handler finds the query in request.query')
  const parts = path.slice(1).split('/')
  const segments = parts.map((part, index): Segment => {
    if (part === '*') return index === parts.length - 1 ? { kind: 'rest' } : refuse('has a "*" before its end')
    if (!part.startsWith(':')) return { kind: 'literal', text: tryDecodeSegment(part) }
    const [, name = '', suffix = ''] =
      /^:([A-Za-z_]\w*)((?:[.:].*)?)$/.exec(part) ?? refuse(`has the unreadable part "${part}"`)
    return { kind: 'param', name, suffix: tryDecodeSegment(suffix) }
  })
  const names = segments.flatMap((segment) => (segment.kind === 'param' ? [segment.name] : []))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) refuse(`has the parameter :${twice} twice`)
  return { text: `${method} ${path}`, method, segments }
}

/** The values of the params if the path fits, otherwise undefined. Segments are compared percent-decoded. */
export function matchPath(pattern: RoutePattern, path: string): Record<string, string> | undefined {
  const parts = path.slice(1).split('/')
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.segments.entries()) {
    const part = parts[index]
    if (part === undefined) return undefined
    if (segment.kind === 'rest') {
      params['*'] = parts.slice(index).map(tryDecodeSegment).join('/')
      return params
    }
    const value = tryDecodeSegment(part)
    if (segment.kind === 'literal') {
      if (value !== segment.text) return undefined
    } else {
      if (!value.endsWith(segment.suffix) || value.length === segment.suffix.length) return undefined
      params[segment.name] = value.slice(0, value.length - segment.suffix.length)
    }
  }
  return parts.length === pattern.segments.length ? params : undefined
}

/** Whether a route serves a method: its own, and HEAD where it serves GET (RFC 9110 §9.3.2). */
export function isServedBy(route: RoutePattern, method: string): boolean {
  return route.method === method || (method === 'HEAD' && route.method === 'GET')
}

/** Whether some request could fit both. */
export function isOverlapping(a: RoutePattern, b: RoutePattern): boolean {
  if (a.method !== b.method) return false
  for (let index = 0; ; index += 1) {
    const left = a.segments[index]
    const right = b.segments[index]
    if (left === undefined || right === undefined) return left === right
    if (left.kind === 'rest' || right.kind === 'rest') return true
    if (left.kind === 'literal' && right.kind === 'literal' ? left.text !== right.text : !isSuffixShared(left, right))
      return false
  }
}

/** Orders the more specific pattern first, segment by segment, so that `/users/me` wins over `/users/:id`. */
export function compareSpecificity(a: RoutePattern, b: RoutePattern): number {
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index]
    if (other === undefined) return -1
    const difference = rankSegment(segment) - rankSegment(other)
    if (difference !== 0) return difference
  }
  return b.segments.length - a.segments.length
}

function rankSegment(segment: Segment): number {
  if (segment.kind === 'literal') return 0
  if (segment.kind === 'rest') return 2
  // The longer the fixed part, the more specific: `:id.json` comes before `:id`.
  return 1 / (1 + segment.suffix.length)
}

function isSuffixShared(left: Exclude<Segment, { kind: 'rest' }>, right: Exclude<Segment, { kind: 'rest' }>): boolean {
  const a = left.kind === 'literal' ? left.text : left.suffix
  const b = right.kind === 'literal' ? right.text : right.suffix
  return a.endsWith(b) || b.endsWith(a)
}

/** A malformed escape stays as it was sent, because the vendor decides about it. */
function tryDecodeSegment(text: string): string {
  return decodePercent(text) ?? text
}
