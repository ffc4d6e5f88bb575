/** A value that shares nothing with the given one, which is JSON. Writing JSON and reading it takes five times as long. */
export function copyJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copyJson(item)) as T
  // Not by assignment alone, because a member may be called `__proto__`.
  const copy = { ...value }
  for (const name in copy) {
    const member = copy[name]
    if (typeof member === 'object') copy[name] = copyJson(member)
  }
  return copy
}
