import type { InventoryKind } from '../define/index.ts'
import { formatCount } from '../text/count-noun.ts'

/** What the records of each kind are called: one of them, and several. */
const recordNouns: Readonly<Record<InventoryKind, readonly [one: string, several: string]>> = {
  account: ['account', 'accounts'],
  person: ['person', 'persons'],
  device: ['device', 'devices'],
  credential: ['credential', 'credentials'],
  application: ['application', 'applications'],
  vulnerability: ['vulnerability', 'vulnerabilities'],
  training: ['training', 'trainings'],
}

/** A list, or the outcome of one. */
interface NamedList {
  readonly of: InventoryKind
  readonly part?: string | null | undefined
}

/** "3 accounts", "1 credential (iam)". */
export function formatRecordCount({ of, part, count }: NamedList & { readonly count: number }): string {
  return `${formatCount(count, ...recordNouns[of])}${formatPart(part)}`
}

/** "accounts, credentials (iam) and devices". */
export function formatListNames(lists: readonly NamedList[]): string {
  const names = lists.map(({ of, part }) => `${recordNouns[of][1]}${formatPart(part)}`)
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
}

function formatPart(part: NamedList['part']): string {
  return part === undefined || part === null ? '' : ` (${part})`
}
