import type { AnyVariableValue, Variable } from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'
import { listDeclaredVariables } from '../../runtime/declared-variables.ts'
import type { Form } from '../form.ts'
import { action } from '../route.ts'
import { connectionOf, refOf } from './actions.tsx'
import { connectionAnswer } from './connection-page.tsx'
import { variableFields, variablePrefix } from './variables-form.tsx'

export const saveVariables = action({
  path: '/connections/:connectionId/variables',
  access: 'member',
  audit: { action: 'connection.variables', target: 'connectionId' },
  act: async (submission) => {
    const { runtime, form } = submission
    const connection = await connectionOf(submission)
    const connector = runtime.connectors.find(({ id }) => id === connection.connector)
    if (connector === undefined) return { kind: 'redirect', to: `/connections/${connection.id}` }
    const given = listDeclaredVariables(connector).flatMap(({ variable }) => {
      const value = valueSent(variable, form)
      return value === undefined ? [] : [[variable.id, value] as const]
    })
    try {
      await runtime.connections.update(refOf(connection), { variables: Object.fromEntries(given) })
    } catch (error) {
      if (!(error instanceof CredentialError) || error.code !== 'VARIABLE_INVALID') throw error
      return connectionAnswer(submission, connection, {
        variables: await variableFields(runtime, connector, connection, { form, error }),
      })
    }
    return { kind: 'redirect', to: `/connections/${connection.id}`, notice: 'variables-saved' }
  },
})

/** As the runtime wants it; left empty, the default counts. */
function valueSent(variable: Variable, form: Form): AnyVariableValue | undefined {
  const text = form.text(variablePrefix + variable.id).trim()
  switch (variable.type) {
    case 'boolean':
      return form.text(variablePrefix + variable.id) === 'on'
    case 'multiselect': {
      const chosen = form.all(variablePrefix + variable.id).filter(Boolean)
      return chosen.length > 0 || variable.default !== undefined ? chosen : undefined
    }
    case 'number':
      // What is no number is for the runtime to refuse, in the words that it has for that.
      return text === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text
    default:
      return text === '' ? undefined : text
  }
}
