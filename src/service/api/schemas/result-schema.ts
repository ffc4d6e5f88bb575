import { z } from '@hono/zod-openapi'
import { computeEvidenceDigest } from '../../../checks/judgements/evidence-digest.ts'
import { type CheckHead, type ResultRecord, resultStatuses, severities } from '../../../define/index.ts'
import { JudgedSchema, toWireJudged } from './judged-schema.ts'
import { createJsonSchema, exampleRunId, toNullable } from './schemas.ts'

export const ResultSchema = z
  .object({
    findingId: z.string().openapi({
      description: 'The same for the same resource in every run.',
      example: '5b0f6c1e-7d53-5a43-9d2e-1f0a5b3c7d21',
    }),
    runId: z.string().openapi({ example: exampleRunId }),
    checkId: z.string().openapi({ example: 'admin-mfa' }),
    status: z.enum(resultStatuses),
    severity: z.enum(severities).openapi({ description: "The result's own severity, otherwise that of its check." }),
    controls: z.array(z.string()).openapi({ example: ['soc2:CC6.1'] }),
    resource: z.object({
      type: z.string().openapi({ example: 'user' }),
      id: z.string().openapi({ example: 'usr-7' }),
      name: z.string().nullable().openapi({ example: 'grace@acme.example' }),
    }),
    title: z.string().openapi({ example: 'No second factor' }),
    description: z.string().nullable().openapi({ example: null }),
    remediation: z.string().nullable().openapi({ example: 'Enrol one under Security.' }),
    fix: z.string().nullable().openapi({
      description: 'A command of the vendor’s own tool that mends it, for people to copy. null where there is none.',
      example: null,
    }),
    evidence: createJsonSchema({ mfa: false }),
    waived: z
      .object({ justification: z.string(), approver: z.string(), expires: z.string() })
      .nullable()
      .openapi({ description: 'The accepted exception that covers it. The status stays the same.' }),
    judged: JudgedSchema.nullable().openapi({
      description: 'The judgement that held at the run, for a result that needs review. The status stays the same.',
    }),
    evidenceSha256: z.string().nullable().openapi({
      description: 'For a result that needs review: what a judgement of it has to name. null for any other.',
      example: null,
    }),
  })
  .openapi('Result')

/** A result with the title, severity and controls of its check. */
export function toWireResult(
  runId: string,
  { id: checkId, severity, controls, volatile }: Pick<CheckHead, 'id' | 'severity' | 'controls' | 'volatile'>,
  result: ResultRecord,
): z.input<typeof ResultSchema> {
  const { findingId, status, resource, title, description, remediation, fix, evidence, waived } = result
  return {
    findingId,
    runId,
    checkId,
    status,
    title,
    evidence,
    severity: result.severity ?? severity,
    controls: [...controls],
    resource: { type: resource.type, id: resource.id, name: toNullable(resource.name) },
    description: toNullable(description),
    remediation: toNullable(remediation),
    fix: toNullable(fix),
    waived: toNullable(waived),
    judged: result.judged ? toWireJudged(result.judged) : null,
    evidenceSha256: status === 'manual' ? computeEvidenceDigest(result, volatile ? { volatile } : {}) : null,
  }
}
