import { z } from '@hono/zod-openapi'
import { ownId } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { publishStatus } from '../reading/signed-status.ts'
import { trustCentre, trustStatus } from '../thing.ts'

/** Publishes the signed state of a package. */
export const publishStatusRoute = defineRoute({
  method: 'post',
  path: `${trustCentre.path}/{trustCentreId}/status`,
  operationId: 'TrustCentresController_publishStatus_v1',
  tag: trustCentre.tag,
  summary: 'Show the signed state of the named controls of a package',
  description: 'The trust centre shows it until a newer one is published. Each named control has to be in the package.',
  problems: [404],
  scope: trustCentre.scopes.write,
  params: z.object({ trustCentreId: ownId }),
  body: [createJsonBody(z.strictObject({ packageId: ownId }).openapi('NewTrustStatus'))],
  answer: {
    status: 200,
    description: 'What was published.',
    schema: z
      .object({ id: z.string(), framework: z.string(), firstDay: z.iso.date(), lastDay: z.iso.date() })
      .openapi('PublishedStatus'),
  },
  audit: { action: trustStatus.audit('create') },
  handle: async ({ params: { trustCentreId: centreId }, body: { packageId }, caller }, { runtime, objects }) => {
    const { organizationId } = caller
    const by = { organizationId, userId: findOwnerId(caller), centreId, packageId }
    const { id, values } = await publishStatus({ runtime, objects }, by)
    return { id, framework: values.framework, firstDay: values.firstDay, lastDay: values.lastDay }
  },
})
