import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { foreignId } from '../../../service/api/schemas/text-schema.ts'
import { type WireObject, wire } from '../../../service/fields/wire.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { toWireRecord } from '../../declared/services/to-wire-record.ts'
import { ticket } from '../thing.ts'

const OpenedTicket: WireObject = z.object({ id: z.string(), ...wire(ticket.all).item.shape }).openapi('OpenedTicket')

/** Makes an issue of a finding. */
export const openTicketRoute = defineRoute({
  method: 'post',
  path: ticket.path,
  operationId: 'TicketsController_open_v1',
  tag: ticket.tag,
  summary: 'Make an issue of a finding',
  description:
    'The issue is made a moment later, once: whoever asks again gets the same ticket, and its issue follows the finding at once.',
  problems: [404, 409],
  scope: ticket.scopes.write,
  body: [
    createJsonBody(
      z
        .strictObject({
          trackerId: foreignId.openapi({ description: 'The tracker that gets the issue.' }),
          findingId: foreignId.openapi({ description: 'The finding.' }),
        })
        .openapi('TicketWish'),
    ),
  ],
  answer: {
    status: 201,
    description: 'The ticket.',
    schema: OpenedTicket,
    location: ({ id }) => `${ticket.path}/${id}`,
  },
  audit: { action: 'ticket.request' },
  handle: async ({ body, caller }, { runtime }) => {
    const { organizationId } = caller
    const { id } = await runtime.tickets.open({ ...body, organizationId, userId: findOwnerId(caller) })
    const record = await recordsFor(runtime, ticket, caller).get(id)
    if (record === undefined) throw new ApiError('The ticket is gone.', { code: 'NOT_FOUND' })
    return toWireRecord(ticket, record)
  },
})
