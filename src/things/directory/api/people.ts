import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import { formatPlaceCursor, parsePlaceCursor } from '../../../service/api/schemas/place-cursor.ts'
import { exampleConnectionId, toNullable } from '../../../service/api/schemas/schemas.ts'
import { ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { defineRoute } from '../../api/route.ts'
import { accountFilters, type PeoplePage, peopleFilters } from '../people-view.ts'
import { sendAccounts, sendDevices, sendPeople } from '../reading/send-people.ts'
import {
  AccountSchema,
  DeviceSchema,
  PersonDetailSchema,
  PersonSchema,
  toWireAccount,
  toWireDevice,
  toWirePerson,
  toWirePersonDetail,
} from './people-schema.ts'

const tag = 'Directory'
const examplePersonKey = 'k3Jd8fQ2mZx7Rb1LwY0aTg'
const auditRead = (part: string) => ({
  action: 'people.read' as const,
  describe: () => ({ target: '', fields: [part] }),
})

const format = z.enum(['csv']).optional().openapi({ description: 'A download of the whole list. Left out: one page.' })

const builtAt = timestamp.openapi({ description: 'When the list was put together from the newest readings.' })

const doubt = z.string().nullable().openapi({
  description: 'Why nobody can say that somebody is not in the directory. null: all is there.',
  example: null,
})

function createListSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    builtAt,
    isOld: z.boolean().openapi({ description: 'Something has changed since, and a newer list is on its way.' }),
    doubt,
    systems: z.array(
      z.object({
        connectionId: z.string().openapi({ example: exampleConnectionId }),
        name: z.string().openapi({ example: 'GitHub' }),
        readAt: timestamp.nullable().openapi({ description: 'null: its accounts cannot be told.' }),
        because: z.string().nullable().openapi({ description: 'Why not everything is seen of it.', example: null }),
        accounts: z.int().openapi({ example: 42 }),
      }),
    ),
    data: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: 'The start of the next page. null: this is the last page.' }),
  })
}

const pageFacts = {
  tag,
  scope: 'people:read',
  problems: [409] as const,
} as const

const pagedDescription =
  'It is put together from the newest readings of all connections. With `format=csv` you get the whole list. Reading is written to the audit log. If the list is put together anew between two pages, the answer is 409: begin again.'

const mediaTypes = ['application/json', 'text/csv']

export const listPeople = defineRoute({
  ...pageFacts,
  method: 'get',
  path: '/v1/people',
  operationId: 'DirectoryController_listPeople_v1',
  summary: 'List people with their accounts over all connections, by name',
  description: pagedDescription,
  query: z.strictObject({ filter: z.enum(peopleFilters).optional(), format, ...pageQuery }),
  answer: {
    status: 200,
    description: 'One page of people, or the download.',
    mediaTypes,
    schema: createListSchema(PersonSchema).openapi('PersonPage'),
  },
  auditRead: auditRead('people'),
  handle: async ({ query: { filter, format: wanted, ...page }, request, caller: { organizationId } }, { runtime }) => {
    if (wanted) return sendPeople(runtime, { organizationId, filter }, request)
    const people = await runtime.peopleView.people({ organizationId, filter, ...readPlace(page) })
    return toWirePage(people, toWirePerson)
  },
})

export const getPerson = defineRoute({
  ...pageFacts,
  method: 'get',
  path: '/v1/people/{personKey}',
  operationId: 'DirectoryController_getPerson_v1',
  summary: 'Everything that is known of one person',
  description: 'Reading is written to the audit log.',
  params: z.object({ personKey: ownId.openapi({ description: '`key` of the list.', example: examplePersonKey }) }),
  answer: { status: 200, description: 'The person.', schema: PersonDetailSchema },
  problems: [404, 409],
  auditRead: auditRead('person'),
  handle: async ({ params: { personKey }, caller: { organizationId } }, { runtime }) => {
    const person = await runtime.peopleView.person({ organizationId, key: personKey })
    if (person) return toWirePersonDetail(person)
    throw new ApiError('There is no such person.', { code: 'NOT_FOUND' })
  },
})

export const listAccounts = defineRoute({
  ...pageFacts,
  method: 'get',
  path: '/v1/accounts',
  operationId: 'DirectoryController_listAccounts_v1',
  summary: 'List the accounts of all connections with their owners',
  description: `${pagedDescription} \`nobodys\` are of nobody in a complete directory; \`proposed\` may be of somebody, and an admin has to decide.`,
  query: z.strictObject({
    filter: z.enum(accountFilters).optional(),
    connectionId: ownId.optional().openapi({ example: exampleConnectionId }),
    format,
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of accounts, or the download.',
    mediaTypes,
    schema: createListSchema(AccountSchema).openapi('AccountPage'),
  },
  auditRead: auditRead('accounts'),
  handle: async ({ query, request, caller: { organizationId } }, { runtime }) => {
    const { filter, connectionId, format: wanted, ...page } = query
    if (wanted) return sendAccounts(runtime, { organizationId, filter, connectionId }, request)
    const choice = { organizationId, filter, connectionId }
    return toWirePage(await runtime.peopleView.accounts({ ...choice, ...readPlace(page) }), toWireAccount)
  },
})

export const listDevices = defineRoute({
  ...pageFacts,
  method: 'get',
  path: '/v1/devices',
  operationId: 'DirectoryController_listDevices_v1',
  summary: 'List the devices of all connections with their owners',
  description: pagedDescription,
  query: z.strictObject({ filter: z.enum(['nobodys']).optional(), format, ...pageQuery }),
  answer: {
    status: 200,
    description: 'One page of devices, or the download.',
    mediaTypes,
    schema: createListSchema(DeviceSchema).openapi('DevicePage'),
  },
  auditRead: auditRead('devices'),
  handle: async ({ query: { filter, format: wanted, ...page }, request, caller: { organizationId } }, { runtime }) => {
    if (wanted) return sendDevices(runtime, { organizationId, filter }, request)
    const devices = await runtime.peopleView.devices({ organizationId, filter, ...readPlace(page) })
    return toWirePage(devices, toWireDevice)
  },
})

function readPlace({ limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }) {
  const place = parsePlaceCursor(cursor)
  return { limit, from: place?.index, viewId: place?.part }
}

function toWirePage<T, Wire>({ head, viewId, isOld, data, next }: PeoplePage<T>, toWire: (item: T) => Wire) {
  return {
    builtAt: head.builtAt,
    isOld,
    doubt: toNullable(head.doubt),
    systems: head.systems.map(({ connectionId, name, readAt, because, accounts }) => ({
      connectionId,
      name,
      accounts,
      readAt: toNullable(readAt),
      because: toNullable(because),
    })),
    data: data.map(toWire),
    nextCursor: next === undefined ? null : formatPlaceCursor({ part: viewId, index: next }),
  }
}
