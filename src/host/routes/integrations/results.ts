import { z } from '@hono/zod-openapi'
import { route } from '../../route.ts'
import { pageOf, pageQuery } from '../../schemas/paging.ts'
import { cursorOf, notOurs, placeOf } from './place-cursor.ts'
import { lets, resultFilter } from './result-filter.ts'
import { ResultSchema, shownResult } from './run-schema.ts'
import { demandResult } from './runs.ts'
import { runParams } from './schemas.ts'

export const listResults = route({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/results',
  operationId: 'IntegrationsController_listResults_v1',
  tag: 'Runs',
  summary: 'List the results of a run, in the order in which its checks reported them',
  description: 'A check that could not tell may have none: look at the checks of the run too.',
  scope: 'integrations:read',
  params: runParams,
  query: z.strictObject({ ...resultFilter, ...pageQuery }),
  answer: { status: 200, description: 'One page of results.', schema: pageOf(ResultSchema).openapi('ResultPage') },
  problems: [409],
  handle: async ({ params: { runId }, query, caller: { organizationId } }, { runtime }) => {
    const { limit, cursor, ...filter } = query
    const place = placeOf(cursor)
    if (place !== undefined && place.part !== runId) throw notOurs()
    const run = await demandResult(runtime, organizationId, runId)
    // A run that has ended stays as it is, so that a number is a place for good.
    const chosen = run.checks
      .flatMap((check) => check.results.map((result) => ({ check, result })))
      .filter(({ check, result }) => lets(filter, check, result))
    const from = place?.index ?? 0
    const nextCursor = chosen.length > from + limit ? cursorOf({ part: runId, index: from + limit }) : null
    const data = chosen.slice(from, from + limit).map(({ check, result }) => shownResult(runId, check, result))
    return { data, nextCursor }
  },
})
