import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createFilledTextSchema, foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import { type WireObject, wire } from '../../../service/fields/wire.ts'
import type { PeriodLimit } from '../../../service/rights/period.ts'
import { addArticle } from '../../../text/add-article.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineListRoute } from '../../api/list-route.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { recordsFor } from '../reading/records-for.ts'
import { sendRecords } from '../reading/send-records.ts'
import { recordsFileBytesMax } from '../services/limits.ts'
import type { ThingRecord } from '../services/thing-service.ts'
import { toWireRecord } from '../services/to-wire-record.ts'

/** The routes of a thing by name: `create`, `list`, `counts` if it has states, `get`, `change`, `delete`, and one for each action. */
export type ThingRoutes = Readonly<Record<string, Route>>

/** The routes that follow from the declaration. */
export function routesFor(thing: Thing): ThingRoutes {
  const { idName, noun, nouns, name, path, scopes, all, fields, stateNames, verbs } = thing
  const one = addArticle(noun)
  const own = wire(all)
  const forms = wire(fields)
  const hasStates = stateNames.length > 0
  const StateSchema = z.enum(stateNames as [string, ...string[]])
  const stateShape: Record<string, z.ZodType> = hasStates
    ? { state: StateSchema.openapi({ description: 'Follows from the day and the other members.' }) }
    : {}
  const chosen: Record<string, z.ZodType<string | undefined>> = hasStates
    ? { state: StateSchema.optional().openapi({ description: 'Only those in this state.' }) }
    : {}
  const naming = Object.entries(all).filter(([, { kind, isHidden }]) => kind === 'id' && !isHidden)
  for (const [field] of naming)
    chosen[field] = foreignId.optional().openapi({ description: `Only those with this \`${field}\`.` })
  const shape: Readonly<Record<string, z.ZodType>> = {
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d50' }),
    ...own.item.shape,
    ...stateShape,
    createdAt: timestamp,
    createdBy: z.string().nullable().openapi({ description: 'The person who made it, if known.', example: 'usr_1' }),
    changedAt: timestamp,
  }
  const Item: WireObject = z.object(shape).openapi(name)
  const toItem = (record: ThingRecord) => toWireRecord(thing, record)
  const params = z.object({ [idName]: ownId })
  const readRef = ({ params, caller }: RefInput) => ({
    id: params[idName] ?? '',
    organizationId: caller.organizationId,
  })
  const facts = (operation: string) => ({ operationId: `${name}sController_${operation}_v1`, tag: thing.tag })
  const service = ({ runtime }: Pick<HostParts, 'runtime'>) => runtime.serviceOf(thing)
  const records = ({ runtime }: Pick<HostParts, 'runtime'>, caller: PeriodLimit) => recordsFor(runtime, thing, caller)
  const answer = { status: 200 as const, description: `The ${noun}.`, schema: Item }

  const routes: Record<string, Route> = {}
  if (verbs.includes('create'))
    routes.create = defineRoute({
      ...facts('create'),
      method: 'post',
      path,
      summary: `Make ${one}`,
      scope: scopes.write,
      body: [createJsonBody(forms.input.openapi(`New${name}`))],
      answer: { ...answer, status: 201, location: ({ id }) => `${path}/${id}` },
      audit: { action: thing.audit('create') },
      handle: async ({ body, caller }, host) => {
        const { organizationId } = caller
        return toItem(
          await service(host).create({ organizationId, userId: findOwnerId(caller), values: forms.fromInput(body) }),
        )
      },
    })
  routes.list = defineListRoute({
    ...facts('list'),
    path,
    summary: `List ${nouns}, the newest first`,
    scope: scopes.read,
    query: chosen,
    answer: `One page of ${nouns}.`,
    item: Item,
    page: `${name}Page`,
    by: 'createdAtMs',
    list: async ({ query: { state, ...where }, page, caller }, host) =>
      records(host, caller).list({ ...page, state, where: where as Readonly<Record<string, string | undefined>> }),
    toItem,
  })
  routes.download = defineRoute({
    ...facts('download'),
    method: 'get',
    path: `${path}/file`,
    summary: `Download ${nouns} as CSV`,
    scope: scopes.read,
    answer: { status: 200, description: `All ${nouns}.`, mediaTypes: ['text/csv'], schema: z.string() },
    handle: async ({ caller, request }, host) => sendRecords(host, thing, caller, request),
  })
  if (verbs.includes('create'))
    routes.import = defineRoute({
      ...facts('import'),
      method: 'post',
      path: `${path}/import`,
      summary: `Import ${nouns} from CSV`,
      description:
        'Columns are members of the API. A line with an `id` changes that record, the others are added. One mistake refuses the whole file and names its line.',
      problems: [409],
      scope: scopes.write,
      body: [
        createJsonBody(
          z.strictObject({ csv: createFilledTextSchema({ max: recordsFileBytesMax }) }).openapi(`${name}File`),
          { bytesMax: 2 * recordsFileBytesMax },
        ),
      ],
      answer: {
        status: 200,
        description: 'How many were added and changed.',
        schema: z.object({ added: z.int(), changed: z.int() }).openapi(`Imported${name}s`),
      },
      audit: { action: thing.audit('create') },
      handle: async ({ body: { csv }, caller }, host) => {
        const { organizationId } = caller
        const { added, changed } = await service(host).import({ organizationId, userId: findOwnerId(caller), csv })
        return { added, changed }
      },
    })
  if (hasStates)
    routes.counts = defineRoute({
      ...facts('count'),
      method: 'get',
      path: `${path}/counts`,
      summary: `Count ${nouns} by state`,
      scope: scopes.read,
      answer: {
        status: 200,
        description: 'How many there are in each state.',
        schema: z.object(Object.fromEntries(stateNames.map((state) => [state, z.int()]))).openapi(`${name}Counts`),
      },
      handle: async ({ caller }, host) => records(host, caller).countByState(),
    })
  routes.get = defineRoute({
    ...facts('get'),
    method: 'get',
    path: `${path}/{${idName}}`,
    summary: `Read ${one}`,
    scope: scopes.read,
    params,
    answer,
    handle: async ({ params, caller }, host) => {
      const record = await records(host, caller).get(params[idName] ?? '')
      if (record) return toItem(record)
      throw new ApiError(`There is no such ${noun}.`, { code: 'NOT_FOUND' })
    },
  })
  if (verbs.includes('change'))
    routes.change = defineRoute({
      ...facts('change'),
      method: 'patch',
      path: `${path}/{${idName}}`,
      summary: `Change ${one}`,
      description: 'What is left out stays.',
      problems: [409],
      scope: scopes.write,
      params,
      body: [createJsonBody(forms.changes.openapi(`${name}Changes`))],
      answer,
      audit: { action: thing.audit('change') },
      handle: async ({ body, ...input }, host) =>
        toItem(
          await service(host).change({
            ...readRef(input),
            userId: findOwnerId(input.caller),
            changes: forms.fromChanges(body),
          }),
        ),
    })
  if (verbs.includes('delete'))
    routes.delete = defineRoute({
      ...facts('delete'),
      method: 'delete',
      path: `${path}/{${idName}}`,
      summary: `Delete ${one}`,
      problems: thing.deleteFrom ? [409] : undefined,
      scope: scopes.write,
      params,
      answer: { status: 200, description: `The ${noun} is deleted.`, schema: Done },
      audit: { action: thing.audit('delete') },
      handle: async (input, host) => {
        await service(host).delete({ ...readRef(input), userId: findOwnerId(input.caller) })
        return done
      },
    })
  for (const [action, { summary, scope = scopes.write }] of Object.entries(thing.actions))
    routes[action] = defineRoute({
      ...facts(action),
      method: 'post',
      path: `${path}/{${idName}}/${action}`,
      summary,
      problems: [409],
      scope,
      params,
      answer,
      audit: { action: thing.audit(action) },
      handle: async (input, host) => {
        const act = service(host).act[action]
        if (act === undefined) throw new TypeError(`routesFor: ${thing.id} has no action ${action}`)
        return toItem(await act({ ...readRef(input), userId: findOwnerId(input.caller) }))
      },
    })
  return routes
}

/** The routes of things, in order. @param replaced routes by the id of their thing, in place of those that follow, or beside them */
export function listThingRoutes(
  things: readonly Thing[],
  replaced: Readonly<Record<string, ThingRoutes>> = {},
): readonly Route[] {
  return things.flatMap((thing) => Object.values({ ...routesFor(thing), ...replaced[thing.id] }))
}

interface RefInput {
  readonly params: Readonly<Record<string, string>>
  readonly caller: { readonly organizationId: string }
}
