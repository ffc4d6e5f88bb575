/** A fenced block of a Markdown page. */
export interface Block {
  /** Path of the page, relative to the checkout. */
  readonly page: string
  /** Line of the page that holds the block's first line, from 1. */
  readonly line: number
  readonly language: string
  /** The words after the language on the fence: `continue`, `no-check …`, `file=acme.ts`. */
  readonly info: string
  readonly text: string
}

/** Every fenced block of a page, those inside lists too, in order (CommonMark §4.5). */
export function parseBlocks(page: string, markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { indent: number; fence: string; language: string; info: string; line: number; lines: string[] } | undefined
  markdown.split('\n').forEach((text, index) => {
    const fence = /^( *)(`{3,}|~{3,}) *(\S*) *(.*?) *$/.exec(text)
    if (open === undefined) {
      const [, indent = '', marks = '', language = '', info = ''] = fence ?? []
      if (fence) open = { indent: indent.length, fence: marks, language, info, line: index + 2, lines: [] }
    } else if (fence?.[2]?.startsWith(open.fence) && fence[3] === '') {
      const { language, info, line, lines } = open
      blocks.push({ page, line, language, info, text: lines.join('\n') })
      open = undefined
    } else {
      open.lines.push(text.slice(Math.min(open.indent, text.length - text.trimStart().length)))
    }
  })
  if (open !== undefined) throw new Error(`${page}:${open.line - 1}: the block is not closed`)
  return blocks
}
