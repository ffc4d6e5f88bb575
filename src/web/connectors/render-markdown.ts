import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

// Text of connectors' authors: raw HTML stays text, and images would be requests to somebody else.
const markdown = markdownIt({ html: false, linkify: false, typographer: false }).disable('image')

/**
 * HTML of Markdown. The renderer escapes what is written in it; the sanitizer is there for the day on which it does not.
 * @param headingLevel of the highest heading in it, so that those of the page stay in order
 */
export function renderMarkdown(text: string, headingLevel: 3 | 4 = 3): string {
  return sanitizeHtml(markdown.render(text), {
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
        // A relative link would lead to a page of ours, which its author cannot know.
        attribs: isAbsolute(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {},
      }),
    },
  })
}

function isAbsolute(href: string): boolean {
  return /^(?:https:\/\/|mailto:)/i.test(href)
}
