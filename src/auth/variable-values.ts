import type { AnyVariableValue, Variable } from '../define/index.ts'
import { CredentialError, type Problem } from '../errors/index.ts'

/**
 * Validates variables against their declarations and fills in defaults. Text is converted to number, boolean or
 * multiselect (comma-separated) by the declaration, because command lines and forms give text.
 * @throws CredentialError `VARIABLE_INVALID` that lists every bad variable
 */
export function parseVariables(
  declared: readonly Variable[],
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, AnyVariableValue>> {
  const values: Record<string, AnyVariableValue> = {}
  const problems: Problem[] = []
  for (const variable of declared) {
    const given = Object.hasOwn(input, variable.id) ? input[variable.id] : undefined
    const isEmpty = given === undefined || given === null || given === ''
    const value = isEmpty ? variable.default : convert(variable, given)
    const problem =
      value === undefined ? (variable.required ? 'is required' : undefined) : findVariableProblem(variable, value)
    if (problem !== undefined) problems.push({ path: variable.id, message: `${problem} (${variable.label})` })
    else if (value !== undefined) values[variable.id] = value as AnyVariableValue
  }
  const known = declared.map((variable) => variable.id)
  for (const id of Object.keys(input)) {
    if (!known.includes(id))
      problems.push({
        path: id,
        message: `is not a variable; there ${known.length === 0 ? 'are none' : `is ${known.join(', ')}`}`,
      })
  }
  if (problems.length > 0)
    throw new CredentialError('The variables cannot be used:', { code: 'VARIABLE_INVALID', problems })
  return values
}

function convert(variable: Variable, given: unknown): unknown {
  if (typeof given !== 'string') return given
  switch (variable.type) {
    case 'number':
      return given.trim() === '' ? Number.NaN : Number(given)
    case 'boolean':
      return given === 'true' ? true : given === 'false' ? false : given
    case 'multiselect':
      return given.split(',').map((value) => value.trim())
    default:
      return given
  }
}

function findVariableProblem(variable: Variable, value: unknown): string | undefined {
  switch (variable.type) {
    case 'text':
      return typeof value === 'string' ? undefined : 'must be text'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = variable
      if (value < min) return `must be at least ${min}`
      return value > max ? `must be at most ${max}` : undefined
    }
    case 'select':
      return typeof value === 'string' ? findOptionProblem(variable.options, [value]) : 'must be one of its options'
    case 'multiselect':
      return Array.isArray(value) && value.every((each) => typeof each === 'string')
        ? findOptionProblem(variable.options, value)
        : 'must be a list of its options'
  }
}

function findOptionProblem(
  options: readonly { readonly value: string }[] | undefined,
  values: readonly string[],
): string | undefined {
  const known = options?.map((option) => option.value)
  return known === undefined || values.every((value) => known.includes(value))
    ? undefined
    : `must list only ${known.join(', ')}`
}
