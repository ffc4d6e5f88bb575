import { z } from '@hono/zod-openapi'
import { createFilledTextSchema } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import { toWireWaiver, WaiverSchema } from './waiver-schema.ts'

const content = createFilledTextSchema({ max: 200_000 }).openapi({
  description: 'Text of a waivers file, YAML or JSON.',
  example: `waivers:
  - connector: acme
    check: admin-mfa
    justification: Replaced in June.
    approver: ada@acme.example
    expires: 2026-12-31
`,
})

export const readWaivers = defineRoute({
  method: 'post',
  path: '/v1/integrations/waivers/read',
  operationId: 'IntegrationsController_readWaivers_v1',
  tag: 'Runs',
  summary: 'Read a waivers file',
  description: 'Returns the `waivers` for a run, or every mistake with its line and column. It stores nothing.',
  scope: 'integrations:read',
  body: [createJsonBody(z.strictObject({ content }).openapi('WaiversFile'), { bytesMax: 1024 * 1024 })],
  answer: {
    status: 200,
    description: 'The waivers, in order.',
    schema: z.object({ data: z.array(WaiverSchema) }).openapi('WaiverList'),
  },
  audit: { action: 'waivers.read', target: () => null },
  handle: async ({ body }, { runtime }) => {
    // Loaded only now, because only people with such files need the parsers.
    const { parseWaivers } = await import('../../../checks/waivers/parse-waivers.ts')
    const now = new Date(runtime.workspace.clock.nowMs())
    return { data: parseWaivers('waivers', Buffer.from(body.content), now).map(toWireWaiver) }
  },
})
