/** "1 check", "3 checks"; give `plural` for nouns that do not add an "s". */
export function countNoun(count: number, noun: string, plural?: string): string {
  return `${count} ${pluralize(count, noun, plural)}`
}

/** "check" for one, "checks" for any other number. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? noun : plural
}
