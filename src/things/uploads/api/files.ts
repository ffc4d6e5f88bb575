import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { createBinarySchema } from '../../../service/api/schemas/binary.ts'
import { ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { demandLink, downloadLink } from '../../api/answers/download-links.ts'
import { createFileResponse } from '../../api/answers/file-response.ts'
import { definePublicRoute, defineRoute } from '../../api/route.ts'

export const attachmentLink = defineRoute({
  method: 'get',
  path: '/v1/attachments/{attachmentId}/download-url',
  operationId: 'AttachmentsController_getDownloadUrl_v1',
  tag: 'Comments',
  summary: 'Get a link to the file of an attachment, valid for 15 minutes',
  scope: 'comments:read',
  params: z.object({ attachmentId: ownId }),
  answer: {
    status: 200,
    description: 'The link. Anybody who has it can download the file.',
    schema: z
      .object({
        downloadUrl: z
          .string()
          .openapi({ format: 'uri', example: 'https://checks.acme.example/v1/files/019a?expires=1&signature=x' }),
        expiresAt: timestamp,
      })
      .openapi('DownloadLink'),
  },
  handle: async ({ params, caller }, { runtime }) => {
    const file = await runtime.workspace.comments.findAttachment(caller.organizationId, params.attachmentId)
    if (file === undefined) throw new ApiError('There is no such attachment.', { code: 'NOT_FOUND' })
    return downloadLink(runtime, file.id)
  },
})

export const downloadFile = definePublicRoute({
  method: 'get',
  path: '/v1/files/{fileId}',
  operationId: 'FilesController_download_v1',
  tag: 'Files',
  summary: 'Download a file by its signed link',
  params: z.object({ fileId: ownId }),
  query: z.strictObject({ expires: z.string().regex(/^\d{13}$/), signature: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  answer: {
    status: 200,
    description: 'The file, as a download.',
    mediaTypes: ['application/octet-stream'],
    schema: createBinarySchema(),
  },
  problems: [403],
  handle: async ({ params: { fileId }, query, request }, { runtime, objects }) => {
    await demandLink(runtime, { fileId, ...query })
    const file = await runtime.workspace.files.find(fileId)
    const bytes = file && (await objects.get({ organizationId: file.organizationId, key: file.objectKey }))
    if (file === undefined || bytes === undefined)
      throw new ApiError('The file does not exist any more.', { code: 'NOT_FOUND' })
    return createFileResponse(file, bytes, request)
  },
})
