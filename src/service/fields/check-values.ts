import { CheckwrightError, type Problem } from '../../errors/index.ts'
import { endSentence } from '../../text/end-sentence.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type { ThingFields } from './field.ts'
import { findProblem } from './field-kinds.ts'
import type { ChangesOf, InputOf, ValuesOf } from './field-types.ts'

/** What is wrong with values, member by member. Members that are no fields are refused. */
export function findProblems(fields: ThingFields, values: Readonly<Record<string, unknown>>): readonly Problem[] {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(fields, name))
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    const message = value === undefined ? 'is missing' : findProblem(field, value)
    return message === undefined ? [] : [{ path: name, message }]
  })
  return [...unknown.map((path) => ({ path, message: 'is not known here' })), ...wrong]
}

/** The values of a new record: what may be left out is null. */
export function completeValues<Of extends ThingFields>(fields: Of, input: InputOf<Of>): ValuesOf<Of> {
  const absent = Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired ? [] : [[name, null]]))
  return { ...Object.fromEntries(absent), ...omitUndefined(input) } as ValuesOf<Of>
}

/** The values after a change: what is left out stays. */
export function changeValues<Of extends ThingFields>(values: ValuesOf<Of>, changes: ChangesOf<Of>): ValuesOf<Of> {
  return { ...values, ...omitUndefined(changes) } as ValuesOf<Of>
}

/** @throws CheckwrightError `RECORD_INVALID` that names each member */
export function demandValid(noun: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const list = problems.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
  throw new CheckwrightError(endSentence(`The ${noun} is not valid: ${list}`), { code: 'RECORD_INVALID' })
}
