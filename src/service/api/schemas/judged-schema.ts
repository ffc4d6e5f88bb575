import { z } from '@hono/zod-openapi'
import type { Judged } from '../../../define/index.ts'
import { timestamp } from './text-schema.ts'

export const exampleEvidenceSha256 = 'f331b243bf12d5c255e89e3f6459f25eeb136f3a1cd7cecb2739b5a2576447bd'

export const decisions = ['accepted', 'refused'] as const

const JudgedFileSchema = z
  .object({
    id: z.string().openapi({ description: 'Id of the upload.', example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12' }),
    name: z.string().openapi({ example: 'access-review.pdf' }),
    sha256: z
      .string()
      .openapi({ description: 'SHA-256 of its bytes, in hexadecimal digits.', example: exampleEvidenceSha256 }),
  })
  .openapi('JudgedFile')

export const judgedShape = {
  id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d30' }),
  decision: z
    .enum(decisions)
    .openapi({ description: '`accepted` counts as met, `refused` as failing.', example: 'accepted' }),
  by: z.string().openapi({ description: 'The person who decided.', example: 'ada@acme.example' }),
  at: timestamp,
  reason: z.string().openapi({ example: 'Our auditor, until the end of the year.' }),
  files: z.array(JudgedFileSchema),
  expires: z.string().openapi({ format: 'date', description: 'Last day on which it holds.', example: '2026-12-31' }),
  evidenceSha256: z.string().openapi({
    description:
      'SHA-256 of the canonical JSON of the evidence, without the members that the check calls volatile, hexadecimal.',
    example: exampleEvidenceSha256,
  }),
}

/** The decision of a person, as its result shows it. */
export const JudgedSchema = z.object(judgedShape).openapi('Judged')

export function toWireJudged(judged: Judged): z.input<typeof JudgedSchema> {
  const { id, decision, by, at, reason, files, expires, evidenceSha256 } = judged
  return { id, decision, by, at, reason, files: files.map((file) => ({ ...file })), expires, evidenceSha256 }
}
