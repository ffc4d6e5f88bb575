import { z } from '@hono/zod-openapi'
import { type LogKind, logKinds } from '../../../evidence/log/log-entry.ts'
import { type LogProof, logProofSchema } from '../../../evidence/log/log-proof.ts'
import { exampleRunId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema } from '../../../service/api/schemas/text-schema.ts'
import { defineRoute } from '../../api/route.ts'

const tag = 'Transparency log'
const checkpoint = z.string().openapi({
  description: 'The signed head of the log, as a C2SP signed note. Keep it, and compare the log with it later.',
})
const hashes = z.string().openapi({
  description: 'The hashes of the proof (RFC 6962) one after the other, as Base64. Each has 32 bytes.',
})
const size = z.coerce.number().pipe(z.int().min(0))

const getCheckpoint = defineRoute({
  method: 'get',
  path: '/v1/log/checkpoint',
  operationId: 'LogController_getCheckpoint_v1',
  tag,
  summary: 'Get the signed checkpoint of the log',
  description:
    "The organization's log has every run that began and ended, and every waiver, judgement, link and access review. Who keeps a checkpoint can tell later whether an earlier entry was changed, dropped or reordered.",
  scope: 'integrations:read',
  answer: {
    status: 200,
    description: 'The log as it is now.',
    schema: z
      .object({
        origin: z.string().openapi({ example: 'checkwright/019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12' }),
        size: z.int().openapi({ description: 'Entries.', example: 1204 }),
        checkpoint,
        verifierKey: z.string().openapi({ description: 'The key, as tools for C2SP signed notes read it.' }),
      })
      .openapi('LogCheckpoint'),
  },
  problems: [404],
  handle: ({ caller: { organizationId } }, { runtime }) => runtime.log.head(organizationId),
})

const proveLogInclusion = defineRoute({
  method: 'get',
  path: '/v1/log/inclusion',
  operationId: 'LogController_proveInclusion_v1',
  tag,
  summary: 'Prove that the log has an entry',
  description:
    'Save the answer beside the bundle of a run as `<bundle>.proof.json`; `checkwright verify` reads it there.',
  scope: 'integrations:read',
  permission: 'judgements:read',
  query: z.strictObject({
    kind: z.enum(logKinds).default('run.ended'),
    subject: createFilledTextSchema({ max: 200 }).openapi({
      description: 'Id of the run, waiver, judgement or access review; for links the number of the change.',
      example: exampleRunId,
    }),
  }),
  answer: {
    status: 200,
    description: 'The proof.',
    schema: z
      .object({
        schema: z.literal(logProofSchema),
        number: z.int().openapi({ description: 'Place of the entry, from 0.', example: 17 }),
        record: z.string().openapi({ description: 'The text that the entry was made of, byte for byte.' }),
        hashes,
        checkpoint,
      })
      .openapi('LogProof'),
  },
  problems: [404, 409],
  handle: async ({ query, caller: { organizationId } }, { runtime }): Promise<LogProof> =>
    JSON.parse(await runtime.log.prove(organizationId, query as { kind: LogKind; subject: string })),
})

const proveLogConsistency = defineRoute({
  method: 'get',
  path: '/v1/log/consistency',
  operationId: 'LogController_proveConsistency_v1',
  tag,
  summary: 'Prove that the log only grew',
  description:
    'If `to` is the present, the answer has its signed checkpoint, too. `checkwright log verify-growth` reads the answer as a file.',
  scope: 'integrations:read',
  query: z.strictObject({
    from: size.openapi({ description: 'Entries of the checkpoint that you kept.', example: 1000 }),
    to: size.optional().openapi({ description: 'Entries of a later checkpoint. Default: all entries.', example: 1204 }),
  }),
  answer: {
    status: 200,
    description: 'The proof.',
    schema: z
      .object({ from: z.int(), to: z.int(), hashes, checkpoint: checkpoint.optional() })
      .openapi('LogConsistency'),
  },
  problems: [404, 409],
  handle: ({ query, caller: { organizationId } }, { runtime }) => runtime.log.proveConsistency(organizationId, query),
})

export const logRoutes = [getCheckpoint, proveLogInclusion, proveLogConsistency]
