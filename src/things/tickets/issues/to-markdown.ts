import type { Passage } from './issue-text.ts'

/**
 * Passages in the Markdown of GitHub and Linear. A value stands in a block of code that its own text cannot end: there, nothing is
 * a link, a mention, a reference or HTML.
 */
export function toMarkdown(passages: readonly Passage[]): string {
  return passages.map(formatPassage).join('\n\n')
}

/** A title is no Markdown, but who reads it in a letter or a chat may be shown a mention. A joiner without width ends it. */
export function toPlainTitle(title: string): string {
  return title.replaceAll(/@(?=[\w-])/g, '@\u2060')
}

function formatPassage(passage: Passage): string {
  if (passage.kind === 'sentence') return passage.text
  if (passage.kind === 'link') return `[${passage.label}](<${passage.href}>)`
  const longest = Math.max(2, ...Array.from(passage.text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `**${passage.label}**\n\n${fence}text\n${passage.text}\n${fence}`
}
