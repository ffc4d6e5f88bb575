import { z } from '@hono/zod-openapi'
import { createJsonSchema } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { type NoticeType, noticeTypes } from '../../../service/notices/notice.ts'
import { rhythms, sinks } from '../../../service/notices/webhook.ts'
import { mailAddressStates } from '../../../service/records/mail-addresses.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { webhookUrlLengthMax } from '../webhook-input.ts'
import type { Delivery, Webhook } from '../webhooks.ts'

export const webhookTag = 'Webhooks'
const exampleWebhookId = '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d40'

const typeNames = Object.keys(noticeTypes) as [NoticeType, ...NoticeType[]]
const NoticeTypeSchema = z.enum(typeNames).openapi('NoticeType', { example: 'finding.opened' })

const settings = {
  name: createFilledTextSchema({ max: nameLengthMax }).openapi({ example: 'Our ticket system' }),
  rhythm: z
    .enum(rhythms)
    .openapi({ description: '`daily`: one digest a day, at eight in the time zone of the organization.' }),
  types: z
    .array(NoticeTypeSchema)
    .min(1)
    .max(typeNames.length)
    .nullable()
    .openapi({ description: 'What it is told. null: everything.', example: ['finding.opened', 'finding.regressed'] }),
  details: z.boolean().openapi({
    description:
      'Whether notices have names, addresses, titles and texts. Otherwise they have ids, numbers, severity and connector.',
    example: false,
  }),
}

export const NewWebhook = z
  .strictObject({
    name: settings.name,
    sink: z.enum(sinks).openapi({
      description:
        '`slack`: texts for a chat. `teams`: cards for a workflow of Microsoft Teams. `email`: through the mail server of the service.',
    }),
    url: createFilledTextSchema({ max: webhookUrlLengthMax }).optional().openapi({
      description: 'Of all but `email`: an https URL on the public internet. It is kept like a credential.',
      example: 'https://tickets.example.com/hooks/checkwright',
    }),
    to: z
      .array(createFilledTextSchema({ max: 320 }))
      .min(1)
      .max(10)
      .optional()
      .openapi({ description: 'Of `email`: its addresses.', example: ['security@example.com'] }),
    rhythm: settings.rhythm.optional(),
    types: settings.types.optional(),
    details: settings.details.optional(),
  })
  .openapi('NewWebhook', {
    example: { name: 'Our ticket system', sink: 'webhook', url: 'https://tickets.example.com/hooks/checkwright' },
  })

export const WebhookChanges = z
  .strictObject({
    name: settings.name.optional(),
    rhythm: settings.rhythm.optional(),
    types: settings.types.optional(),
    details: settings.details.optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'must have a setting')
  .openapi('WebhookChanges', { example: { types: ['finding.opened'] } })

export const WebhookSchema = z
  .object({
    id: z.string().openapi({ example: exampleWebhookId }),
    ...settings,
    sink: z.enum(sinks),
    target: z.string().openapi({
      description:
        'The URL without its query and with the words of its path alone, the origin of a chat, or the addresses.',
      example: 'https://tickets.example.com/hooks/checkwright',
    }),
    recipients: z
      .array(
        z
          .object({ address: z.string(), state: z.enum(mailAddressStates) })
          .openapi('MailRecipient', { example: { address: 'security@example.com', state: 'unconfirmed' } }),
      )
      .openapi({
        description:
          'Of `email`: its addresses. Only a `confirmed` one gets notices; its owner agrees by a link in a letter.',
        example: [],
      }),
    state: z.enum(['active', 'paused', 'ended']).openapi({ description: '`ended`: the receiver answered 410.' }),
    stateReason: z
      .enum(['person', 'failures', 'gone'])
      .nullable()
      .openapi({ description: '`failures`: five days with nothing else.', example: null }),
    failingSince: timestamp.nullable().openapi({ description: 'Since when every attempt has failed.', example: null }),
    earlierSecretUntil: timestamp
      .nullable()
      .openapi({ description: 'Until when the earlier secret signs too.', example: null }),
    createdAt: timestamp,
    createdBy: z.string().nullable().openapi({ description: 'The person who made it, if known.', example: 'usr_1' }),
  })
  .openapi('Webhook')

export const MadeWebhook = WebhookSchema.extend({
  secret: z.string().nullable().openapi({
    description: 'Signs the requests of a `webhook`, as Standard Webhooks does. Shown only this once.',
    example: 'whsec_…',
  }),
}).openapi('MadeWebhook')

const deliveryShape = {
  id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d41' }),
  noticeId: z.string().openapi({
    description: 'The `webhook-id` of its requests: the same in every attempt and repetition.',
    example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d42',
  }),
  type: z.string().openapi({ example: 'finding.opened' }),
  state: z.enum(['pending', 'delivered', 'dead']).openapi({ description: '`dead`: three days of attempts failed.' }),
  attempts: z.int().openapi({ example: 1 }),
  createdAt: timestamp,
  triedAt: timestamp.nullable(),
  status: z.int().nullable().openapi({ description: 'Status of the newest answer.', example: 200 }),
  problem: z
    .string()
    .nullable()
    .openapi({ description: 'Error code of the newest attempt, if there was no answer.', example: null }),
}

export const DeliverySchema = z.object(deliveryShape).openapi('Delivery')

export const DeliveryDetail = z
  .object({
    ...deliveryShape,
    notice: z.object({
      id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d42' }),
      type: z.string().openapi({ example: 'finding.opened' }),
      version: z.literal(1),
      organizationId: z.string().openapi({ example: 'org_1' }),
      createdAt: timestamp,
      data: createJsonSchema({
        findingId: '5b0f6c1e-7d53-5a43-9d2e-1f0a5b3c7d21',
        severity: 'high',
        connector: 'acme',
      }),
    }),
  })
  .openapi('DeliveryDetail')

export const webhookParams = z.object({ webhookId: ownId })
export const deliveryParams = z.object({ webhookId: ownId, deliveryId: ownId })

export function toWireWebhook({
  organizationId: _,
  types,
  recipients,
  ...webhook
}: Webhook): z.input<typeof WebhookSchema> {
  return { ...webhook, types: types && [...types], recipients: [...recipients] }
}

export function toWireDelivery({
  id,
  noticeId,
  type,
  state,
  attempts,
  createdAt,
  triedAt,
  status,
  problem,
}: Delivery): z.input<typeof DeliverySchema> {
  return { id, noticeId, type, state, attempts, createdAt, triedAt, status, problem }
}
