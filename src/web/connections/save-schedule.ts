import { CheckwrightError } from '../../errors/index.ts'
import { defineAction } from '../page-route.ts'
import { findVisitedConnection } from './actions.tsx'
import { answerConnection } from './connection-page.tsx'

export const saveSchedule = defineAction({
  path: '/connections/:connectionId/schedule',
  access: 'connections:write',
  audit: { action: 'schedule.set', target: 'connectionId' },
  act: async (submission) => {
    const { runtime, form } = submission
    const connection = await findVisitedConnection(submission)
    const { id: connectionId, organizationId } = connection
    const rhythm = form.text('rhythm')
    const cron = rhythm === 'own' ? form.text('cron').trim() : rhythm
    const timeZone = form.text('time-zone').trim() || 'UTC'
    try {
      if (cron === '' && rhythm !== 'own') await runtime.schedules.delete({ connectionId, organizationId })
      else await runtime.schedules.set({ connectionId, organizationId, cron, timeZone })
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'SCHEDULE_INVALID') throw error
      return answerConnection(submission, connection, { schedule: { cron, timeZone, problem: error.message } })
    }
    return { kind: 'redirect', to: `/connections/${connectionId}`, notice: 'schedule-saved' }
  },
})
