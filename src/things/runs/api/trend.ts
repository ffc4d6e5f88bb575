import { z } from '@hono/zod-openapi'
import { defineRoute } from '../../api/route.ts'

const daysMax = 366
const count = z.int().openapi({ example: 1 })

const Day = z
  .object({
    day: z.string().openapi({ format: 'date', description: 'In UTC.', example: '2026-05-01' }),
    connections: count.openapi({ description: 'Connections that ran on this day or in the 30 days before.' }),
    pass: count,
    fail: count,
    manual: count,
    not_applicable: count,
    error: count,
  })
  .openapi('TrendDay')

export const readTrend = defineRoute({
  method: 'get',
  path: '/v1/integrations/trend',
  operationId: 'IntegrationsController_readTrend_v1',
  tag: 'Runs',
  summary: 'Read the number of checks by status at the end of each day, the oldest day first',
  description: 'A connection counts with the newest outcome of each of its checks, for 30 days after its last run.',
  scope: 'integrations:read',
  query: z.strictObject({
    days: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, `must be a whole number from 1 to ${daysMax}`)
      .transform(Number)
      .refine((days) => days <= daysMax, `must be a whole number from 1 to ${daysMax}`)
      .default(30)
      .openapi({ type: 'integer', minimum: 1, maximum: daysMax, default: 30, example: 30 }),
  }),
  answer: {
    status: 200,
    description: 'Numbers of checks, one entry a day; the last is today.',
    schema: z.object({ data: z.array(Day) }).openapi('Trend'),
  },
  handle: async ({ query: { days }, caller: { organizationId } }, { runtime }) => ({
    data: [...(await runtime.runs.trend({ organizationId, days }))],
  }),
})
