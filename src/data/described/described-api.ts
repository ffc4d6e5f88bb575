import { cutUrlTemplate } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { type Operation, readOperations } from '../../descriptions/operations.ts'
import { findNearest } from '../../text/find-nearest.ts'
import { trimSlashes } from '../../text/trim-slashes.ts'
import { anyShape, type Shape } from '../expressions/shape.ts'
import { readSchemaShape } from './schema-shape.ts'

/** The vendor's own description, asked about the requests of a file. */
export interface DescribedApi {
  /**
   * What a request is answered with, or why the vendor does not have it.
   * @param sent names of the query members that the request sends
   */
  find(
    method: 'GET' | 'POST',
    path: string,
    sent?: readonly string[],
  ): { readonly shape: Shape; readonly operation: Operation } | { readonly problem: string }
}

interface DescribedPath {
  readonly written: string
  readonly pattern: RegExp
  /** How many steps any text fits into. */
  readonly openSteps: number
  /** `/projects/{id}:lock` fits `{id}` as well; the path with more text of its own is meant. */
  readonly textLength: number
  readonly operations: readonly Operation[]
}

/** @param baseUrl of the connector; a description may have a part of its path in the servers, or in each path */
export function openDescribedApi({ root }: Description, baseUrl: string): DescribedApi {
  const prefixes = [
    readPath(baseUrl),
    ...root
      .at('servers')
      .items()
      .map((server) => readPath(server.at('url').text ?? '')),
  ]
  const byPath = Map.groupBy(readOperations(root), ({ path }) => path)
  const paths = [...byPath].map(([written, operations]): DescribedPath => {
    const steps = written.split(placeholder)
    const textLength = steps.join('').length
    return { written, pattern: createPattern(steps), openSteps: steps.length - 1, textLength, operations }
  })
  const findPath = (path: string): DescribedPath | undefined => {
    const asked = path.replace(/[?#].*$/s, '').replaceAll(filling, '\u0001')
    const [base = ''] = prefixes
    const whole = base + asked
    const candidates = new Set([
      asked,
      whole,
      ...prefixes
        .filter((prefix) => prefix !== '' && whole.startsWith(`${prefix}/`))
        .map((prefix) => whole.slice(prefix.length)),
    ])
    return paths
      .filter(({ pattern }) => [...candidates].some((each) => pattern.test(each)))
      .toSorted((a, b) => a.openSteps - b.openSteps || b.textLength - a.textLength)
      .at(0)
  }
  return {
    find(method, path) {
      const found = findPath(path)
      if (!found) return { problem: describeUnknownPath(path, paths) }
      const operation = found.operations.find((each) => each.method === method)
      if (!operation) {
        const methods = found.operations.map((each) => each.method).join(', ')
        return { problem: `is asked by ${method}, and the description has ${methods} there only` }
      }
      const { media } = operation.success
      return { shape: media ? readSchemaShape(media.at('schema')) : anyShape, operation }
    },
  }
}

const placeholder = /\{[^{}]*\}/
const filling = /\{[^{}]*\}/g

/** `/users/{id}.json`: text between the placeholders, and any step for each of them. */
function createPattern(texts: readonly string[]): RegExp {
  const escaped = texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\\\/$/, '\\/'))
  return new RegExp(`^${escaped.join('[^/]+')}\\/?$`)
}

function describeUnknownPath(path: string, paths: readonly DescribedPath[]): string {
  const near = findNearest(
    path.replaceAll(filling, '{}'),
    paths.map(({ written }) => written.replaceAll(filling, '{}')),
  )
  const meant = near === undefined ? undefined : paths.find(({ written }) => written.replaceAll(filling, '{}') === near)
  return `is no path of the description${meant ? `; did you mean "${meant.written}"?` : ''}`
}

/** The path of an address, without a slash at its end; braces may stand in the host. */
function readPath(url: string): string {
  const rest = cutUrlTemplate(url)?.rest ?? (url.startsWith('/') ? url : '')
  return trimSlashes(rest.replace(/[?#].*$/s, ''))
}
