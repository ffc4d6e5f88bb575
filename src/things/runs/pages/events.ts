import { keepsRights } from '../../api/callers/keeps-rights.ts'
import { demandVisibleRun } from '../../api/demand.ts'
import { definePage } from '../../pages/page-route.ts'
import { streamRunEvents } from '../reading/stream-run-events.ts'

/** The events of a run, for the script of its page. */
export const runEvents = definePage({
  path: '/runs/:runId/events',
  access: 'runs:follow',
  show: async ({ runtime, streams, person, params, request, findPersonAgain }) => {
    const { id, organizationId } = await demandVisibleRun(runtime, person, params.runId ?? '')
    const mayGoOn = async () => {
      const again = await findPersonAgain()
      return again?.userId === person.userId && keepsRights(person, again)
    }
    const reader = { countsFor: `user:${person.userId}`, mayGoOn }
    const response = streamRunEvents({ runtime, streams }, { id, organizationId }, request, reader)
    return { kind: 'response', response }
  },
})
