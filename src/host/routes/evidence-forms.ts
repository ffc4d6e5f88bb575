import { z } from '@hono/zod-openapi'
import { type KeptBytes, keepBytes, toFileRecord, yieldOnce } from '../../workspace/keep-file.ts'
import { downloadLink } from '../answers/download-links.ts'
import { createJsonBody } from '../body/json-body.ts'
import { createMultipartBody } from '../body/multipart-body.ts'
import { defineRoute } from '../route.ts'
import { createBase64Schema } from '../schemas/base64.ts'
import { createFilledTextSchema, fileName, mimeType } from '../schemas/text-schema.ts'

const mebibyte = 1024 * 1024
/** A file in JSON has to be in memory, several times over. */
const jsonFileBytesMax = 25 * mebibyte
const fileBytesMax = 100 * mebibyte

const formType = createFilledTextSchema({ max: 100 }).openapi({
  description: 'The form that the file belongs to.',
  example: 'access-review',
})

/** One upload, in any body format. */
interface Upload {
  readonly formType: string
  readonly fileName: string
  readonly fileType: string
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'kept'; readonly kept: KeptBytes }
}

const JsonUpload = z
  .strictObject({
    formType,
    fileName,
    fileType: mimeType,
    fileData: createBase64Schema({ bytesMax: jsonFileBytesMax }),
  })
  .transform(({ fileData, ...facts }): Upload => ({ ...facts, content: { kind: 'bytes', bytes: fileData } }))
  .openapi('EvidenceUpload')

const FormUpload = z.strictObject({
  formType,
  fileName: fileName.optional().openapi({ description: 'Replaces the name of the part.' }),
  fileType: mimeType.optional().openapi({ description: 'Replaces the type of the part.' }),
})

export const uploadEvidence = defineRoute({
  method: 'post',
  path: '/v1/evidence-forms/uploads',
  operationId: 'EvidenceFormsController_uploadFile_v1',
  tag: 'Evidence Forms',
  summary: 'Upload a file of an evidence form',
  description: `As JSON up to ${jsonFileBytesMax / mebibyte} MiB, as a form up to ${fileBytesMax / mebibyte} MiB.`,
  scope: 'evidence-forms:write',
  body: [
    createJsonBody(JsonUpload, { bytesMax: 4 * Math.ceil(jsonFileBytesMax / 3) + 16 * 1024 }),
    createMultipartBody({
      file: 'file',
      fileBytesMax,
      fields: FormUpload,
      finish: (fields, { name, type, kept }): Upload => ({
        formType: fields.formType,
        fileName: fields.fileName ?? name,
        fileType: fields.fileType ?? type,
        content: { kind: 'kept', kept },
      }),
    }),
  ],
  answer: {
    status: 201,
    description: 'The file is kept.',
    schema: z
      .object({
        fileName: z.string().openapi({ example: 'access-review.pdf' }),
        fileKey: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12' }),
        downloadUrl: z.string().openapi({
          format: 'uri',
          description: 'Valid for 15 minutes.',
          example: 'https://checks.acme.example/v1/files/019a?expires=1&signature=x',
        }),
      })
      .openapi('UploadedEvidence'),
  },
  audit: { action: 'evidence-form.upload', target: ({ fileKey }) => fileKey },
  handle: async ({ body, caller: { organizationId, userId = null } }, { runtime, objects }) => {
    const { evidenceUploads, clock } = runtime.workspace
    const { content } = body
    const kept =
      content.kind === 'kept' ? content.kept : await keepBytes(objects, organizationId, yieldOnce(content.bytes))
    const file = toFileRecord(kept, {
      organizationId,
      name: body.fileName,
      type: body.fileType,
      userId,
      createdAtMs: clock.nowMs(),
    })
    try {
      await evidenceUploads.insert({ formType: body.formType, file })
    } catch (error) {
      await objects.delete({ organizationId, key: kept.objectKey }).catch(() => undefined)
      throw error
    }
    const { downloadUrl } = await downloadLink(runtime, file.id)
    return { fileName: file.name, fileKey: file.id, downloadUrl }
  },
})
