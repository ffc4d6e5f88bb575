import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { checkIds, toNullable } from '../../../service/api/schemas/schemas.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import { ScheduleSchema, schedulePutShape } from '../../schedules/api/schedules.ts'
import type { CrossCheckSchedule } from '../cross-checks.ts'

const tag = 'Schedules'
const path = '/v1/integrations/cross-check-schedule'

const CrossCheckScheduleSchema = ScheduleSchema.omit({ connectionId: true, inventories: true })
  .extend({
    checks: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'Cross-checks. null: all.', example: ['leavers'] }),
  })
  .openapi('CrossCheckSchedule')

const CrossCheckSchedulePut = z
  .strictObject({
    ...schedulePutShape,
    checks: checkIds.optional().openapi({ description: 'Cross-checks. Left out: all.', example: ['leavers'] }),
  })
  .openapi('CrossCheckSchedulePut')

export const putCrossCheckSchedule = defineRoute({
  method: 'put',
  path,
  operationId: 'CrossChecksController_putSchedule_v1',
  tag,
  summary: 'Run the cross-checks on a schedule',
  description:
    'Replaces an existing schedule. Without one, cross-checks start after lists were read anew, at most once an hour.',
  scope: 'integrations:run',
  body: [createJsonBody(CrossCheckSchedulePut)],
  answer: { status: 200, description: 'The schedule.', schema: CrossCheckScheduleSchema },
  problems: [404],
  audit: { action: 'schedule.set' },
  handle: async ({ body, caller: { organizationId } }, { runtime }) =>
    toWireSchedule(await runtime.crossChecks.setSchedule({ ...body, organizationId })),
})

export const getCrossCheckSchedule = defineRoute({
  method: 'get',
  path,
  operationId: 'CrossChecksController_getSchedule_v1',
  tag,
  summary: 'Read the schedule of the cross-checks',
  scope: 'integrations:read',
  answer: { status: 200, description: 'The schedule.', schema: CrossCheckScheduleSchema },
  problems: [404],
  handle: async ({ caller: { organizationId } }, { runtime }) =>
    toWireSchedule((await runtime.crossChecks.schedule({ organizationId })) ?? throwNoSchedule()),
})

export const deleteCrossCheckSchedule = defineRoute({
  method: 'delete',
  path,
  operationId: 'CrossChecksController_deleteSchedule_v1',
  tag,
  summary: 'Remove the schedule of the cross-checks',
  scope: 'integrations:run',
  answer: { status: 200, description: 'The schedule is removed.', schema: Done },
  problems: [404],
  audit: { action: 'schedule.delete' },
  handle: async ({ caller: { organizationId } }, { runtime }) =>
    (await runtime.crossChecks.deleteSchedule({ organizationId })) ? done : throwNoSchedule(),
})

/** @throws ApiError 404 */
function throwNoSchedule(): never {
  throw new ApiError('The cross-checks have no schedule.', { code: 'NOT_FOUND' })
}

function toWireSchedule({
  organizationId: _,
  checks,
  nextAt,
  lastRunId,
  skippedBecause,
  ...schedule
}: CrossCheckSchedule): z.input<typeof CrossCheckScheduleSchema> {
  return {
    ...schedule,
    checks: checks === undefined ? null : [...checks],
    nextAt: toNullable(nextAt),
    lastRunId: toNullable(lastRunId),
    skippedBecause: toNullable(skippedBecause),
  }
}
