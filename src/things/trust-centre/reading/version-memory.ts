/**
 * Remembers the newest version of each of at most `max` values, so that it is made once. Which version is the newest, the caller knows.
 * @returns a function that makes a value if its version is new
 */
export function createVersionMemory<Value>(
  max: number,
): (key: string, version: string, make: () => Promise<Value>) => Promise<Value> {
  const remembered = new Map<string, { readonly version: string; readonly value: Value }>()
  return async (key, version, make) => {
    const known = remembered.get(key)
    if (known?.version === version) return known.value
    const value = await make()
    // The one that was asked for longest ago stands first.
    remembered.delete(key)
    const [oldest] = remembered.keys()
    if (remembered.size >= max && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, { version, value })
    return value
  }
}
