import { z } from '@hono/zod-openapi'
import type { SystemSettings } from '../../../crosscheck/people/directory-store.ts'
import { peopleFileBytesMax } from '../../../crosscheck/people/people-file-limits.ts'
import { createBase64Schema } from '../../../service/api/schemas/base64.ts'
import { connectionParams, exampleConnectionId, toNullable } from '../../../service/api/schemas/schemas.ts'
import {
  createFilledTextSchema,
  fileName,
  foreignId,
  ownId,
  timestamp,
} from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import type { SourceOfPeople } from '../directory.ts'

const tag = 'Directory'

export const lastDay = z.iso
  .date()
  .openapi({ description: 'Last day on which it holds, in UTC, at most a year ahead.', example: '2026-12-31' })

/** The person who decides, with an API key. */
export const deciderId = foreignId.optional().openapi({
  description: 'The person who decides, with an API key. Ignored with a token, because its person decides.',
  example: 'usr_1',
})

const covers = z.enum(['employees', 'contractors', 'both']).openapi({ example: 'both' })

const sourceName = createFilledTextSchema({ max: 100 }).openapi({ example: 'Staff' })

const SourceInputSchema = z
  .union([
    z.strictObject({
      file: sourceName,
      id: ownId.optional().openapi({ description: 'Of one that is there.' }),
      covers,
    }),
    z.strictObject({
      connection: ownId.openapi({ description: 'A connection whose connector lists people.' }),
      covers,
      accountsArePeople: z
        .boolean()
        .optional()
        .openapi({ description: 'Left out: whether the connector lists accounts, too, as identity providers do.' }),
    }),
  ])
  .openapi('DirectorySourceInput', { example: { file: 'Staff', covers: 'both' } })

const SourceSchema = z
  .object({
    id: z.string().openapi({ description: 'Ids of its people begin with it.', example: exampleConnectionId }),
    is: z.enum(['connection', 'file']).openapi({ example: 'file' }),
    name: z.string().openapi({ example: 'Staff' }),
    covers,
    accountsArePeople: z.boolean().openapi({ example: false }),
    people: z
      .object({
        count: z.int().openapi({ example: 42 }),
        readAt: timestamp.openapi({ description: 'When reading began, or the date of the file.' }),
        complete: z.boolean(),
        importedAt: timestamp.nullable().openapi({ description: 'Of a file.' }),
        countsUntil: timestamp.nullable().openapi({ description: 'Of a file: afterwards it says nothing.' }),
      })
      .nullable()
      .openapi({ description: 'null: nothing was read.' }),
  })
  .openapi('DirectorySource')

const SystemSchema = z
  .object({
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    enforcedDomains: z.array(z.string()).openapi({
      description: 'Your domains in which the vendor lets nobody but members have addresses.',
      example: ['acme.example'],
    }),
    signsInBy: z
      .string()
      .nullable()
      .openapi({ description: 'The connection of the identity provider that people sign in by.', example: null }),
    exempt: z
      .object({
        reason: z.string().openapi({ example: 'It is switched off.' }),
        expires: lastDay,
        by: z.string().openapi({ example: 'ada@acme.example' }),
        at: timestamp,
      })
      .nullable()
      .openapi({ description: 'Somebody has taken it out of cross-checks.' }),
  })
  .openapi('DirectorySystem')

const DirectorySchema = z
  .object({ sources: z.array(SourceSchema), systems: z.array(SystemSchema) })
  .openapi('Directory')

export const getDirectory = defineRoute({
  method: 'get',
  path: '/v1/directory',
  operationId: 'DirectoryController_get_v1',
  tag,
  summary: 'Where people come from, and what you have said of connections',
  description: 'The first source that covers a person decides about them.',
  scope: 'people:read',
  answer: { status: 200, description: 'The directory of the organization.', schema: DirectorySchema },
  handle: async ({ caller: { organizationId } }, { runtime }) => {
    const [sources, systems] = await Promise.all([
      runtime.directory.list({ organizationId }),
      runtime.directory.systems({ organizationId }),
    ])
    return { sources: sources.map(toWireSource), systems: systems.map(toWireSystem) }
  },
})

export const setDirectory = defineRoute({
  method: 'put',
  path: '/v1/directory',
  operationId: 'DirectoryController_set_v1',
  tag,
  summary: 'Set where people come from, in order',
  description: 'It replaces the list. A file that is not in it is deleted with its people.',
  scope: 'people:write',
  body: [createJsonBody(z.strictObject({ sources: z.array(SourceInputSchema).max(20) }).openapi('NewDirectory'))],
  answer: {
    status: 200,
    description: 'The sources.',
    schema: z.object({ data: z.array(SourceSchema) }).openapi('DirectorySourceList'),
  },
  problems: [404],
  audit: { action: 'directory.update', target: () => null },
  handle: async ({ body: { sources }, caller: { organizationId } }, { runtime }) => ({
    data: (await runtime.directory.set({ organizationId, sources })).map(toWireSource),
  }),
})

export const setDirectorySystem = defineRoute({
  method: 'put',
  path: '/v1/directory/systems/{connectionId}',
  operationId: 'DirectoryController_setSystem_v1',
  tag,
  summary: 'Say of a connection what no vendor says',
  description: 'Members that are left out stay as they are.',
  scope: 'people:write',
  params: connectionParams,
  body: [
    createJsonBody(
      z
        .strictObject({
          enforcedDomains: z
            .array(createFilledTextSchema({ max: 253 }))
            .max(100)
            .optional()
            .openapi({ example: ['acme.example'] }),
          signsInBy: ownId.nullable().optional().openapi({ example: null }),
          exempt: z
            .strictObject({ reason: createFilledTextSchema({ max: 1_000 }), expires: lastDay })
            .nullable()
            .optional()
            .openapi({ example: null }),
          userId: deciderId,
        })
        .openapi('DirectorySystemInput'),
    ),
  ],
  answer: { status: 200, description: 'What is said of it now.', schema: SystemSchema },
  problems: [404],
  audit: { action: 'directory.update', target: ({ connectionId }) => connectionId },
  handle: async ({ params: { connectionId }, body: { userId, ...fields }, caller }, host) => {
    const { email, name } = await findJudge(host, caller, userId)
    const { organizationId } = caller
    return toWireSystem(
      await host.runtime.directory.setSystem({ organizationId, connectionId, ...fields, actor: email || name }),
    )
  },
})

export const importPeople = defineRoute({
  method: 'post',
  path: '/v1/people/import',
  operationId: 'DirectoryController_importPeople_v1',
  tag,
  summary: 'Import a file of people (CSV)',
  description:
    'It replaces the file before. One mistake refuses the whole file; the answer lists each with line and column. A file counts for 35 days from its date.',
  scope: 'people:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          source: sourceName.optional().openapi({ description: 'Name or id of a source. Left out: the only file.' }),
          covers: covers
            .optional()
            .openapi({ description: 'What the file covers, where its source is not there yet: it is made then.' }),
          fileName: fileName.optional().openapi({ description: 'For messages.', example: 'people.csv' }),
          fileData: createBase64Schema({ bytesMax: peopleFileBytesMax }).openapi({
            example: Buffer.from('id,name,email,kind,status\n1,Ada,ada@acme.example,employee,active\n').toString(
              'base64',
            ),
          }),
          date: z.iso
            .date()
            .optional()
            .openapi({ description: 'The day on which the file was made. Left out: now.', example: '2026-05-01' }),
          allowsLoss: z.boolean().optional().openapi({
            description: 'That more than a third of the people of the file before are missing is right.',
            example: true,
          }),
        })
        .openapi('PeopleImport', { required: ['covers', 'fileData'] }),
      { bytesMax: 4 * Math.ceil(peopleFileBytesMax / 3) + 16 * 1024 },
    ),
  ],
  answer: { status: 201, description: 'The source with its people.', schema: SourceSchema },
  problems: [404],
  audit: { action: 'people.import' },
  handle: async ({ body: { fileData, ...fields }, caller: { organizationId, userId } }, { runtime }) =>
    toWireSource(await runtime.directory.importPeople({ ...fields, organizationId, bytes: fileData, userId })),
})

function toWireSource({ people, ...source }: SourceOfPeople): z.input<typeof SourceSchema> {
  return {
    ...source,
    people: people
      ? {
          count: people.count,
          readAt: people.readAt,
          complete: people.complete,
          importedAt: toNullable(people.importedAt),
          countsUntil: toNullable(people.countsUntil),
        }
      : null,
  }
}

function toWireSystem({ enforcedDomains, exempt, ...settings }: SystemSettings): z.input<typeof SystemSchema> {
  return { ...settings, enforcedDomains: [...enforcedDomains], exempt: exempt && { ...exempt } }
}
