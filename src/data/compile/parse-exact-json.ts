import type { Value } from '../expressions/value.ts'

// A number below 2^53 has at most 16 digits.
const longNumber = /\d{16}/

/** Reads JSON. A whole number above 2^53 is read as text, exactly as the vendor wrote it, because a number would be another one. */
export function parseExactJson(text: string): Value {
  if (!longNumber.test(text)) return JSON.parse(text) as Value
  return JSON.parse(text, readExactly as (name: string, value: unknown) => unknown) as Value
}

parseExactJson.format = 'JSON'

// https://github.com/tc39/proposal-json-parse-with-source, in Node since 21.
function readExactly(_name: string, value: unknown, context: { readonly source?: string } | undefined): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? null) : value
}
