import { demandRun } from '../../host/services/demand.ts'
import { streamRunEvents } from '../../host/services/stream-run-events.ts'
import { definePage } from '../page-route.ts'

/** What happens in a run, for the script of its page. */
export const runEvents = definePage({
  path: '/runs/:runId/events',
  access: 'member',
  show: async ({ runtime, streams, person: { organizationId, userId }, params, request }) => {
    const { id } = await demandRun(runtime, organizationId, params.runId ?? '')
    return {
      kind: 'response',
      response: streamRunEvents({ runtime, streams }, { id, organizationId }, request, `user:${userId}`),
    }
  },
})
