import { carryOverVariables, parseVariables } from '../../auth/variable-values.ts'
import {
  type AnyConnector,
  type AnyVariableValue,
  type Check,
  type JsonValue,
  listUnknownOptions,
  type Variable,
} from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'

/** The variables of a run: what each check gets, and what the run's result lists. */
export interface RunVariables {
  readonly resolve: (check: Check) => Readonly<Record<string, AnyVariableValue>>
  readonly used: Readonly<Record<string, JsonValue>>
}

/**
 * Resolves variables for chosen checks. A value for a variable of a check that was not selected is fine; one that no
 * check knows is an error.
 * @param input what the run was asked for
 * @param stored what the connection has, which counts where the run was asked for nothing else. A value for a variable that the
 * connector no longer has ends every check: nobody knows which verdicts would be different by it.
 * @throws CredentialError `VARIABLE_INVALID` for unknown variables; `resolve` throws it for bad values, per check
 */
export function resolveRunVariables(
  connector: AnyConnector,
  checks: readonly Check[],
  input: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> = {},
): RunVariables {
  const declared = [
    ...(connector.definition.variables ?? []),
    ...connector.checks.flatMap((check) => check.variables ?? []),
  ]
  if (declared.length + Object.keys(input).length + Object.keys(stored).length === 0)
    return { resolve: () => ({}), used: {} }
  const known = declared.map(({ id }) => id)
  const there =
    known.length === 0 ? `"${connector.id}" has none` : `"${connector.id}" has ${[...new Set(known)].join(', ')}`
  const asked = carryOverVariables(declared, input)
  const unknown = listUnknownOptions(asked, known)
  if (unknown.length > 0) {
    throw new CredentialError('The variables cannot be used:', {
      code: 'VARIABLE_INVALID',
      problems: unknown.map((path) => ({ path, message: `is not a variable; ${there}` })),
    })
  }
  const carried = carryOverVariables(declared, stored)
  const gone = listUnknownOptions(carried, known)
  const values = { ...carried, ...asked }
  const resolve = (check: Check) => {
    if (gone.length > 0)
      throw new CredentialError(
        'The connection has a value for a variable that its connector no longer has. Set the variables of the connection again:',
        {
          code: 'VARIABLE_INVALID',
          problems: gone.map((path) => ({ path, message: `is not a variable any more; ${there}` })),
        },
      )
    return resolveVariables(connector, check, values)
  }
  return { resolve, used: Object.assign({}, ...checks.map((check) => tryVariables(() => resolve(check)))) }
}

/**
 * The variables of one check, the connector's and its own, from given values, with defaults filled in. A run gives the
 * values of its request; a replay gives those that the run kept for this check, because two checks may use one id for
 * different things. The output is valid input again and does not change.
 * @throws CredentialError `VARIABLE_INVALID`
 */
export function resolveVariables(
  { definition }: AnyConnector,
  check: Check,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, AnyVariableValue>> {
  const declared: readonly Variable[] = [...(definition.variables ?? []), ...(check.variables ?? [])]
  const own = Object.entries(carryOverVariables(declared, input)).filter(([id]) =>
    declared.some((variable) => variable.id === id),
  )
  return parseVariables(declared, Object.fromEntries(own))
}

/** Values of a check with invalid ones are reported by the check itself. */
function tryVariables<T>(values: () => T): T | undefined {
  try {
    return values()
  } catch {
    return undefined
  }
}
