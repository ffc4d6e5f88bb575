import { z } from '@hono/zod-openapi'
import { createBase64Schema } from '../../../service/api/schemas/base64.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import {
  createFilledTextSchema,
  fileName,
  mimeType,
  ownId,
  timestamp,
} from '../../../service/api/schemas/text-schema.ts'
import { type EvidenceUpload, runBundleForm } from '../../../service/files/evidence-uploads.ts'
import { keepBytes, type StoredBytes, yieldOnce } from '../../../service/files/keep-file.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { downloadLink } from '../../api/answers/download-links.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { createMultipartBody } from '../../api/body/multipart-body.ts'
import { defineRoute } from '../../api/route.ts'
import { demandUpload, saveUpload } from '../reading/uploads.ts'

const mebibyte = 1024 * 1024
/** A file in JSON has to be in memory, several times over. */
const jsonFileBytesMax = 25 * mebibyte
const fileBytesMax = 100 * mebibyte

const formType = createFilledTextSchema({ max: 100 })
  .refine((value) => value !== runBundleForm, 'is the form of runs, which keep their evidence themselves')
  .openapi({ description: 'The form that the file belongs to.', example: 'access-review' })

/** One upload, in any body format. */
interface Upload {
  readonly formType: string
  readonly fileName: string
  readonly fileType: string
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'kept'; readonly stored: StoredBytes }
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
      finish: (fields, { name, type, stored }): Upload => ({
        formType: fields.formType,
        fileName: fields.fileName ?? name,
        fileType: fields.fileType ?? type,
        content: { kind: 'kept', stored },
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
    const { content, fileName: name, fileType: type } = body
    const stored =
      content.kind === 'kept' ? content.stored : await keepBytes(objects, organizationId, yieldOnce(content.bytes))
    const facts = { organizationId, userId, formType: body.formType, name, type, stored }
    const { file } = await saveUpload({ runtime, objects }, facts)
    const { downloadUrl } = await downloadLink(runtime, file.id)
    return { fileName: file.name, fileKey: file.id, downloadUrl }
  },
})

const UploadSchema = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12' }),
    formType: z.string().openapi({ example: 'access-review' }),
    fileName: z.string().openapi({ example: 'access-review.pdf' }),
    fileType: z.string().openapi({ example: 'application/pdf' }),
    sizeBytes: z.int().openapi({ example: 52_301 }),
    sha256: z.string().openapi({ description: 'SHA-256 of its bytes, in hexadecimal digits.' }),
    userId: z.string().nullable().openapi({ description: 'The person who uploaded it, if known.', example: 'usr_1' }),
    createdAt: timestamp,
  })
  .openapi('Upload')

export const listUploads = defineRoute({
  method: 'get',
  path: '/v1/evidence-forms/uploads',
  operationId: 'EvidenceFormsController_listUploads_v1',
  tag: 'Evidence Forms',
  summary: 'List the uploaded files, the newest first',
  description: 'For a viewer who is limited to a period: those of its days.',
  scope: 'evidence-forms:read',
  permission: 'evidence:read',
  query: z.strictObject({ formType: createFilledTextSchema({ max: 100 }).optional(), ...pageQuery }),
  answer: {
    status: 200,
    description: 'One page of files.',
    schema: createPageSchema(UploadSchema).openapi('UploadPage'),
  },
  handle: async ({ query: { formType, limit, cursor }, caller }, { runtime }) => {
    const position = parsePageCursor(cursor)
    const rows = await runtime.workspace.evidenceUploads.list({
      organizationId: caller.organizationId,
      formType,
      within: findKnownTime(caller, runtime.workspace.clock.nowMs()),
      limit: limit + 1,
      before: position && { createdAtMs: position.atMs, id: position.id },
    })
    return takePage(rows, limit, {
      toPosition: ({ file: { createdAtMs, id } }) => ({ atMs: createdAtMs, id }),
      toItem: toWireUpload,
    })
  },
})

export const getUpload = defineRoute({
  method: 'get',
  path: '/v1/evidence-forms/uploads/{uploadId}',
  operationId: 'EvidenceFormsController_getUpload_v1',
  tag: 'Evidence Forms',
  summary: 'Read an uploaded file, with a link to its bytes',
  scope: 'evidence-forms:read',
  permission: 'evidence:read',
  params: z.object({ uploadId: ownId }),
  answer: {
    status: 200,
    description: 'The file. Anybody who has the link can download it, for 15 minutes.',
    schema: UploadSchema.extend({
      downloadUrl: z
        .string()
        .openapi({ format: 'uri', example: 'https://checks.acme.example/v1/files/019a?expires=1&signature=x' }),
      expiresAt: timestamp.openapi({ description: 'When the link ends.' }),
    }).openapi('UploadDetail'),
  },
  handle: async ({ params: { uploadId }, caller }, { runtime }) => {
    const upload = await demandUpload(runtime, caller, uploadId)
    return { ...toWireUpload(upload), ...(await downloadLink(runtime, upload.file.id)) }
  },
})

function toWireUpload({ formType, file }: EvidenceUpload): z.input<typeof UploadSchema> {
  const { id, name: fileName, type: fileType, sizeBytes, sha256, userId, createdAtMs } = file
  return { id, formType, fileName, fileType, sizeBytes, sha256, userId, createdAt: new Date(createdAtMs).toISOString() }
}
