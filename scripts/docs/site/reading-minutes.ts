const wordsPerMinute = 220

/** How long a page takes to read, in whole minutes, at least 1. Code is looked at and not read. */
export function countReadingMinutes(markdown: string): number {
  const prose = markdown.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1/gm, ' ').replaceAll(/\]\([^)]*\)/g, '] ')
  const words = prose.match(/[\p{L}\p{N}]+/gu) ?? []
  return Math.max(1, Math.round(words.length / wordsPerMinute))
}
