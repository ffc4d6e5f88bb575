import { z } from '@hono/zod-openapi'
import { compareRuns } from '../../../checks/findings/compare-runs.ts'
import type { RunComparison } from '../../../checks/findings/comparison.ts'
import { SeenFindings } from '../../../checks/results/seen-findings.ts'
import type { RecordedRun } from '../../../checks/runs/recorded-run.ts'
import { connectionParams, exampleRunId, runStatuses } from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { demandConnection } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { listPastRuns } from '../../past/past-runs.ts'
import { RunSummary } from './run-schema.ts'

/** The results of each are read for the comparison. */
const runsMax = 20

const count = z.int().openapi({ example: 1 })

const Changes = z
  .object({
    baselineRunId: z.string().openapi({ description: 'The previous run.', example: exampleRunId }),
    new: count,
    persisting: count,
    regressed: count.openapi({ description: 'Passed before, fails now.' }),
    resolved: count,
    unseen: count.openapi({ description: 'Failed before, and the check now could not tell.' }),
  })
  .openapi('FindingChanges')

const PastRun = z
  .object({
    runId: z.string().openapi({ example: exampleRunId }),
    at: timestamp,
    status: z.enum(runStatuses),
    summary: RunSummary,
    changes: Changes.nullable().openapi({ description: 'Changes since the previous run. null: there is none.' }),
  })
  .openapi('PastRun')

export const readHistory = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections/{connectionId}/history',
  operationId: 'IntegrationsController_readHistory_v1',
  tag: 'Runs',
  summary: 'Read the findings of a connection from run to run, the newest first',
  description:
    'Runs that have ended. After a run of selected checks, findings of the other checks count as neither resolved nor persisting.',
  scope: 'integrations:read',
  params: connectionParams,
  query: z.strictObject({
    limit: z
      .string()
      .regex(/^(?:[1-9]|1\d|20)$/, `must be a whole number from 1 to ${runsMax}`)
      .transform(Number)
      .default(10)
      .openapi({ type: 'integer', minimum: 1, maximum: runsMax, default: 10, example: 10 }),
  }),
  answer: {
    status: 200,
    description: 'The newest runs.',
    schema: z.object({ data: z.array(PastRun) }).openapi('ConnectionHistory'),
  },
  handle: async ({ params: { connectionId }, query: { limit }, caller: { organizationId } }, { runtime }) => {
    await demandConnection(runtime, organizationId, connectionId)
    const data: z.input<typeof PastRun>[] = []
    let later: RecordedRun | undefined
    for await (const run of listPastRuns(runtime, { organizationId, connectionId })) {
      if (later) data.push(await toWirePastRun(later, run))
      later = data.length < limit ? run : undefined
      if (later === undefined) break
    }
    if (later) data.push(await toWirePastRun(later, undefined))
    return { data }
  },
})

async function toWirePastRun(run: RecordedRun, before: RecordedRun | undefined): Promise<z.input<typeof PastRun>> {
  const { id: runId, startedAt: at, status, summary } = run.head
  const comparison = before && (await compareRuns(run, before))
  return { runId, at, status, summary, changes: comparison ? await countChanges(run, comparison) : null }
}

async function countChanges(
  { head, results }: RecordedRun,
  comparison: RunComparison,
): Promise<z.input<typeof Changes>> {
  const { baselineRunId, resolved, unseen } = comparison
  const counts = { new: 0, persisting: 0, regressed: 0 }
  // A resource may be reported more than once, but is one finding.
  const counted = new SeenFindings()
  for (const { id } of head.checks) {
    for await (const { findingId, status } of results(id)) {
      if (counted.note(findingId, status) !== undefined) continue
      const change = comparison.changeOf(findingId)
      if (change !== undefined && change !== 'resolved') counts[change]++
    }
  }
  return { baselineRunId, ...counts, resolved: resolved.length, unseen: unseen.length }
}
