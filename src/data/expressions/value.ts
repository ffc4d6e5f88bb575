import { isObject } from '../../text/is-object.ts'

/** What an expression reads and gives: JSON. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [member: string]: Value }

/** Why an expression has no value. Nobody throws it: it is a value that `&&` and `||` may absorb. */
export class Unknown {
  readonly code: UnknownCode
  /** For people, about the data: "item.mfa is missing". Holds no value of the vendor's. */
  readonly because: string

  constructor(code: UnknownCode, because: string) {
    this.code = code
    this.because = because
  }
}

/**
 * - `missing`, `null`, `kind`, `range`: the data is not what the expression takes;
 * - `empty`: `all` over a list without items, which says nothing;
 * - `budget`: the expression took too many steps.
 */
export type UnknownCode = 'missing' | 'null' | 'kind' | 'range' | 'empty' | 'budget'

export type ValueOrUnknown = Value | Unknown

function isValue(value: unknown): value is Value {
  if (value === null || ['boolean', 'number', 'string'].includes(typeof value)) return true
  return isObject(value) ? Object.values(value).every(isValue) : Array.isArray(value) && value.every(isValue)
}

/** The members of an object that an expression can read. */
export function pickValues(object: object): { readonly [member: string]: Value } {
  return Object.fromEntries(
    Object.entries(object).flatMap(([member, value]) => (isValue(value) ? [[member, value] as const] : [])),
  )
}

/** The kinds of values that expressions tell apart. */
export type Kind = 'null' | 'boolean' | 'number' | 'text' | 'list' | 'object'

export function readKind(value: Value): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'number':
      return 'number'
    case 'string':
      return 'text'
    default:
      return 'object'
  }
}

const kindNames: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  text: 'text',
  list: 'a list',
  object: 'an object',
}

/** A kind as people call it: "a number". */
export function nameKind(kind: Kind): string {
  return kindNames[kind]
}
