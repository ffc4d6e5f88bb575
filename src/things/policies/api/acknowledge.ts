import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandSession, findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { toIsoTime } from '../../parts/runtime-parts.ts'
import { acknowledgePolicy } from '../reading/acknowledge-policy.ts'
import { askEverybody } from '../reading/ask-everybody.ts'
import { sendVersion, versionFormats } from '../reading/send-version.ts'
import { policyRequest } from '../requests.ts'
import { policy, policyAcknowledgement, policyVersion } from '../thing.ts'

/** A person acknowledges the version that holds. */
export const acknowledgeRoute = defineRoute({
  method: 'post',
  path: `${policy.path}/{policyId}/acknowledge`,
  operationId: 'PolicysController_acknowledge_v1',
  tag: policy.tag,
  summary: 'Acknowledge exactly one version, by your own token',
  description:
    'The version has to be the one that holds. Once more changes nothing. An API key acknowledges for nobody.',
  problems: [404, 409],
  scope: policy.scopes.read,
  params: z.object({ policyId: ownId }),
  body: [createJsonBody(z.strictObject({ versionId: ownId }).openapi('NewAcknowledgement'))],
  answer: {
    status: 200,
    description: 'The acknowledgement.',
    schema: z
      .object({ id: z.string(), userId: z.string(), versionId: z.string(), number: z.int(), createdAt: timestamp })
      .openapi('Acknowledgement'),
  },
  audit: { action: policyAcknowledgement.audit('create') },
  handle: async ({ params: { policyId }, body: { versionId }, caller }, { runtime }) => {
    const { organizationId, userId = '' } = caller
    if ((await recordsFor(runtime, policy, caller).get(policyId)) === undefined)
      throw new ApiError('There is no such policy.', { code: 'NOT_FOUND' })
    demandSession(caller)
    const { id, values, createdAtMs } = await acknowledgePolicy(runtime, {
      organizationId,
      userId,
      policyId,
      versionId,
    })
    return { id, userId, versionId, number: Number(values.number), createdAt: toIsoTime(createdAtMs) }
  },
})

/** Everybody who has not acknowledged it gets a letter. */
export const askRoute = defineRoute({
  method: 'post',
  path: `${policy.path}/{policyId}/ask`,
  operationId: 'PolicysController_ask_v1',
  tag: policy.tag,
  summary: 'Ask everybody by letter to acknowledge the version that holds',
  description:
    'Everybody who works here by the directory, has an address, and has neither acknowledged the version nor a link that still works. Letters go out as far as the quotas of a day allow.',
  problems: [404, 409],
  scope: policyRequest.scopes.write,
  params: z.object({ policyId: ownId }),
  answer: {
    status: 200,
    description: 'How many are asked.',
    schema: z.object({ asked: z.int() }).openapi('AskedPeople'),
  },
  audit: { action: policyRequest.audit('create') },
  handle: async ({ params: { policyId }, caller }, { runtime }) => {
    const { organizationId } = caller
    return { asked: await askEverybody(runtime, { organizationId, userId: findOwnerId(caller), policyId }) }
  },
})

/** A version as a file. */
export const exportVersionRoute = defineRoute({
  method: 'get',
  path: `${policyVersion.path}/{policyVersionId}/file`,
  operationId: 'PolicyVersionsController_export_v1',
  tag: policyVersion.tag,
  summary: 'Download a version as Markdown, or as a page that prints',
  scope: policyVersion.scopes.read,
  params: z.object({ policyVersionId: ownId }),
  query: z.strictObject({ format: z.enum(versionFormats).optional() }),
  answer: {
    status: 200,
    description: 'The version.',
    mediaTypes: ['text/markdown', 'text/html'],
    schema: z.string(),
  },
  problems: [404],
  handle: async ({ params: { policyVersionId: id }, query: { format = 'markdown' }, caller }, host) =>
    sendVersion(host, { reader: caller, id, format }),
})
