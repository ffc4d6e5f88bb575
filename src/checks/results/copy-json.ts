/** A value that shares nothing with the given one, which is JSON. Writing JSON and reading it takes ten times as long. */
export function copyJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  // Not by assignment, because a member may be called `__proto__`.
  const copy = Array.isArray(value) ? Object.assign([], value) : { ...value }
  for (const name in copy) if (typeof copy[name] === 'object') copy[name] = copyJson(copy[name])
  return copy
}
