import type { InventoryKind } from '../../../define/index.ts'
import type { Texts } from '../../all-texts/texts.ts'

/** A list, or the outcome of one. */
interface NamedList {
  readonly of: InventoryKind
  readonly part?: string | null | undefined
}

/** "3 accounts", "1 credential (iam)". */
export function formatRecordCount(texts: Texts, { of, part, count }: NamedList & { readonly count: number }): string {
  return `${texts.counts.records[of]({ count })}${formatPart(part)}`
}

/** "accounts, credentials (iam) and devices". */
export function formatListNames(texts: Texts, lists: readonly NamedList[]): string {
  return texts.format.list(lists.map(({ of, part }) => `${texts.shared.lists[of]}${formatPart(part)}`))
}

function formatPart(part: NamedList['part']): string {
  return part === undefined || part === null ? '' : ` (${part})`
}
