/** "1 check", "3 checks"; give `plural` for nouns that do not add an "s". */
export function countNoun(count: number, noun: string, plural?: string): string {
  return `${count} ${pluralize(count, noun, plural)}`
}

/** "1 check", "12,000 checks": `countNoun` for people, with thousands separators. */
export function formatCount(count: number, noun: string, plural?: string): string {
  return `${formatNumber(count)} ${pluralize(count, noun, plural)}`
}

/** With thousands separators, the same everywhere. */
export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** "check" for one, "checks" for any other number. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? noun : plural
}
