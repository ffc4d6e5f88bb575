/**
 * The value at a dotted path of own members: `meta.next_cursor`, `pages.0`. A member with dots in its name, such as
 * OData's `@odata.nextLink`, is found by that name. Undefined if a step is missing.
 */
export function readMember(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, path)) return (value as Readonly<Record<string, unknown>>)[path]
  const dot = path.indexOf('.')
  return dot === -1 ? undefined : readMember(readMember(value, path.slice(0, dot)), path.slice(dot + 1))
}
