/** The word for a key that anybody could have written, such as one of a stored record. */
export function findWord(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined
}
