/** The value at a dotted path of own members: `meta.next_cursor`, `pages.0`. Undefined where a step is missing. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, step) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    return (at as Readonly<Record<string, unknown>>)[step]
  }, value)
}
