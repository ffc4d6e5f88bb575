import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

// Text of connectors' authors: raw HTML stays text, and images are left out, because they would be requests to other
// servers.
const markdown = markdownIt({ html: false, linkify: false, typographer: false }).disable('image')

/**
 * HTML of Markdown. The renderer escapes the text; the sanitizer is a second protection.
 * @param headingLevel level of its highest heading, so that headings of the page stay in order
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
        // A relative link would lead to a page of ours that its author cannot know.
        attribs: isAbsolute(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {},
      }),
    },
  })
}

function isAbsolute(href: string): boolean {
  return /^(?:https:\/\/|mailto:)/i.test(href)
}
