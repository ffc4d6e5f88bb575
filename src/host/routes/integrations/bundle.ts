import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { fileResponse } from '../../file-response.ts'
import type { HostParts } from '../../parts.ts'
import { route } from '../../route.ts'
import { binary } from '../../schemas/binary.ts'
import { timestamp } from '../../schemas/texts.ts'
import { demandRun } from './runs.ts'
import { runParams } from './schemas.ts'

export const downloadBundle = route({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/bundle',
  operationId: 'IntegrationsController_downloadBundle_v1',
  tag: 'Runs',
  summary: 'Download the signed evidence of a run',
  description:
    'Of runs that were started with `evidence: true`: the run, what was asked and answered, and the signature over both, as `checkwright verify` and `replay` read them.',
  scope: 'integrations:read',
  params: runParams,
  answer: { status: 200, description: 'The bundle.', mediaTypes: ['application/zip'], schema: binary() },
  problems: [409],
  handle: ({ params: { runId }, request, caller: { organizationId } }, host) =>
    bundleOf(host, { organizationId, runId }, request),
})

/** The bundle of a run, to be saved. @throws ApiError 404; 409 before it has ended */
export async function bundleOf(
  { runtime, bundles }: Pick<HostParts, 'runtime' | 'bundles'>,
  { organizationId, runId }: { readonly organizationId: string; readonly runId: string },
  request: Request,
): Promise<Response> {
  const run = await demandRun(runtime, organizationId, runId)
  const file = await bundles.find(organizationId, runId)
  const bytes = file && (await bundles.bytes(file))
  if (file && bytes) return fileResponse(file, bytes, request)
  if (run.finishedAtMs === null) {
    throw new ApiError('The run has not ended, so there is no bundle yet. Ask again when it has.', {
      code: 'STORE_CONFLICT',
      status: 409,
      retryable: true,
      retryAfterSeconds: 1,
    })
  }
  throw new ApiError('The run kept no evidence. Start one with "evidence": true.', { code: 'NOT_FOUND', status: 404 })
}

export const listSigningKeys = route({
  method: 'get',
  path: '/v1/integrations/signing-keys',
  operationId: 'IntegrationsController_listSigningKeys_v1',
  tag: 'Runs',
  summary: 'List the public keys whose signatures are on evidence, the oldest first',
  scope: 'integrations:read',
  answer: {
    status: 200,
    description: 'The keys; none before the first signature.',
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
      ...{ fingerprint, publicKey, createdAt },
    })),
  }),
})
