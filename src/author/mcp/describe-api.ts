import * as z from 'zod'
import { openDescribedApi } from '../../data/described/described-api.ts'
import type { Description } from '../../descriptions/description.ts'
import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { type Operation, readOperations } from '../../descriptions/operations.ts'
import { readType } from '../../descriptions/schema.ts'
import { createUsageError } from '../../errors/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { pageItemsMax } from '../../service/mcp/limits.ts'
import { openSchema, readSchemaMembers } from '../prove/witnesses/locator.ts'

/** How deep below its place a piece shows members. */
const depthMax = 3
const wordsMax = 40
const textMax = 300
/** Members of one answer; a description that includes itself has no end. */
const membersMax = 5_000

const operationForm = /^(?<method>GET|POST) (?<path>\/\S*)$/

export const describeInput = z.strictObject({
  description: z.string().describe("File of the vendor's API description in the folder: OpenAPI, Swagger or GraphQL."),
  operation: z
    .string()
    .regex(operationForm, 'must be a method and a path: GET /users')
    .optional()
    .describe('Shows the parameters and the answer of this operation: "GET /users". Left out: lists operations.'),
  member: z
    .string()
    .optional()
    .describe('With "operation": shows what is below this member of the answer: "users.roles".'),
  find: z.string().optional().describe('Lists only operations or members whose name or text has this.'),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional()
    .describe('"next" of the answer before.'),
})

export const describeData = z.object({
  format: z.string(),
  title: z.string(),
  operations: z.array(z.object({ name: z.string(), summary: z.string() })).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), type: z.string() }))
    .optional(),
  members: z
    .array(
      z.object({
        locator: z.string().describe('As the source of a witness names it.'),
        type: z.string(),
        words: z.array(z.string()).describe('Each word that the description lists.'),
        says: z.string(),
      }),
    )
    .optional(),
})

type DescribedPiece = z.infer<typeof describeData>

/** One small piece of a description, in the words of the description. */
export function describeApi(
  description: Description,
  { operation, member, find = '', cursor = '0' }: z.output<typeof describeInput>,
): { readonly data: DescribedPiece; readonly next: string | undefined } {
  const head = {
    format: description.format,
    title: cleanLine(description.root.at('info', 'title').text ?? '', textMax),
  }
  const from = Number(cursor)
  if (operation === undefined) {
    if (member !== undefined) throw createUsageError('"member" is a part of the answer of an "operation". Name both.')
    const { items, next } = takeFrom(listOperations(description).filter(has(find)), from)
    return { data: { ...head, operations: items }, next }
  }
  const found = findOperation(description, operation)
  const { items, next } = takeFrom(listMembers(found, operation, member).filter(has(find)), from)
  return { data: { ...head, parameters: from === 0 ? listParameters(found) : undefined, members: items }, next }
}

function takeFrom<Item>(all: readonly Item[], from: number) {
  const end = from + pageItemsMax
  return { items: all.slice(from, end), next: end < all.length ? String(end) : undefined }
}

/** Whether any text of an entry has a text. */
function has(find: string): (entry: object) => boolean {
  const wanted = find.toLowerCase()
  return (entry) => wanted === '' || JSON.stringify(Object.values(entry)).toLowerCase().includes(wanted)
}

function listOperations({ root }: Description) {
  return readOperations(root)
    .filter(({ method }) => method === 'GET' || method === 'POST')
    .map(({ name, node }) => ({
      name: cleanLine(name),
      summary: cleanLine(node.at('summary').text ?? node.at('description').text ?? '', textMax),
    }))
}

function findOperation(description: Description, name: string): Operation {
  const { method, path = '' } = operationForm.exec(name)?.groups ?? {}
  const found = openDescribedApi(description, '').find(method === 'POST' ? 'POST' : 'GET', path)
  if ('problem' in found) throw createUsageError(`"${path}" ${found.problem}.`)
  return found.operation
}

function listParameters({ parameters }: Operation) {
  return parameters.slice(0, pageItemsMax).map(({ name, in: place, required, node }) => ({
    name: cleanLine(name),
    in: place,
    required,
    type: readType(node.at('schema')) ?? 'unknown',
  }))
}

/** Members of an answer, by what a witness names them. */
function listMembers({ success: { media } }: Operation, operation: string, below: string | undefined) {
  const steps = below === undefined ? [] : below.replaceAll('[]', '').split('.')
  let nodes = media ? openSchema(media.at('schema')) : []
  for (const step of steps)
    nodes = nodes.flatMap((node) => readSchemaMembers(node, step)).flatMap((node) => openSchema(node))
  if (nodes.length === 0 && below !== undefined)
    throw createUsageError(`The answer of ${operation} has no member "${below}".`)
  const members: NonNullable<DescribedPiece['members']> = []
  const visit = (holders: readonly DescriptionNode[], path: readonly string[], depth: number) => {
    for (const name of new Set(holders.flatMap((node) => node.at('properties').names()))) {
      if (members.length >= membersMax) return
      const own = holders.flatMap((node) => readSchemaMembers(node, name)).flatMap((node) => openSchema(node))
      members.push(describeMember(operation, [...path, name], own))
      if (depth < depthMax) visit(own, [...path, name], depth + 1)
    }
  }
  visit(nodes, steps, 1)
  return members
}

function describeMember(operation: string, path: readonly string[], nodes: readonly DescriptionNode[]) {
  const words = [...new Set(nodes.flatMap((node) => node.at('enum').items()).map(({ value }) => String(value)))]
  return {
    locator: cleanLine(`${operation} ${path.join('.')}`),
    type: [...new Set(nodes.flatMap((node) => readType(node) ?? []))].join(' or ') || 'unknown',
    words: words.slice(0, wordsMax).map((word) => cleanLine(word)),
    says: cleanLine(nodes.map((node) => node.at('description').text).find((text) => text !== undefined) ?? '', textMax),
  }
}
