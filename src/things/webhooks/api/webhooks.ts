import { z } from '@hono/zod-openapi'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { createMissingWebhook, demandDetails, demandWebhook } from './demand-webhook.ts'
import {
  MadeWebhook,
  NewWebhook,
  webhookTag as tag,
  toWireWebhook,
  WebhookChanges,
  WebhookSchema,
  webhookParams,
} from './webhook-schema.ts'

const scope = 'webhooks:write'

/** By method of the service: the end of the path. */
const changes = { pause: 'pause', resume: 'resume', resendQuestion: 'resend-question' } as const

export const createWebhook = defineRoute({
  method: 'post',
  path: '/v1/webhooks',
  operationId: 'WebhooksController_create_v1',
  tag,
  summary: 'Send notices somewhere',
  description:
    'Notices arrive at least once, and those of one connection in order. The secret is shown only this once. With `details`, the caller must also have the scopes integrations:read and comments:read.',
  scope,
  body: [createJsonBody(NewWebhook)],
  answer: {
    status: 201,
    description: 'The webhook with its secret.',
    schema: MadeWebhook,
    once: true,
    location: ({ id }) => `/v1/webhooks/${id}`,
  },
  audit: { action: 'webhook.create' },
  handle: async ({ body, caller }, { runtime }) => {
    demandDetails(caller, body)
    const { organizationId } = caller
    const userId = findOwnerId(caller)
    const { webhook, secret } = await runtime.webhooks.create({ ...body, organizationId, userId })
    return { ...toWireWebhook(webhook), secret: secret ?? null }
  },
})

export const listWebhooks = defineRoute({
  method: 'get',
  path: '/v1/webhooks',
  operationId: 'WebhooksController_list_v1',
  tag,
  summary: 'List where notices are sent',
  scope,
  answer: {
    status: 200,
    description: 'The webhooks, without their secrets.',
    schema: z.object({ data: z.array(WebhookSchema) }).openapi('WebhookList'),
  },
  handle: async ({ caller: { organizationId } }, { runtime }) => ({
    data: (await runtime.webhooks.list({ organizationId })).map(toWireWebhook),
  }),
})

export const getWebhook = defineRoute({
  method: 'get',
  path: '/v1/webhooks/{webhookId}',
  operationId: 'WebhooksController_get_v1',
  tag,
  summary: 'Read a webhook',
  scope,
  params: webhookParams,
  answer: { status: 200, description: 'The webhook, without its secret.', schema: WebhookSchema },
  handle: async ({ params: { webhookId: id }, caller: { organizationId } }, { runtime }) =>
    toWireWebhook(await demandWebhook(runtime, { organizationId, id })),
})

export const updateWebhook = defineRoute({
  method: 'patch',
  path: '/v1/webhooks/{webhookId}',
  operationId: 'WebhooksController_update_v1',
  tag,
  summary: 'Change what a webhook is told',
  description:
    'Another receiver is another webhook. With `details`, other `types` too, the caller must also have the scopes integrations:read and comments:read.',
  scope,
  params: webhookParams,
  body: [createJsonBody(WebhookChanges)],
  answer: { status: 200, description: 'The webhook.', schema: WebhookSchema },
  audit: { action: 'webhook.update' },
  handle: async ({ params: { webhookId: id }, body, caller }, { runtime }) => {
    const ref = { organizationId: caller.organizationId, id }
    const { details, types } = body
    // More types of notices with their details are more of what it shows.
    if (details === undefined && types !== undefined) demandDetails(caller, await demandWebhook(runtime, ref))
    demandDetails(caller, body)
    return toWireWebhook(await runtime.webhooks.update({ ...body, ...ref, userId: findOwnerId(caller) }))
  },
})

export const deleteWebhook = defineRoute({
  method: 'delete',
  path: '/v1/webhooks/{webhookId}',
  operationId: 'WebhooksController_delete_v1',
  tag,
  summary: 'Delete a webhook with its deliveries',
  scope,
  params: webhookParams,
  answer: { status: 200, description: 'It is deleted.', schema: Done },
  audit: { action: 'webhook.delete' },
  handle: async ({ params: { webhookId: id }, caller: { organizationId } }, { runtime }) => {
    if (await runtime.webhooks.delete({ organizationId, id })) return done
    throw createMissingWebhook()
  },
})

export const pauseWebhook = defineChange('pause', {
  summary: 'Pause a webhook',
  description: 'Its notices wait, for at most seven days.',
})

export const resumeWebhook = defineChange('resume', {
  summary: 'Resume a webhook that was paused, by a person or after days of failures',
})

export const resendQuestion = defineChange('resendQuestion', {
  summary: 'Send the letter again that asks addresses to agree to notices',
  description: 'To those that have not answered and were not asked in the last ten minutes.',
  status: 202,
})

export const rotateWebhookSecret = defineRoute({
  method: 'post',
  path: '/v1/webhooks/{webhookId}/rotate-secret',
  operationId: 'WebhooksController_rotateSecret_v1',
  tag,
  summary: 'Make a new secret for a webhook',
  description: 'It is shown only this once. Requests have a signature by the earlier secret too, for 24 hours.',
  scope,
  params: webhookParams,
  answer: { status: 200, description: 'The webhook with its new secret.', schema: MadeWebhook, once: true },
  audit: { action: 'webhook.rotate-secret' },
  handle: async ({ params: { webhookId: id }, caller: { organizationId } }, { runtime }) => {
    const { webhook, secret } = await runtime.webhooks.rotateSecret({ organizationId, id })
    return { ...toWireWebhook(webhook), secret }
  },
})

/** What happens to a webhook by a method of its service, which gives it as it is then. */
function defineChange(
  method: keyof typeof changes,
  { status = 200, ...words }: { readonly summary: string; readonly description?: string; readonly status?: 200 | 202 },
) {
  const verb = changes[method]
  return defineRoute({
    ...words,
    method: 'post',
    path: `/v1/webhooks/{webhookId}/${verb}`,
    operationId: `WebhooksController_${method}_v1`,
    tag,
    scope,
    params: webhookParams,
    answer: { status, description: 'The webhook.', schema: WebhookSchema },
    audit: { action: `webhook.${verb}` },
    handle: async ({ params: { webhookId: id }, caller: { organizationId } }, { runtime }) =>
      toWireWebhook(await runtime.webhooks[method]({ organizationId, id })),
  })
}
