import { Redactor } from '../../../src/http/redact/redact.ts'

/** A redactor that knows these secrets. */
export function createKnowingRedactor(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor()
  for (const secret of secrets) redactor.add(secret)
  return redactor
}

/** Every string in a JSON value, keys included. */
export function listLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(listLeaves)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => [key, ...listLeaves(each)])
  return []
}
