import { type AnyVariableValue, findDomainsProblem, normalizeDomain, type Variable } from '../define/index.ts'
import { CredentialError, type Problem } from '../errors/index.ts'

/**
 * Validates variables against their declarations and fills in defaults. Text is converted to number, boolean, multiselect or
 * list (comma-separated) by the declaration, because command lines and forms give text.
 * @throws CredentialError `VARIABLE_INVALID` that lists every bad variable
 */
export function parseVariables(
  declared: readonly Variable[],
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, AnyVariableValue>> {
  const values: Record<string, AnyVariableValue> = {}
  const problems: Problem[] = []
  for (const variable of declared) {
    const entered = Object.hasOwn(input, variable.id) ? input[variable.id] : undefined
    const value = omitEmptyList(variable, isEmpty(variable, entered) ? variable.default : convert(variable, entered))
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

/**
 * Values under the ids that variables have now: what was set under an earlier id is carried over. Where both ids have a value,
 * the earlier one stays as it is, so that it is told as a value for no variable.
 */
export function carryOverVariables<Value>(
  declared: readonly Variable[],
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const carried: Record<string, Value> = { ...values }
  const present = new Set(declared.map(({ id }) => id))
  for (const { id, renamed = [] } of declared) {
    const before = renamed.find((each) => Object.hasOwn(values, each) && !present.has(each))
    if (before === undefined || Object.hasOwn(values, id)) continue
    carried[id] = values[before] as Value
    delete carried[before]
  }
  return carried
}

function isEmpty(variable: Variable, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return variable.type === 'list' && omitEmptyList(variable, convertDomains(value)) === undefined
}

/** Several choices may be none. A list of domains that holds none says nothing. */
function omitEmptyList({ type }: Variable, value: unknown): unknown {
  return type === 'list' && Array.isArray(value) && value.length === 0 ? undefined : value
}

function convert(variable: Variable, entered: unknown): unknown {
  if (variable.type === 'list') return convertDomains(entered)
  if (typeof entered !== 'string') return entered
  switch (variable.type) {
    case 'number':
      return entered.trim() === '' ? Number.NaN : Number(entered)
    case 'boolean':
      return entered === 'true' ? true : entered === 'false' ? false : entered
    case 'multiselect':
      return entered.split(',').map((value) => value.trim())
    default:
      return entered
  }
}

/** Domains as they are compared. What is none stays as it was typed, and is told so. */
function convertDomains(value: unknown): unknown {
  const texts = typeof value === 'string' ? value.split(/[\s,;]+/).filter(Boolean) : value
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return value
  return [...new Set(texts.map((text) => normalizeDomain(text) ?? text))]
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
    case 'list':
      return Array.isArray(value) && value.every((each) => typeof each === 'string')
        ? findDomainsProblem(value)
        : 'must be a list of domains'
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
