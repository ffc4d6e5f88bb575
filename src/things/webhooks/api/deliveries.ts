import { ApiError } from '../../../errors/index.ts'
import { defineListRoute } from '../../api/list-route.ts'
import { defineRoute } from '../../api/route.ts'
import { demandDetails, demandWebhook } from './demand-webhook.ts'
import {
  DeliveryDetail,
  DeliverySchema,
  deliveryParams,
  webhookTag as tag,
  toWireDelivery,
  webhookParams,
} from './webhook-schema.ts'

const scope = 'webhooks:write'

export const listDeliveries = defineListRoute({
  path: '/v1/webhooks/{webhookId}/deliveries',
  operationId: 'WebhooksController_listDeliveries_v1',
  tag,
  summary: 'List what a webhook was sent in the last seven days, the newest first',
  scope,
  params: webhookParams,
  answer: 'One page of deliveries.',
  item: DeliverySchema,
  page: 'DeliveryPage',
  by: 'createdAt',
  list: async ({ params: { webhookId: id }, page: { before, ...page } }, { runtime }) => {
    await demandWebhook(runtime, { organizationId: page.organizationId, id })
    const place = before && { createdAtMs: Date.parse(before.createdAt), id: before.id }
    return runtime.webhooks.deliveries({ ...page, id, before: place })
  },
  toItem: toWireDelivery,
})

export const getDelivery = defineRoute({
  method: 'get',
  path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}',
  operationId: 'WebhooksController_getDelivery_v1',
  tag,
  summary: 'Read a delivery with its notice',
  description: 'Of a webhook with `details`, the caller must also have the scopes integrations:read and comments:read.',
  scope,
  params: deliveryParams,
  answer: { status: 200, description: 'The delivery, and the notice as it is sent.', schema: DeliveryDetail },
  handle: async ({ params: { webhookId: id, deliveryId }, caller }, { runtime }) => {
    const ref = { organizationId: caller.organizationId, id }
    demandDetails(caller, await demandWebhook(runtime, ref))
    const delivery = await runtime.webhooks.delivery({ ...ref, deliveryId })
    if (delivery) return { ...toWireDelivery(delivery), notice: delivery.notice }
    throw new ApiError('There is no such delivery.', { code: 'NOT_FOUND' })
  },
})

export const repeatDelivery = defineRoute({
  method: 'post',
  path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/repeat',
  operationId: 'WebhooksController_repeatDelivery_v1',
  tag,
  summary: 'Send a notice again',
  description:
    'As a delivery of its own, which does not wait for others. Its `webhook-id` is the same. Of a webhook with `details`, the caller must also have the scopes integrations:read and comments:read.',
  scope,
  params: deliveryParams,
  answer: { status: 202, description: 'The new delivery.', schema: DeliverySchema },
  audit: { action: 'webhook.repeat' },
  handle: async ({ params: { webhookId: id, deliveryId }, caller }, { runtime }) => {
    const ref = { organizationId: caller.organizationId, id }
    demandDetails(caller, await demandWebhook(runtime, ref))
    return toWireDelivery(await runtime.webhooks.repeat({ ...ref, deliveryId }))
  },
})

export const testWebhook = defineRoute({
  method: 'post',
  path: '/v1/webhooks/{webhookId}/test',
  operationId: 'WebhooksController_test_v1',
  tag,
  summary: 'Send a notice that tells nothing (`webhook.test`)',
  scope,
  params: webhookParams,
  answer: { status: 202, description: 'The delivery.', schema: DeliverySchema },
  audit: { action: 'webhook.test' },
  handle: async ({ params: { webhookId: id }, caller: { organizationId } }, { runtime }) =>
    toWireDelivery(await runtime.webhooks.test({ organizationId, id })),
})
