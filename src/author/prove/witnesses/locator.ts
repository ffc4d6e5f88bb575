import { type DescribedApi, openDescribedApi } from '../../../data/described/described-api.ts'
import type { Description } from '../../../descriptions/description.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { mergeSchema, readAlternatives } from '../../../descriptions/schema.ts'

interface Locator {
  /** `GET /keys`, or the name of a schema: `CryptoKey`. */
  readonly root: { readonly method: 'GET' | 'POST'; readonly path: string } | { readonly schema: string }
  readonly members: readonly string[]
  readonly word: string | undefined
}

const operationForm = /^(?<method>GET|POST) (?<path>\/\S*)(?: (?<members>[^=\s]+)(?:=(?<word>.+))?)?$/
const schemaForm = /^(?<schema>[^\s.=[]+)(?:\.(?<members>[^=\s]+))?(?:=(?<word>.+))?$/

/** Undefined for a text that is no locator. */
export function parseLocator(text: string): Locator | undefined {
  const {
    method,
    path = '',
    schema = '',
    members = '',
    word,
  } = (operationForm.exec(text) ?? schemaForm.exec(text))?.groups ?? {}
  if (method === undefined && schema === '') return undefined
  return {
    root: method === 'GET' || method === 'POST' ? { method, path } : { schema },
    members: members
      .replaceAll('[]', '')
      .split('.')
      .filter((each) => each !== ''),
    word,
  }
}

/** Says why a description does not have what a locator names; undefined if it does. Large ones are opened once for all locators. */
export function createLocatorCheck(description: Description, baseUrl: string): (text: string) => string | undefined {
  const api = openDescribedApi(description, baseUrl)
  return (text) => findLocatorProblem(text, description, api)
}

function findLocatorProblem(text: string, description: Description, api: DescribedApi): string | undefined {
  const locator = parseLocator(text)
  if (!locator) return 'must name a member: "CryptoKey.nextRotationTime", or "GET /keys keys.state=ENABLED"'
  const { root, members, word } = locator
  let nodes: readonly DescriptionNode[]
  if ('schema' in root) {
    const schema = description.root.at('components', 'schemas', root.schema)
    if (!schema.isObject) return `names "${root.schema}", which the description does not have`
    nodes = [schema]
  } else {
    const found = api.find(root.method, root.path)
    if ('problem' in found) return `"${root.path}" ${found.problem}`
    const { media } = found.operation.success
    nodes = media ? [media.at('schema')] : []
  }
  for (const [index, member] of members.entries()) {
    const holders = nodes.flatMap((node) => openSchema(node))
    nodes = holders.flatMap((node) => readSchemaMembers(node, member))
    if (nodes.length > 0) continue
    const known = [...new Set(holders.flatMap((node) => node.at('properties').names()))]
    return `names "${members.slice(0, index + 1).join('.')}", which the description does not have; it has ${known.slice(0, 20).join(', ') || 'no members there'}`
  }
  if (word === undefined || nodes.flatMap((node) => openSchema(node)).some((node) => saysWord(node, word)))
    return undefined
  return `names the word "${word}", which the description does not have`
}

const depthMax = 12

/** A schema in all its shapes, with what the items of a list are. */
export function openSchema(node: DescriptionNode, depth = 0): readonly DescriptionNode[] {
  if (!node.isObject || depth > depthMax) return []
  const schema = node.read(mergeSchema(node))
  const items = schema.at('items')
  return [
    schema,
    ...readAlternatives(schema).flatMap((each) => openSchema(each, depth + 1)),
    ...(items.isObject ? openSchema(items, depth + 1) : []),
  ]
}

/** A member of an object, or what any of its members is. */
export function readSchemaMembers(node: DescriptionNode, member: string): readonly DescriptionNode[] {
  const own = node.at('properties', member)
  const others = node.at('additionalProperties')
  return own.isThere ? [own] : others.isObject && node.at('properties').names().length === 0 ? [others] : []
}

function saysWord(node: DescriptionNode, word: string): boolean {
  const listed = [...node.at('enum').items(), node.at('const')].map(({ value }) => String(value))
  return listed.includes(word) || (node.at('description').text ?? '').includes(word)
}
