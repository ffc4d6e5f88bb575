import { parseVariables } from '../auth/variable-values.ts'
import type { AnyConnector, AnyVariableValue, Check, JsonValue, Variable } from '../define/index.ts'
import { CredentialError } from '../errors/index.ts'

/** The variables of a run: what each check gets, and what the run's result says was used. */
export interface RunVariables {
  readonly resolve: (check: Check) => Readonly<Record<string, AnyVariableValue>>
  readonly used: Readonly<Record<string, JsonValue>>
}

/**
 * Resolves variables for chosen checks. A value for a variable of a check that is not chosen is no mistake; one that no
 * check knows is.
 * @throws CredentialError `VARIABLE_INVALID` for unknown variables; `resolve` throws it for bad values, per check
 */
export function resolveRunVariables(
  connector: AnyConnector,
  checks: readonly Check[],
  input: Readonly<Record<string, unknown>>,
): RunVariables {
  const inherited = connector.definition.variables ?? []
  const known = new Set(
    [...inherited, ...connector.checks.flatMap((check) => check.variables ?? [])].map((variable) => variable.id),
  )
  const unknown = Object.keys(input).filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const there = known.size === 0 ? `"${connector.id}" has none` : `"${connector.id}" has ${[...known].join(', ')}`
    throw new CredentialError('The variables cannot be used:', {
      code: 'VARIABLE_INVALID',
      problems: unknown.map((path) => ({ path, message: `is not a variable; ${there}` })),
    })
  }
  const resolve = (check: Check) => resolveVariables(connector, check, input)
  return { resolve, used: Object.assign({}, ...checks.map((check) => tryVariables(() => resolve(check)))) }
}

/**
 * The variables of one check: the connector's and its own, out of values that were given, with defaults filled in. A run
 * gives what it was asked for, and a replay what the run kept for this very check: two checks may call different things by
 * one id. What comes out comes out again when it is put in.
 * @throws CredentialError `VARIABLE_INVALID`
 */
export function resolveVariables(
  { definition }: AnyConnector,
  check: Check,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, AnyVariableValue>> {
  const declared: readonly Variable[] = [...(definition.variables ?? []), ...(check.variables ?? [])]
  const own = Object.entries(given).filter(([id]) => declared.some((variable) => variable.id === id))
  return parseVariables(declared, Object.fromEntries(own))
}

/** Values of a check that has bad ones are reported by the check itself. */
function tryVariables<T>(values: () => T): T | undefined {
  try {
    return values()
  } catch {
    return undefined
  }
}
