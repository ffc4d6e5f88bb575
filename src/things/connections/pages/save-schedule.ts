import type { AnyConnector } from '../../../define/index.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { formatInventoryName } from '../../../inventory/inventory-head.ts'
import { defineAction } from '../../pages/page-route.ts'
import type { Schedule } from '../../runtime/runtime.ts'
import { findVisitedConnection } from './actions.tsx'
import { answerConnection } from './connection-page.tsx'
import { refuseIfChanged, refuseMistake } from './schedule-form.tsx'

export const saveSchedule = defineAction({
  path: '/connections/:connectionId/schedule',
  access: 'connections:write',
  audit: { action: 'schedule.set', target: 'connectionId' },
  act: async (submission) => {
    const { texts, runtime, form } = submission
    const connection = await findVisitedConnection(submission)
    const { id: connectionId, organizationId } = connection
    const rhythm = form.text('rhythm')
    const cron = rhythm === 'own' ? form.text('cron').trim() : rhythm
    const timeZone = form.text('time-zone').trim() || 'UTC'
    const work = form.text('work')
    const entered = { rhythm, cron, timeZone, work }
    const earlier = await runtime.schedules.get({ connectionId, organizationId })
    const refused = refuseIfChanged(texts, form, entered, earlier)
    if (refused) return answerConnection(submission, connection, { schedule: refused })
    try {
      if (cron === '' && rhythm !== 'own') await runtime.schedules.delete({ connectionId, organizationId })
      else {
        const chosen = chooseScheduledWork(work, await runtime.connectorOf(connection), earlier)
        const { spread } = earlier ?? {}
        await runtime.schedules.set({ connectionId, organizationId, cron, timeZone, spread, ...chosen })
      }
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'SCHEDULE_INVALID') throw error
      return answerConnection(submission, connection, {
        schedule: refuseMistake(form, entered, error.message),
      })
    }
    return { kind: 'redirect', to: `/connections/${connectionId}`, notice: 'schedule-saved' }
  },
})

/** What the runs do. The choice of single checks is made by a program; the page keeps it, and does not make one. */
function chooseScheduledWork(
  work: string,
  connector: AnyConnector | undefined,
  earlier: Schedule | undefined,
): Pick<Schedule, 'checks' | 'inventories'> {
  const lists = connector?.inventories ?? []
  if (work === 'lists' && lists.length > 0) return { checks: undefined, inventories: lists.map(formatInventoryName) }
  if (work === 'chosen' && earlier) return { checks: earlier.checks, inventories: earlier.inventories }
  return { checks: undefined, inventories: undefined }
}
