import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { create } from 'content-disposition'
import { ApiError, StoreError } from '../../errors/index.ts'
import { demandLink, downloadLink } from '../download-links.ts'
import { publicRoute, route } from '../route.ts'
import { binary } from '../schemas/binary.ts'
import { ownId, timestamp } from '../schemas/texts.ts'

export const attachmentLink = route({
  method: 'get',
  path: '/v1/attachments/{attachmentId}/download-url',
  operationId: 'AttachmentsController_getDownloadUrl_v1',
  tag: 'Comments',
  summary: 'Get a link to the file of an attachment, valid for 15 minutes',
  scope: 'comments:read',
  params: z.object({ attachmentId: ownId }),
  answer: {
    status: 200,
    description: 'The link. Whoever has it can download the file.',
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
    if (file === undefined) throw new ApiError('There is no such attachment.', { code: 'NOT_FOUND', status: 404 })
    return downloadLink(runtime, file.id)
  },
})

export const downloadFile = publicRoute({
  method: 'get',
  path: '/v1/files/{fileId}',
  operationId: 'FilesController_download_v1',
  tag: 'Files',
  summary: 'Download a file by its signed link',
  params: z.object({ fileId: ownId }),
  query: z.strictObject({ expires: z.string().regex(/^\d{13}$/), signature: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  answer: {
    status: 200,
    description: 'The file, to be saved and not shown.',
    mediaTypes: ['application/octet-stream'],
    schema: binary(),
  },
  problems: [403],
  handle: async ({ params: { fileId }, query, request }, { runtime, objects }) => {
    await demandLink(runtime, { fileId, ...query })
    const file = await runtime.workspace.files.find(fileId)
    const bytes = file && (await objects.get({ organizationId: file.organizationId, key: file.objectKey }))
    if (file === undefined || bytes === undefined)
      throw new ApiError('The file does not exist any more.', { code: 'NOT_FOUND', status: 404 })
    const isAsked = request.method === 'GET'
    // Opened for nothing: whoever asks for the headers alone reads no byte.
    if (!isAsked) await bytes.cancel()
    return new Response(isAsked ? bytes.pipeThrough(verified(file.sha256)) : null, {
      headers: {
        // As the uploader named it: nothing here may make a browser show it.
        'content-type': file.type,
        'content-disposition': create(file.name, { type: 'attachment' }),
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(file.sizeBytes),
        'cache-control': 'private, no-store',
      },
    })
  },
})

/** Evidence that was altered where it lies must not be handed out as what somebody uploaded: the download breaks off. */
function verified(sha256: string): TransformStream<Uint8Array, Uint8Array> {
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk)
      // The last chunk waits for the verdict, or the download would be complete before it.
      if (held !== undefined) controller.enqueue(held)
      held = chunk
    },
    flush(controller) {
      if (hash.digest('hex') !== sha256) {
        controller.error(new StoreError('A stored file is not what was uploaded.', { code: 'STORE_CORRUPT' }))
      } else if (held !== undefined) controller.enqueue(held)
    },
  })
}
