import { z } from '@hono/zod-openapi'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { ApiError } from '../../../errors/index.ts'
import { receivedFormatIds } from '../../../received/received-item.ts'
import { exampleConnectionId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, fileName, foreignId } from '../../../service/api/schemas/text-schema.ts'
import { uploadBytesMax } from '../../../service/files/files.ts'
import type { StoredBytes } from '../../../service/files/keep-file.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { createMultipartBody } from '../../api/body/multipart-body.ts'
import { frameworkQuery } from '../../api/framework-query.ts'
import { defineRoute } from '../../api/route.ts'
import { takeStoredFile } from '../reading/take-stored-file.ts'

const format = z.enum(receivedFormatIds).openapi({ description: 'The format of the file. @default by how it begins' })

const FileFields = z.strictObject({
  source: createFilledTextSchema({ max: nameLengthMax }).openapi({
    description: 'Name of the source. One that is not there is made.',
    example: 'Prowler of production',
  }),
  format: format.optional(),
  fileName: fileName.optional().openapi({ description: 'Replaces the name of the part.' }),
})

interface SentImport {
  readonly source: string
  readonly format: z.infer<typeof format> | undefined
  readonly name: string
  readonly stored: StoredBytes
}

export const takeImport = defineRoute({
  method: 'post',
  path: '/v1/imports',
  operationId: 'takeImport',
  tag: 'Runs',
  summary: 'Take over the results of another tool',
  description: `A form with a file of up to ${uploadBytesMax / 1024 / 1024} MiB. Its results are received and not observed. The same file of the same source is the same run.`,
  scope: 'integrations:run',
  body: [
    createMultipartBody({
      file: 'file',
      fileBytesMax: uploadBytesMax,
      fields: FileFields,
      finish: (fields, { name, stored }): SentImport => ({
        source: fields.source,
        format: fields.format,
        name: fields.fileName ?? name,
        stored,
      }),
    }),
  ],
  answer: {
    status: 201,
    description: 'The run of the file.',
    schema: z
      .object({
        runId: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12' }),
        connectionId: z.string().openapi({ description: 'The source.', example: exampleConnectionId }),
        isKnown: z.boolean().openapi({ description: 'The file was taken over before.', example: false }),
        format: z.string().openapi({ example: 'ocsf' }),
        setAside: z
          .enum(['undated', 'older'])
          .nullable()
          .openapi({ description: 'Why the results count for nothing.', example: null }),
        counts: z
          .object({
            entries: z.int(),
            pass: z.int(),
            fail: z.int(),
            manual: z.int(),
            not_applicable: z.int(),
            undecided: z.int(),
            muted: z.int(),
          })
          .openapi({ description: 'Results in the file, and what became of them.' }),
      })
      .openapi('TakenImport'),
  },
  audit: { action: 'import.take', target: ({ runId }) => runId },
  handle: async ({ body, caller: { organizationId, userId } }, { runtime, objects }) => {
    const { runId, isKnown, received, source } = await takeStoredFile(
      { runtime, objects },
      { ...body, organizationId, userId },
    )
    const { format: id, counts, setAside = null } = received
    return { runId, connectionId: source.id, isKnown, format: id, setAside, counts }
  },
})

export const proposeReliances = defineRoute({
  method: 'get',
  path: '/v1/imports/proposals',
  operationId: 'proposeReliances',
  tag: 'Runs',
  summary: 'What the checks of a source could count for',
  description:
    'Statements that the checks of its newest file look at, and the controls that ask for these. It counts for nothing by itself: begin a reliance with it.',
  problems: [404],
  scope: 'integrations:read',
  permission: 'judgements:write',
  query: z.strictObject({
    connectionId: foreignId.openapi({ description: 'The source.', example: exampleConnectionId }),
    framework: frameworkQuery,
  }),
  answer: {
    status: 200,
    description: 'Statements with checks and controls.',
    schema: z
      .object({
        reading: z
          .object({
            tool: z.string().openapi({ example: 'Prowler' }),
            relation: z.string().openapi({
              description: 'How much of a statement a check looks at, as NIST IR 8477 names it.',
              example: 'subset-of',
            }),
            source: z.string(),
            reader: z.string(),
            read: z.string().openapi({ example: '2026-11-30' }),
          })
          .openapi({ description: 'Who read which checks look at which statements, from what, and when.' }),
        proposals: z.array(
          z.object({
            statement: z.string().openapi({ example: 'second-factor-used' }),
            says: z.string(),
            doesNotSay: z.string(),
            checks: z.array(z.string()).openapi({ example: ['iam_root_mfa_enabled'] }),
            controls: z.array(z.string()).openapi({ example: ['soc2:CC6.1'] }),
          }),
        ),
        unread: z.int().openapi({ description: 'Checks of the file that the reading does not have.', example: 3 }),
      })
      .openapi('RelianceProposals'),
  },
  handle: async ({ query: { connectionId, framework }, caller: { organizationId } }, { runtime }) => {
    const frameworks = framework === undefined ? frameworkIds : [framework]
    const found = await runtime.imports.proposals({ organizationId, connectionId, frameworks })
    if (found === undefined)
      throw new ApiError('No file of this source counts, or nobody has read what the checks of its tool look at.', {
        code: 'NOT_FOUND',
      })
    const { reading, proposals, unread } = found
    return {
      reading,
      unread,
      proposals: proposals.map(({ checks, controls, ...statement }) => ({
        ...statement,
        checks: [...checks],
        controls: [...controls],
      })),
    }
  },
})
