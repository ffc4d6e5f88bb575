import type { Meter } from './meter.ts'
import { nameKind, readKind, Unknown, type Value, type ValueOrUnknown } from './value.ts'

/**
 * Whether two values are equal. Stricter than CEL: null and values of two kinds cannot be compared, because `role != 'guest'`
 * would be true of a role that nobody told.
 */
export function compareEqual(left: Value, right: Value, meter: Meter): boolean | Unknown {
  meter.spend(1)
  const [kind, other] = [readKind(left), readKind(right)]
  if (kind === 'null' || other === 'null') return new Unknown('null', 'a value that is compared is null')
  if (kind !== other) return new Unknown('kind', `${nameKind(kind)} is compared with ${nameKind(other)}`)
  if (kind === 'text') meter.spendOnText(left as string)
  if (kind === 'list') return compareLists(left as readonly Value[], right as readonly Value[], meter)
  if (kind === 'object') return new Unknown('kind', 'an object is compared; compare its members')
  return left === right
}

function compareLists(left: readonly Value[], right: readonly Value[], meter: Meter): boolean | Unknown {
  if (left.length !== right.length) return false
  let unknown: Unknown | undefined
  for (const [index, each] of left.entries()) {
    const isEqual = compareEqual(each, right[index] as Value, meter)
    if (isEqual === false) return false
    if (isEqual instanceof Unknown) unknown ??= isEqual
  }
  return unknown ?? true
}

/** Whether a list holds a value. What was found was found; what cannot be compared makes its absence unknown. */
export function findIn(value: Value, list: Value, meter: Meter): boolean | Unknown {
  if (!Array.isArray(list)) return createKindUnknown('the right side of "in"', 'a list', list)
  if (value === null) return new Unknown('null', 'the left side of "in" is null')
  let unknown: Unknown | undefined
  for (const each of list) {
    const isEqual = compareEqual(value, each, meter)
    if (isEqual === true) return true
    if (isEqual instanceof Unknown) unknown ??= isEqual
  }
  return unknown ?? false
}

export function compareNumbers(
  left: Value,
  right: Value,
  compare: (left: number, right: number) => boolean,
): boolean | Unknown {
  if (typeof left !== 'number') return createKindUnknown('the left side of a comparison', 'a number', left)
  if (typeof right !== 'number') return createKindUnknown('the right side of a comparison', 'a number', right)
  // JSON can write a number that no program holds: 1e999 is above every limit.
  return Number.isFinite(left) && Number.isFinite(right)
    ? compare(left, right)
    : new Unknown('range', 'a number is too large')
}

export function calculate(
  left: Value,
  right: Value,
  calculateNumber: (left: number, right: number) => number,
): number | Unknown {
  if (typeof left !== 'number') return createKindUnknown('the left side of a calculation', 'a number', left)
  if (typeof right !== 'number') return createKindUnknown('the right side of a calculation', 'a number', right)
  const result = calculateNumber(left, right)
  // Beyond 2^53 a number is another one than was meant.
  return Number.isFinite(result) && Math.abs(result) <= Number.MAX_SAFE_INTEGER
    ? result
    : new Unknown('range', 'a calculation gives no number that can be used')
}

const textMax = 100_000

/** `+`: adds numbers and joins texts. */
export function add(left: Value, right: Value, meter: Meter): number | string | Unknown {
  if (typeof left !== 'string' || typeof right !== 'string') return calculate(left, right, (a, b) => a + b)
  if (left.length + right.length > textMax) return new Unknown('range', 'a text becomes too long')
  meter.spendOnText(left)
  meter.spendOnText(right)
  return left + right
}

export function createKindUnknown(place: string, wanted: string, found: Value): Unknown {
  return found === null
    ? new Unknown('null', `${place} is null`)
    : new Unknown('kind', `${place} is ${nameKind(readKind(found))}, not ${wanted}`)
}

/**
 * Why a value made of several is unknown. "The list is empty" comes last: the author says what that means, and must not say so of
 * what else is unknown.
 */
export function joinUnknown(first: Unknown | undefined, next: Unknown): Unknown {
  return first === undefined || first.code === 'empty' ? next : first
}

/** Why values that are all needed are unknown together. */
export function findUnknown(...sides: readonly ValueOrUnknown[]): Unknown | undefined {
  let unknown: Unknown | undefined
  for (const side of sides) if (side instanceof Unknown) unknown = joinUnknown(unknown, side)
  return unknown
}

/** The value, if there is one to go on with. */
export function isKnown(answer: ValueOrUnknown): answer is Value {
  return !(answer instanceof Unknown)
}
