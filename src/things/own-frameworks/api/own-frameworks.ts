import { z } from '@hono/zod-openapi'
import { importBytesMax } from '../../../checks/controls/imports/limits.ts'
import { createFilledTextSchema, fileName } from '../../../service/api/schemas/text-schema.ts'
import type { StoredBytes } from '../../../service/files/keep-file.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { createMultipartBody } from '../../api/body/multipart-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { proposeFramework } from '../reading/propose-framework.ts'
import { ownFramework } from '../thing.ts'

const { path, tag, scopes } = ownFramework

const FileFields = z.strictObject({
  frameworkId: createFilledTextSchema({ max: nameLengthMax })
    .optional()
    .openapi({ description: 'Its id. @default that of the file, or made of its title and version' }),
  fileName: fileName.optional().openapi({ description: 'Replaces the name of the part.' }),
})

interface SentFrameworkFile {
  readonly id: string | undefined
  readonly name: string
  readonly stored: StoredBytes
}

/** Takes a file, for somebody to look at what was read. */
export const proposeFrameworkRoute = defineRoute({
  method: 'post',
  path,
  operationId: 'OwnFrameworksController_propose_v1',
  tag,
  summary: 'Read the file of a framework',
  description: `A form with a file of up to ${importBytesMax / 1_000_000} MB: our own format, an OSCAL catalog or profile, a library of CISO Assistant, a catalog of Gemara, a framework of Prowler. One mistake refuses the whole file; the message lists each by line and column. Its controls are judged once it is taken.`,
  scope: scopes.write,
  body: [
    createMultipartBody({
      file: 'file',
      fileBytesMax: importBytesMax,
      fields: FileFields,
      finish: (fields, { name, stored }): SentFrameworkFile => ({
        id: fields.frameworkId,
        name: fields.fileName ?? name,
        stored,
      }),
    }),
  ],
  answer: {
    status: 201,
    description: 'What was read.',
    location: ({ id }) => `${path}/${id}`,
    schema: z
      .object({
        id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d50' }),
        frameworkId: z.string().openapi({ example: 'acme-baseline-3' }),
        title: z.string().openapi({ example: 'Acme security baseline' }),
        format: z.string().openapi({ example: 'OSCAL catalog' }),
        controlCount: z.int().openapi({ example: 42 }),
        mappedCount: z.int().openapi({ example: 12 }),
        leftOutCount: z.int().openapi({ example: 0 }),
      })
      .openapi('ProposedFramework'),
  },
  audit: { action: ownFramework.audit('create') },
  handle: async ({ body, caller }, { runtime, objects }) => {
    const { organizationId } = caller
    const sent = { ...body, organizationId, userId: findOwnerId(caller) }
    const { id, values } = await proposeFramework({ runtime, objects }, sent)
    const { frameworkId, title, format, controlCount, mappedCount, leftOutCount } = values
    return { id, frameworkId, title, format, controlCount, mappedCount, leftOutCount }
  },
})
