import type { JsonValue, StatementValue } from '../../../define/index.ts'

const seconds: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 604_800,
}

/** The unit of time that a variable counts, which its id ends with: `max_idle_minutes`. */
export function readTimeUnit(variable: string): string | undefined {
  const unit = variable.split('_').at(-1) ?? ''
  return Object.hasOwn(seconds, unit) ? unit : undefined
}

/** Whether a parameter counts time. */
export function isTimeUnit(unit: string): boolean {
  return Object.hasOwn(seconds, unit)
}

/**
 * What a parameter of a statement was in a run, in the parameter's own unit; undefined where nobody knows.
 * @param variables of the check, as the run kept them
 */
export function readStatementValue(
  value: StatementValue | undefined,
  unit: string,
  variables: { readonly [id: string]: JsonValue } = {},
): number | undefined {
  if (typeof value !== 'string') return value
  const found = Object.hasOwn(variables, value) ? variables[value] : undefined
  if (typeof found !== 'number') return undefined
  if (!isTimeUnit(unit)) return found
  const of = readTimeUnit(value)
  return of === undefined ? undefined : (found * (seconds[of] ?? 1)) / (seconds[unit] ?? 1)
}
