import { carryOverVariables } from '../../../auth/variable-values.ts'
import { CredentialError } from '../../../errors/index.ts'
import { defineAction } from '../../pages/page-route.ts'
import { listDeclaredVariables } from '../declared-variables.ts'
import { findVisitedConnection, pickConnectionRef } from './actions.tsx'
import { answerConnection } from './connection-page.tsx'
import { findChanged, listVariableFields, readSentValue } from './variables-form.tsx'

export const saveVariables = defineAction({
  path: '/connections/:connectionId/variables',
  access: 'connections:write',
  audit: { action: 'connection.variables', target: 'connectionId' },
  act: async (submission) => {
    const { texts } = submission
    const { runtime, form } = submission
    const connection = await findVisitedConnection(submission)
    const connector = await runtime.connectorOf(connection)
    if (connector === undefined) return { kind: 'redirect', to: `/connections/${connection.id}` }
    const declared = listDeclaredVariables(connector).map(({ variable }) => variable)
    const carried = carryOverVariables(declared, connection.variables)
    if (findChanged(texts, form, declared, carried))
      return answerConnection(submission, connection, {
        variables: await listVariableFields(texts, runtime, connector, connection, 'typed', { form }),
      })
    const entries = declared.flatMap((variable) => {
      const value = readSentValue(variable, form)
      return value === undefined ? [] : [[variable.id, value] as const]
    })
    try {
      await runtime.connections.update(pickConnectionRef(connection), { variables: Object.fromEntries(entries) })
    } catch (error) {
      if (!(error instanceof CredentialError) || error.code !== 'VARIABLE_INVALID') throw error
      return answerConnection(submission, connection, {
        variables: await listVariableFields(texts, runtime, connector, connection, 'typed', { form, error }),
      })
    }
    return { kind: 'redirect', to: `/connections/${connection.id}`, notice: 'variables-saved' }
  },
})
