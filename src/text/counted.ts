import { formatCount, formatNumber, pluralize } from './count-noun.ts'

/**
 * A list tells how many there are up to this number. Counting a million rows takes far longer than reading the page that a person looks
 * at, so whoever counts stops at one more.
 */
export const countedMax = 1_000

/** "3 findings", "more than 1,000 findings". */
export function formatCounted(count: number, noun: string): string {
  if (count <= countedMax) return formatCount(count, noun)
  return `more than ${formatNumber(countedMax)} ${pluralize(count, noun)}`
}
