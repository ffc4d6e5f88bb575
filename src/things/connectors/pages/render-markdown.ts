import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { finishAtOnce, finishInTurns, type WorkInPieces } from '../../../text/work-in-pieces.ts'

// Text of connectors' authors and of policies: raw HTML stays text, and images are left out, because they would be requests to other
// servers. What it is made of is found at once, and what stands in its blocks a piece at a time.
const [blocks, inlines] = [createMarkdown(), createMarkdown()]
blocks.core.ruler.enableOnly(['normalize', 'block'])
inlines.core.ruler.disable(['normalize', 'block'])

function createMarkdown() {
  return markdownIt({ html: false, linkify: false, typographer: false }).disable('image')
}

/** How much text is rendered before others are served. */
const pieceLength = 8_000
/** One paragraph, list or table cannot be cut. A longer one is shown as it is written, and so is one with more parts. */
const blockLengthMax = 30_000
const blockTokensMax = 20_000

/**
 * HTML of Markdown. The renderer escapes the text; the sanitizer is a second protection.
 * @param headingLevel level of its highest heading, so that headings of the page stay in order
 */
export function renderMarkdown(text: string, headingLevel: 3 | 4 = 3): string {
  return finishAtOnce(renderInPieces(text, headingLevel))
}

/** The same for a text that may be long. */
export function renderLongMarkdown(text: string): Promise<string> {
  return finishInTurns(renderInPieces(text, 3))
}

function* renderInPieces(text: string, headingLevel: 3 | 4): WorkInPieces<string> {
  const env = {}
  const lines = text.split(/\r\n?|\n/)
  let html = ''
  let piece: Token[] = []
  let length = 0
  const endPiece = () => {
    html += sanitize(renderTokens(piece, env), headingLevel)
    piece = []
    length = 0
  }
  for (const block of cutBlocks(blocks.parse(text, env))) {
    const [from, to] = block[0]?.map ?? [0, 0]
    const written = lines.slice(from, to).join('\n')
    if (written.length > blockLengthMax || block.length > blockTokensMax) {
      endPiece()
      html += `<pre>${blocks.utils.escapeHtml(written)}</pre>\n`
    } else {
      for (const token of block) piece.push(token)
      length += written.length
    }
    if (length < pieceLength) continue
    endPiece()
    yield
  }
  endPiece()
  return html
}

type Token = ReturnType<typeof blocks.parse>[number]

/** Tokens that belong together. */
function* cutBlocks(tokens: readonly Token[]): Generator<Token[], void, undefined> {
  let block: Token[] = []
  for (const token of tokens) {
    block.push(token)
    if (token.level > 0 || token.nesting > 0) continue
    yield block
    block = []
  }
}

function renderTokens(tokens: Token[], env: object): string {
  const state = new inlines.core.State('', inlines, env)
  state.tokens = tokens
  inlines.core.process(state)
  return inlines.renderer.render(state.tokens, inlines.options, env)
}

function sanitize(html: string, headingLevel: 3 | 4): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...['h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br'],
      ...['a', 'strong', 'em', 's', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      h1: `h${headingLevel}`,
      h2: `h${headingLevel}`,
      h3: `h${headingLevel}`,
      h4: `h${headingLevel + 1}`,
      a: (tagName, { href = '' }) => ({
        tagName,
        // A relative link would lead to a page of ours that its author cannot know.
        attribs: isAbsolute(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {},
      }),
    },
  })
}

function isAbsolute(href: string): boolean {
  return /^(?:https:\/\/|mailto:)/i.test(href)
}
