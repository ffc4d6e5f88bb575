import type { Problem } from '../../errors/index.ts'
import { isPlainObject } from '../../text/is-object.ts'
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
