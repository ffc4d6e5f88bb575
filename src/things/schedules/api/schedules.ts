import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import {
  checkIds,
  connectionParams,
  exampleConnectionId,
  exampleRunId,
  inventoryNames,
  toNullable,
} from '../../../service/api/schemas/schemas.ts'
import { createTextSchema, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandConnection } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import type { Schedule } from '../../runtime/runtime.ts'
import { parseScheduleCursor, toSchedulePosition } from '../reading/schedule-cursor.ts'

const tag = 'Schedules'

const cron = createTextSchema({ max: 200 }).openapi({
  description: 'Minute, hour, day of month, month, day of week.',
  example: '0 6 * * *',
})
const timeZone = createTextSchema({ max: 100 }).openapi({ description: 'IANA name.', example: 'Europe/Berlin' })
const spread = z.boolean().openapi({
  description: 'Runs start up to 15 minutes after the time of `cron`, always the same for a connection.',
})

export const ScheduleSchema = z
  .object({
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    cron,
    timeZone,
    checks: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'null: all, and none if `inventories` are named.', example: ['admin-mfa'] }),
    inventories: z
      .array(z.string())
      .nullable()
      .openapi({
        description: 'Lists, by kind or part. null: all, and those that its checks use if `checks` are named.',
        example: ['account'],
      }),
    spread,
    nextAt: timestamp.nullable().openapi({ description: 'null: never again.' }),
    lastRunId: z.string().nullable().openapi({ example: exampleRunId }),
    skippedBecause: z
      .string()
      .nullable()
      .openapi({ description: 'Why there was no run at the last time.', example: 'The connection is paused.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .openapi('Schedule')

export const schedulePutShape = {
  cron,
  timeZone: timeZone.optional().openapi({ description: 'Left out: UTC.' }),
  spread: spread.optional().openapi({ description: 'Left out: true.' }),
}

const SchedulePut = z
  .strictObject({
    ...schedulePutShape,
    checks: checkIds.optional().openapi({ description: 'Left out: all, and none if `inventories` are named.' }),
    inventories: inventoryNames.optional().openapi({
      description:
        'Lists to read, by kind or part: `account`, `account.iam`. Without `checks`, the runs only list. Left out: all, and those that its checks use if `checks` are named.',
      example: ['account'],
    }),
  })
  .openapi('SchedulePut')

const path = '/v1/integrations/connections/{connectionId}/schedule'

export const putSchedule = defineRoute({
  method: 'put',
  path,
  operationId: 'IntegrationsController_putSchedule_v1',
  tag,
  summary: 'Run a connection on a schedule',
  description: 'Replaces an existing schedule. One run makes up for all missed times.',
  scope: 'integrations:run',
  params: connectionParams,
  body: [createJsonBody(SchedulePut)],
  answer: { status: 200, description: 'The schedule.', schema: ScheduleSchema },
  audit: { action: 'schedule.set' },
  handle: async ({ params: { connectionId }, body, caller: { organizationId } }, { runtime }) => {
    await demandConnection(runtime, organizationId, connectionId)
    return toWireSchedule(await runtime.schedules.set({ connectionId, organizationId, ...body }))
  },
})

export const getSchedule = defineRoute({
  method: 'get',
  path,
  operationId: 'IntegrationsController_getSchedule_v1',
  tag,
  summary: 'Read the schedule of a connection',
  scope: 'integrations:read',
  params: connectionParams,
  answer: { status: 200, description: 'The schedule.', schema: ScheduleSchema },
  handle: async ({ params: { connectionId }, caller: { organizationId } }, { runtime }) =>
    toWireSchedule((await runtime.schedules.get({ connectionId, organizationId })) ?? throwNoSchedule()),
})

export const deleteSchedule = defineRoute({
  method: 'delete',
  path,
  operationId: 'IntegrationsController_deleteSchedule_v1',
  tag,
  summary: 'Remove the schedule of a connection',
  scope: 'integrations:run',
  params: connectionParams,
  answer: { status: 200, description: 'The schedule is removed.', schema: Done },
  audit: { action: 'schedule.delete' },
  handle: async ({ params: { connectionId }, caller: { organizationId } }, { runtime }) =>
    (await runtime.schedules.delete({ connectionId, organizationId })) ? done : throwNoSchedule(),
})

export const listSchedules = defineRoute({
  method: 'get',
  path: '/v1/integrations/schedules',
  operationId: 'IntegrationsController_listSchedules_v1',
  tag,
  summary: 'List the schedules',
  scope: 'integrations:read',
  query: z.strictObject({
    sort: z.enum(['connection', 'next']).optional().openapi({
      description:
        '`connection`: by id of the connection, the default. `next`: the next to run first, without those of disconnected connections.',
    }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of schedules.',
    schema: createPageSchema(ScheduleSchema).openapi('SchedulePage'),
  },
  handle: async ({ query: { sort, limit, cursor }, caller: { organizationId } }, { runtime }) => {
    const rows =
      sort === 'next'
        ? await runtime.schedules.listNext({ organizationId, limit: limit + 1, after: parseScheduleCursor(cursor) })
        : await runtime.schedules.list({ organizationId, limit: limit + 1, after: parsePageCursor(cursor)?.id })
    return takePage(rows, limit, {
      // By connection they are in the order of their ids, whatever the time.
      toPosition: (schedule) =>
        sort === 'next' ? toSchedulePosition(schedule) : { atMs: 0, id: schedule.connectionId },
      toItem: toWireSchedule,
    })
  },
})

/** @throws ApiError 404 */
function throwNoSchedule(): never {
  throw new ApiError('The connection has no schedule.', { code: 'NOT_FOUND' })
}

function toWireSchedule(schedule: Schedule): z.input<typeof ScheduleSchema> {
  const { connectionId, cron, timeZone, checks, inventories, spread, nextAt, lastRunId, skippedBecause } = schedule
  const { createdAt, updatedAt } = schedule
  return {
    connectionId,
    cron,
    timeZone,
    spread,
    createdAt,
    updatedAt,
    checks: checks === undefined ? null : [...checks],
    inventories: inventories === undefined ? null : [...inventories],
    nextAt: toNullable(nextAt),
    lastRunId: toNullable(lastRunId),
    skippedBecause: toNullable(skippedBecause),
  }
}
