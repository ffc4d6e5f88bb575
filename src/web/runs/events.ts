import { demandVisibleRun } from '../../host/services/demand.ts'
import { streamRunEvents } from '../../host/services/stream-run-events.ts'
import { definePage } from '../page-route.ts'

/** The events of a run, for the script of its page. */
export const runEvents = definePage({
  path: '/runs/:runId/events',
  access: 'runs:follow',
  show: async ({ runtime, streams, person, params, request }) => {
    const { id, organizationId } = await demandVisibleRun(runtime, person, params.runId ?? '')
    const response = streamRunEvents({ runtime, streams }, { id, organizationId }, request, `user:${person.userId}`)
    return { kind: 'response', response }
  },
})
