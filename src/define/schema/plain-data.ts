import type { Problem } from '../../errors/index.ts'
import { formatPath } from './problems.ts'

/**
 * Values that a definition must not hold, although a schema would accept them. An instance such as a Date would be
 * copied as an empty object, and a copy would lose a member called `__proto__`.
 */
export function findPlainDataProblems(input: unknown): Problem[] {
  const seen = new Set<object>()
  const visit = (value: unknown, path: readonly PropertyKey[]): Problem[] => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return []
    seen.add(value)
    if (!Array.isArray(value) && !isPlainObject(value)) {
      const kind = value.constructor?.name || 'instance'
      return [{ path: formatPath(path), message: `must be plain data ({ … }), not a ${kind}` }]
    }
    return Object.keys(value).flatMap((key): Problem[] => {
      const at = [...path, Array.isArray(value) ? Number(key) : key]
      if (key === '__proto__') return [{ path: formatPath(at), message: 'is not a usable name; remove it' }]
      return visit((value as Record<string, unknown>)[key], at)
    })
  }
  return visit(input, [])
}

/** Whether a value is a plain object: neither a list nor an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  // By depth instead of identity: an object of another realm (vm, worker) has an `Object.prototype` of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** An object of which nothing is known but that it has members. */
export type AnyObject = Readonly<Record<string, unknown>>

/** Whether a value is what a JSON object is read as: neither null nor a list. */
export function isObject(value: unknown): value is AnyObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
