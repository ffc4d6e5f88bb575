import * as z from 'zod'
import { cursorLengthMax } from '../../service/api/schemas/page-cursor.ts'
import { pageItemsMax } from '../../service/mcp/limits.ts'
import type { Tool, ToolAnswer } from '../../service/mcp/tool.ts'
import type { HostParts } from '../../things/api/parts/host-parts.ts'
import type { PreparedRequest, Route } from '../../things/api/route.ts'
import { type ServedRequest, serveRoute } from '../../things/api/serve-route.ts'
import { allRoutes } from '../routes/all-routes.ts'
import { type ReadTool, readTools } from './read-tools.ts'

/** The request of the protocol in which a tool is called. */
type OuterRequest = Pick<ServedRequest, 'request' | 'requestId' | 'headers'>

/** A tool, and the route that answers it. */
interface RoutedTool extends Pick<Tool, 'name' | 'title' | 'description' | 'input' | 'data'> {
  readonly tool: ReadTool
  readonly route: Route
}

/** The tools for one request: what they read, they read as whoever sent it. */
export function createReadTools(outer: OuterRequest, host: HostParts): readonly Tool[] {
  routed ??= readTools.map(findRoute)
  return routed.map(({ tool, route, ...facts }) => ({
    ...facts,
    isReadOnly: true,
    answer: async (input: Readonly<Record<string, unknown>>) => read({ tool, route }, input, outer, host),
  }))
}

/** Made once: schemas cost more than a request. */
let routed: readonly RoutedTool[] | undefined

function findRoute(tool: ReadTool): RoutedTool {
  const { name, title, description, operationId } = tool
  const route = allRoutes.find((each) => each.operationId === operationId)
  if (route?.method !== 'get') throw new TypeError(`mcp: ${name} has no GET ${operationId}`)
  return { tool, route, name, title, description, input: createInput(tool, route), data: createData(tool, route) }
}

function createInput({ name, arguments: described }: ReadTool, route: Route): z.ZodObject {
  const required = route.params?.shape ?? {}
  const members = Object.entries(described).map(([argument, meaning]) => {
    const own: z.ZodType | undefined = required[argument] ?? route.query?.shape[argument]
    if (!own) throw new TypeError(`mcp: ${route.operationId} has no "${argument}", which ${name} names`)
    const schema = toArgument(own).describe(meaning)
    return [argument, argument in required ? schema : schema.optional()] as const
  })
  const ofPages = isPaged(route) || route.params === undefined ? Object.entries(paging) : []
  return z.strictObject(Object.fromEntries([...members, ...ofPages]))
}

const paging = {
  limit: z.int().min(1).max(pageItemsMax).optional().describe('Items of the page. Default: 20.'),
  cursor: z.string().max(cursorLengthMax).optional().describe('"next" of the answer before.'),
}
const limitDefault = 20

function isPaged({ query }: Route): boolean {
  return query?.shape.cursor !== undefined
}

/** What a model sends for a text of a path or query: one of its words, a truth value, or a text. */
function toArgument(schema: z.ZodType): z.ZodType {
  const { enum: words, default: preset } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const texts = (words ?? []).map(String)
  if (texts.length === 2 && texts.includes('true') && texts.includes('false')) return z.boolean()
  const [first, ...others] = texts
  if (first !== undefined) return z.enum([first, ...others])
  return typeof preset === 'number' ? z.int().min(1).max(100_000) : z.string().max(500)
}

function createData({ listItems }: ReadTool, route: Route): z.ZodType {
  return listItems ? z.object({ items: z.array(z.record(z.string(), z.json())) }) : route.answer.schema
}

async function read(
  { tool, route }: Pick<RoutedTool, 'tool' | 'route'>,
  { limit = limitDefault, cursor, ...input }: Readonly<Record<string, unknown>>,
  { request, requestId, headers }: OuterRequest,
  host: HostParts,
): Promise<ToolAnswer> {
  const params: Record<string, string> = {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && name in (route.params?.shape ?? {})) params[name] = String(value)
    else if (value !== undefined) query.set(name, String(value))
  if (isPaged(route)) {
    query.set('limit', String(limit))
    if (cursor !== undefined) query.set('cursor', String(cursor))
  }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(`${path}?${query}`, request.url)
  const asked = new Request(url, { headers: copyCredentials(request.headers) })
  // The request of the protocol was counted.
  const served = { request: asked, requestId, params, headers, admit: () => {} }
  const response = await serveRoute(noteCall(route, tool), served, host)
  const answer = (await response.json()) as { readonly nextCursor?: string | null }
  if (tool.listItems) return takeItems(tool.listItems(answer as never), Number(limit), Number(cursor ?? 0) || 0)
  return { data: answer, next: answer.nextCursor ?? undefined }
}

function copyCredentials(headers: Headers): Headers {
  const copied = new Headers()
  for (const name of ['x-api-key', 'authorization']) {
    const value = headers.get(name)
    if (value !== null) copied.set(name, value)
  }
  return copied
}

/** The route, with an entry in the audit log for each call. One that has its own keeps it. */
function noteCall(route: Route, { name }: ReadTool): Route {
  if (route.action !== undefined) return route
  return {
    ...route,
    action: 'mcp.call',
    prepare: async (request, host): Promise<PreparedRequest> => {
      const prepared = await route.prepare(request, host)
      return {
        ...prepared,
        fields: [...new URL(request.request.url).searchParams.keys()],
        carryOut: async () => {
          const outcome = await prepared.carryOut()
          const id = Object.values(request.params).at(-1)
          return { ...outcome, target: id === undefined ? name : `${name} ${id}` }
        },
      }
    },
  }
}

/** A page of a list that the API answers whole. */
function takeItems(items: readonly unknown[], limit: number, from: number): ToolAnswer {
  const end = from + limit
  return { data: { items: items.slice(from, end) }, next: end < items.length ? String(end) : undefined }
}
