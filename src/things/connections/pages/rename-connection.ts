import { defineAction } from '../../pages/page-route.ts'
import { isConnectionName } from '../connections.ts'
import { findVisitedConnection } from './actions.tsx'
import { answerConnection } from './connection-page.tsx'

export const renameConnection = defineAction({
  path: '/connections/:connectionId/name',
  access: 'connections:write',
  audit: { action: 'connection.update', target: 'connectionId' },
  act: async (submission) => {
    const connection = await findVisitedConnection(submission)
    const { id, organizationId } = connection
    const name = submission.form.text('name').trim() || null
    if (name !== null && !isConnectionName(name)) return answerConnection(submission, connection, { name })
    await submission.runtime.connections.update({ id, organizationId }, { name })
    return { kind: 'redirect', to: `/connections/${id}` }
  },
})
