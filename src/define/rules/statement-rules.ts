import type { Problem } from '../../errors/index.ts'
import type { Variable } from '../connector/variable.ts'
import type { StatementBinding } from '../run/statement.ts'
import { formatPath } from '../schema/problems.ts'
import { describeUnknownVariable } from './variable-rules.ts'

/** Each statement is named once, and its parameters are bound to variables that exist and count something. */
export function findStatementProblems(states: readonly StatementBinding[], variables: readonly Variable[]): Problem[] {
  const ids = states.flatMap((binding) => (typeof binding === 'string' ? [binding] : Object.keys(binding)))
  const doubled = ids.find((id, index) => ids.indexOf(id) < index)
  return [
    ...(doubled === undefined ? [] : [{ path: 'states', message: `"${doubled}" is listed twice; remove one` }]),
    ...states.flatMap((binding, index) =>
      typeof binding === 'string'
        ? []
        : Object.entries(binding).flatMap(([statement, values]) =>
            Object.entries(values).flatMap(([parameter, value]) => {
              const message = typeof value === 'string' ? explainMisfit(value, variables) : undefined
              return message === undefined
                ? []
                : [{ path: formatPath(['states', index, statement, parameter]), message }]
            }),
          ),
    ),
  ]
}

function explainMisfit(id: string, variables: readonly Variable[]): string | undefined {
  const variable = variables.find((each) => each.id === id)
  if (variable) return variable.type === 'number' ? undefined : `binds "${id}", which is no number`
  return `"${id}" ${describeUnknownVariable(id, variables, 'write a number')}`
}
