import type { StoredRecord } from '../inventory/stored-record.ts'
import type { CrossCheckInventory, CrossCheckSource } from './define/inputs.ts'
import type { StoredLink } from './define/stored-link.ts'

/** Records and links that are in memory, in any order. @param records by connection and list: `c1/account`, `c1/account.iam` */
export function openSourceInMemory(
  records: ReadonlyMap<string, readonly StoredRecord[]>,
  links: readonly StoredLink[],
): CrossCheckSource {
  const sorted = new Map([...records].map(([list, each]) => [list, sortBy(each, ({ id }) => id)]))
  const byList = Map.groupBy(links, ({ connectionId, of }) => `${connectionId}/${of}`)
  const sortedLinks = new Map([...byList].map(([list, each]) => [list, sortBy(each, ({ recordId }) => recordId)]))
  return {
    records: (connectionId, inventory) => [sorted.get(toListKey(connectionId, inventory)) ?? []],
    links: (connectionId, of) => [sortedLinks.get(`${connectionId}/${of}`) ?? []],
  }
}

/** Names a list of a connection among all others. */
function toListKey(connectionId: string, { of, part }: Pick<CrossCheckInventory, 'of' | 'part'>): string {
  return `${connectionId}/${part === undefined ? of : `${of}.${part}`}`
}

function sortBy<T>(items: readonly T[], toKey: (item: T) => string): readonly T[] {
  return items.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : toKey(one) > toKey(other) ? 1 : 0))
}
