import type { DescriptionNode } from './description-node.ts'
import { type OperationParameter, readParameters } from './parameters.ts'
import { mergeSchema } from './schema.ts'

/** One operation of a description: a path with a method. */
export interface Operation {
  /** `GET /orgs/{org}/members` */
  readonly name: string
  readonly method: string
  /** As in the description: `/orgs/{org}/members`. */
  readonly path: string
  readonly node: DescriptionNode
  readonly parameters: readonly OperationParameter[]
  /** The successful response. */
  readonly success: Success
  /** The servers of the operation, otherwise of its path, otherwise of the whole description. */
  readonly servers: DescriptionNode
}

export interface Success {
  readonly status: number
  readonly response: DescriptionNode
  /**
   * The JSON part of the response: `application/json` or a relative of it (`application/vnd.acme+json`), otherwise what
   * is sent under any type.
   */
  readonly media: DescriptionNode | undefined
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Every operation of a description, in its order. */
export function readOperations(root: DescriptionNode): readonly Operation[] {
  return root
    .at('paths')
    .members()
    .flatMap(([path, item]) => methods.flatMap((method) => readOperation(root, path, item, method) ?? []))
}

/** @returns undefined for a method that the path does not have */
export function readOperation(
  root: DescriptionNode,
  path: string,
  item: DescriptionNode,
  method: string,
): Operation | undefined {
  const node = item.at(method)
  if (!node.isObject) return undefined
  const name = method.toUpperCase()
  return {
    name: `${name} ${path}`,
    method: name,
    path,
    node,
    parameters: readParameters(item, node),
    success: readSuccess(node),
    servers: [node, item].map((each) => each.at('servers')).find(({ isThere }) => isThere) ?? root.at('servers'),
  }
}

/** The first declared 2xx; a provider with none, or only `default`, answers 200. */
function readSuccess(operation: DescriptionNode): Success {
  const responses = operation.at('responses')
  // By name first, because a reference in another response may lead nowhere, and that response is not needed.
  const found = responses.names().find((status) => /^2(\d\d|XX)$/i.test(status))
  const code = found ?? '200'
  const response = responses.at(found ?? 'default')
  const contents = response.at('content').members()
  // Generators that know no type write "*/*".
  const media = [/[/+]json\b/i, /^(?:\*|application)\/\*/i]
    .flatMap((wanted) => contents.filter(([type]) => wanted.test(type)).map(([, node]) => node))
    .at(0)
  return { status: /^\d{3}$/.test(code) ? Number(code) : 200, response, media }
}

/** The first example of a response's JSON; an example that is JSON in a string is parsed. */
export function readExample(media: DescriptionNode): DescriptionNode {
  const [, example] = media.at('examples').members()[0] ?? []
  const own = media.at('example')
  if (!own.isThere && example) return parseExample(example.at('value'))
  // A "value" that the schema has is the answer's own.
  const isOwn = mergeSchema(media.at('schema')).properties?.value !== undefined
  return parseExample(isOwn ? own : unwrapExample(own))
}

/**
 * Some write into "example" what belongs into "examples": the value in an object of its own. A list stays where it is,
 * because Azure's answers have it in "value".
 */
function unwrapExample(example: DescriptionNode): DescriptionNode {
  const names = example.names()
  const isWrapped = names.every((name) => /^(?:summary|description|value)$/.test(name))
  const inner = example.at('value')
  return isWrapped && inner.isObject ? inner : example
}

function parseExample(example: DescriptionNode): DescriptionNode {
  if (!/^\s*[{[]/.test(example.text ?? '')) return example
  try {
    return example.read(JSON.parse(example.text ?? ''))
  } catch {
    // Prose, or JSON that was cut.
    return example
  }
}
