import { logCommand } from './safe-text.ts'

/** Safe HTML. Only the tag {@link renderHtml} makes it, so that no text becomes markup by mistake. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[]

/** Markup from a template. Values are escaped, for content and quoted attributes; `undefined` and false are empty. */
export function renderHtml(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.reduce((text, string, index) => text + formatHtmlPart(parts[index - 1]) + string))
}

/** Text escaped for content and for quoted attributes. Characters that HTML and XML cannot contain become U+FFFD. No line of it is a command of a log. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replaceAll(logCommand, '&#91;')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function formatHtmlPart(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(formatHtmlPart).join('')
}
