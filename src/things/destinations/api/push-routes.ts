import { z } from '@hono/zod-openapi'
import { ownId } from '../../../service/api/schemas/text-schema.ts'
import { defineRoute } from '../../api/route.ts'
import { destination } from '../thing.ts'

const params = z.object({ [destination.idName]: ownId })
const path = `${destination.path}/{${destination.idName}}/push`

const Plan = z
  .object({
    id: z.string(),
    origin: z.string().openapi({ description: 'Where the requests go.' }),
    requests: z
      .array(z.object({ method: z.enum(['POST', 'PUT']), path: z.string(), body: z.string() }))
      .openapi({ description: 'The requests in order, byte for byte, without credentials.' }),
    records: z.int().openapi({ description: 'How many records the list has there after it.' }),
    leftOut: z.record(z.string(), z.int()).openapi({ description: 'How many are no resource there, by the reason.' }),
    problems: z.array(z.string()).openapi({ description: 'Why nothing would be sent. Empty: it can be.' }),
  })
  .openapi('PushPlan')

/** What a push would send. */
export const planPushRoute = defineRoute({
  method: 'get',
  path,
  operationId: 'DestinationsController_plan_v1',
  tag: destination.tag,
  summary: 'Show what a push would send',
  description: 'Nothing is sent. The bodies have the names and addresses of the list.',
  scope: destination.scopes.write,
  params,
  answer: { status: 200, description: 'The requests.', schema: Plan },
  handle: async ({ params: { [destination.idName]: id = '' }, caller: { organizationId } }, { runtime }) => {
    const { requests, problems, ...plan } = await runtime.destinations.plan({ organizationId, id })
    return { ...plan, requests: [...requests], problems: [...problems], leftOut: { ...plan.leftOut } }
  },
})

/** Pushes a list. */
export const pushRoute = defineRoute({
  method: 'post',
  path,
  operationId: 'DestinationsController_push_v1',
  tag: destination.tag,
  summary: 'Push the list now',
  description: 'It is sent a moment later, whole or not at all. The destination says what became of it.',
  scope: destination.scopes.write,
  params,
  answer: {
    status: 202,
    description: 'It waits in the outbox.',
    schema: z.object({ id: z.string() }).openapi('PushRequest'),
  },
  audit: { action: 'destination.request' },
  handle: async ({ params: { [destination.idName]: id = '' }, caller: { organizationId } }, { runtime }) =>
    runtime.destinations.push({ organizationId, id }),
})
