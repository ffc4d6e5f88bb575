import { z } from '@hono/zod-openapi'
import { createPageSchema, pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import {
  createForeignCursorError,
  formatPlaceCursor,
  parsePlaceCursor,
} from '../../../service/api/schemas/place-cursor.ts'
import { ResultSchema, toWireResult } from '../../../service/api/schemas/result-schema.ts'
import { runParams } from '../../../service/api/schemas/schemas.ts'
import { demandRecordedRun } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { resultFilter } from './result-filter.ts'

export const listResults = defineRoute({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/results',
  operationId: 'IntegrationsController_listResults_v1',
  tag: 'Runs',
  summary: 'List the results of a run, in the order in which its checks reported them',
  description: 'A check that could not tell may have no results, so read the checks of the run too.',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: runParams,
  query: z.strictObject({ ...resultFilter, ...pageQuery }),
  answer: {
    status: 200,
    description: 'One page of results.',
    schema: createPageSchema(ResultSchema).openapi('ResultPage'),
  },
  problems: [409],
  handle: async ({ params: { runId }, query, caller }, { runtime }) => {
    const { limit, cursor, check: checkId, control, status, severity, waived } = query
    const place = parsePlaceCursor(cursor)
    if (place !== undefined && place.part !== runId) throw createForeignCursorError()
    const { head } = await demandRecordedRun(runtime, caller, runId)
    const checks = head.checks.filter(
      ({ id, controls }) =>
        (checkId === undefined || id === checkId) && (control === undefined || controls.includes(control)),
    )
    // A finished run does not change, so a number is a lasting position.
    const rows = await runtime.runs.results(
      { id: runId, organizationId: caller.organizationId },
      {
        status,
        severity,
        checks: checks.map(({ id }) => id),
        waived,
        after: place?.index,
        limit: limit + 1,
      },
    )
    const fitting = (rows ?? []).slice(0, limit)
    const last = fitting.at(-1)
    const isMore = rows !== undefined && rows.length > limit && last !== undefined
    return {
      data: fitting.flatMap((row) => {
        const check = checks.find(({ id }) => id === row.checkId)
        return check ? [toWireResult(runId, check, row.result)] : []
      }),
      nextCursor: isMore ? formatPlaceCursor({ part: runId, index: last.number }) : null,
    }
  },
})
