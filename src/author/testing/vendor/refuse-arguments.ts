import { listUnknownOptions } from '../../../define/index.ts'

/**
 * Refuses unknown options, so that a typing mistake does not silently mean "the default".
 * @param subject the owner of the options, as the reader wrote it: `fakeVendor()`
 * @throws TypeError naming the unknown member and the known ones
 */
export function refuseUnknown(subject: string, input: unknown, known: readonly string[]): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new TypeError(`${subject} takes an object, not ${describeArgument(input)}.`)
  }
  const unknown = listUnknownOptions(input, known)
  if (unknown.length === 0) return
  const names = unknown.map((key) => `"${key}"`).join(', ')
  const noun = unknown.length === 1 ? 'is not an option' : 'are not options'
  throw new TypeError(`${subject}: ${names} ${noun}. Check the spelling; known are ${known.join(', ')}.`)
}

/** @throws TypeError naming the option, unless its value is one of the allowed ones */
export function demandChoice(subject: string, option: string, value: unknown, allowed: readonly string[]): void {
  if (typeof value === 'string' && allowed.includes(value)) return
  const list = allowed.map((item) => `"${item}"`).join(', ')
  throw new TypeError(
    `${subject}: ${option} must be one of ${list}, not ${typeof value === 'string' ? JSON.stringify(value) : describeArgument(value)}.`,
  )
}

/** @throws TypeError naming the option, unless its value is a string with at least one character */
export function demandText(subject: string, option: string, value: unknown): asserts value is string {
  if (typeof value === 'string' && value !== '') return
  throw new TypeError(`${subject}: ${option} must be a text that is not empty, not ${describeArgument(value)}.`)
}

/** @throws TypeError naming the option, unless its value is left out or a boolean */
export function demandFlag(subject: string, option: string, value: unknown): void {
  if (value === undefined || typeof value === 'boolean') return
  throw new TypeError(`${subject}: ${option} must be true or false, not ${describeArgument(value)}.`)
}

/** @throws TypeError naming the option, unless its value is a whole number of at least `least` */
export function demandWhole(subject: string, option: string, value: unknown, least: number): asserts value is number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return
  throw new TypeError(
    `${subject}: ${option} must be a whole number of at least ${least}, not ${describeArgument(value)}.`,
  )
}

/** @throws TypeError naming the option, unless its value is a whole number of at least 1, or Infinity */
export function demandTimes(subject: string, value: unknown): void {
  if (value !== Number.POSITIVE_INFINITY) demandWhole(subject, 'times', value, 1)
}

/** The kind of a value and, if it cannot be a secret, the value. */
function describeArgument(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'another text'
  if (Array.isArray(value)) return 'a list'
  return value === undefined ? 'undefined' : `of type ${typeof value}`
}
