const wordsMax = 20

/** The words of a search, in lower case: letters and digits of any script. What is between them has no meaning. */
export function parseSearchWords(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, wordsMax)
}
