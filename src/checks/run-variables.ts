import { parseVariables } from '../auth/variable-values.ts'
import type { AnyConnector, AnyVariableValue, Check, JsonValue, Variable } from '../define/index.ts'
import { CredentialError } from '../errors/index.ts'

/** The variables of a run: what each check gets, and what the run's result says was used. */
export interface RunVariables {
  readonly of: (check: Check) => Readonly<Record<string, AnyVariableValue>>
  readonly used: Readonly<Record<string, JsonValue>>
}

/**
 * Resolves variables for chosen checks. A value for a variable of a check that is not chosen is no mistake; one that no
 * check knows is.
 * @throws CredentialError `VARIABLE_INVALID` for unknown variables; `of` throws it for bad values, per check
 */
export function runVariables(
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
  const declaredFor = (check: Check): readonly Variable[] => [...inherited, ...(check.variables ?? [])]
  const of = (check: Check) => {
    const declared = declaredFor(check)
    const given = Object.entries(input).filter(([id]) => declared.some((variable) => variable.id === id))
    return parseVariables(declared, Object.fromEntries(given))
  }
  return { of, used: Object.assign({}, ...checks.map((check) => usable(() => of(check)))) }
}

/** Values of a check that has bad ones are reported by the check itself. */
function usable<T>(values: () => T): T | undefined {
  try {
    return values()
  } catch {
    return undefined
  }
}
