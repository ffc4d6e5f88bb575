import type { Problem } from '../../errors/index.ts'
import { isPlainObject } from '../../text/is-object.ts'
import type { AuthType } from '../connector/auth-config.ts'
import { isChoice, type Variable } from '../connector/variable.ts'
import { formatPath } from '../schema/problems.ts'
import { describeUnknownOption } from '../schema/unknown-options.ts'

/** Everything that a connector has code for. */
export const hookNames: readonly string[] = [
  ...['authenticate', 'verify', 'logout', 'sign', 'token', 'test', 'ready', 'classify', 'options'],
]
const strategiesOfHooks: Readonly<Record<string, AuthType>> = {
  authenticate: 'custom',
  verify: 'custom',
  logout: 'custom',
  token: 'oauth2',
}

/**
 * Rules of the hooks together with their connector. `undefined` is a hook that was left out.
 * @param strategy undefined if the definition has none
 */
export function findHookProblems(
  hooks: unknown,
  variables: readonly Variable[],
  strategy: AuthType | undefined,
): Problem[] {
  if (!isPlainObject(hooks)) return [{ path: 'hooks', message: 'must be an object of functions' }]
  const problems = Object.entries(hooks).flatMap(([name, hook]): Problem[] => {
    const path = formatPath(['hooks', name])
    if (hook === undefined) return []
    if (!hookNames.includes(name)) return [{ path, message: describeUnknownOption(name, hookNames) }]
    if (name === 'options') return findOptionsHookProblems(hook, variables)
    if (typeof hook !== 'function') return [{ path, message: 'must be a function' }]
    const owner = strategiesOfHooks[name] ?? strategy
    return strategy === undefined || owner === strategy
      ? []
      : [{ path, message: `goes with auth.type "${owner}" only; remove it` }]
  })
  if (hooks.authenticate === undefined && strategy === 'custom') {
    if (hooks.logout !== undefined)
      problems.push({
        path: 'hooks.logout',
        message: 'needs the hook authenticate, because it ends the session that authenticate began; add authenticate',
      })
    if (hooks.verify !== undefined)
      problems.push({
        path: 'hooks.verify',
        message: 'needs the hook authenticate, because it is called before it; add authenticate',
      })
  }
  return [...problems, ...findOptionlessProblems(hooks.options, variables)]
}

function findOptionsHookProblems(hook: unknown, variables: readonly Variable[]): Problem[] {
  if (!isPlainObject(hook))
    return [{ path: 'hooks.options', message: 'must be an object with a function for each variable' }]
  const choices = variables.filter(isChoice).map((variable) => variable.id)
  return Object.entries(hook).flatMap(([id, fetchOptions]): Problem[] => {
    const path = formatPath(['hooks', 'options', id])
    if (!choices.includes(id))
      return [{ path, message: 'is not a select or multiselect variable of the connector; declare it or remove this' }]
    return fetchOptions === undefined || typeof fetchOptions === 'function'
      ? []
      : [{ path, message: 'must be a function that returns the options' }]
  })
}

/** A choice needs options. */
function findOptionlessProblems(hook: unknown, variables: readonly Variable[]): Problem[] {
  return variables.flatMap((variable, index) =>
    isChoice(variable) && variable.options === undefined && !(isPlainObject(hook) && hook[variable.id] !== undefined)
      ? [
          {
            path: `variables[${index}].options`,
            message: `is required; list the options. A connector as code can fetch them with the hook options.${variable.id}`,
          },
        ]
      : [],
  )
}
