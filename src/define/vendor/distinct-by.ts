import { CheckError } from '../../errors/index.ts'

/**
 * The items of a list, each once, so that you can count them. A page that moved while it was read, or a vendor's
 * mistake, can list somebody twice, and one person must not count as two. If two have the same id, the first stays.
 * @param idOf the vendor's own id of an item, not a name that two items may share
 * @throws CheckError `SCHEMA_DRIFT` for an item without id, which ends a check as `error`
 * @example
 * const admins = distinctBy(users.filter(({ isAdmin }) => isAdmin), ({ id }) => id)
 */
export function distinctBy<T>(items: Iterable<T>, idOf: (item: T) => string | number): T[] {
  const byId = new Map<string, T>()
  for (const item of items) {
    const id: unknown = idOf(item)
    if ((typeof id !== 'string' || id === '') && !Number.isFinite(id))
      throw new CheckError("The vendor's list has an item without an id, so the check cannot count it.", {
        code: 'SCHEMA_DRIFT',
      })
    const key = String(id)
    if (!byId.has(key)) byId.set(key, item)
  }
  return [...byId.values()]
}
