import type { AnyConnector } from '../../../define/index.ts'
import { demandVisibleRun } from '../../api/demand.ts'
import { defineAction, definePage } from '../../pages/page-route.ts'
import { findFindingSource } from '../../pages/shared/connector-names.ts'
import { createProgressPage } from './progress.tsx'
import { answerResults } from './results-page.tsx'

/** A run: its events while it runs, its results afterwards. */
export const runPage = definePage({
  path: '/runs/:runId',
  access: 'runs:read',
  show: async (visit) => {
    const { texts } = visit
    const { runtime, person, params } = visit
    const run = await demandVisibleRun(runtime, person, params.runId ?? '')
    if (run.finishedAtMs !== null)
      return answerResults(visit, { run, connector: findFindingSource(runtime, run.connectorId) })
    if (run.crossCheckId !== null)
      return createProgressPage(texts, { run, connector: chooseCheck(runtime.crossCheckConnector, run.crossCheckId) })
    const connection = await runtime.connections.get({ id: run.connectionId, organizationId: run.organizationId })
    return createProgressPage(texts, { run, connector: connection && (await runtime.connectorOf(connection)) })
  },
})

/** A run judges one cross-check. */
function chooseCheck(connector: AnyConnector, checkId: string): AnyConnector {
  return { ...connector, checks: connector.checks.filter(({ id }) => id === checkId) }
}

export const endRun = defineAction({
  path: '/runs/:runId/cancel',
  access: 'runs:write',
  audit: { action: 'run.cancel', target: 'runId' },
  act: async ({ runtime, person, params }) => {
    const { id, organizationId } = await demandVisibleRun(runtime, person, params.runId ?? '')
    await runtime.runs.cancel({ id, organizationId })
    return { kind: 'redirect', to: `/runs/${id}` }
  },
})
