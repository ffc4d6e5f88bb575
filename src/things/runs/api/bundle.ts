import { z } from '@hono/zod-openapi'
import { createBinarySchema } from '../../../service/api/schemas/binary.ts'
import { runParams } from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { hasPeopleRight } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { sendBundle } from '../reading/send-bundle.ts'

export const downloadBundle = defineRoute({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/bundle',
  operationId: 'IntegrationsController_downloadBundle_v1',
  tag: 'Runs',
  summary: 'Download the signed evidence of a run',
  description:
    'For runs that were started with `evidence: true`. The bundle has the run, its exchanges, and a signature over both, for `checkwright verify` and `checkwright replay`. If the run read inventories and you lack the scope `people:read`, you get the edition without their records and without exchanges. Its signature verifies, too. It cannot be replayed.',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: runParams,
  auditRead: { action: 'bundle.read', describe: ({ runId }) => ({ target: runId, fields: [] }) },
  answer: { status: 200, description: 'The bundle.', mediaTypes: ['application/zip'], schema: createBinarySchema() },
  problems: [409],
  handle: ({ params: { runId }, request, caller }, host) =>
    sendBundle(host, { person: caller, runId, mayReadPeople: hasPeopleRight(caller) }, request),
})

export const listSigningKeys = defineRoute({
  method: 'get',
  path: '/v1/integrations/signing-keys',
  operationId: 'IntegrationsController_listSigningKeys_v1',
  tag: 'Runs',
  summary: 'List the public keys that evidence was signed with, the oldest first',
  scope: 'integrations:read',
  answer: {
    status: 200,
    description: 'The keys. Empty before the first signature.',
    schema: z
      .object({
        data: z.array(
          z
            .object({
              fingerprint: z.string().openapi({ example: 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU' }),
              publicKey: z.string().openapi({ description: 'SubjectPublicKeyInfo, DER as Base64 (Ed25519).' }),
              createdAt: timestamp.nullable(),
            })
            .openapi('SigningKey'),
        ),
      })
      .openapi('SigningKeyList'),
  },
  handle: async (_input, { runtime }) => ({
    data: (await runtime.signing.keys()).map(({ fingerprint, publicKey, createdAt = null }) => ({
      fingerprint,
      publicKey,
      createdAt,
    })),
  }),
})
