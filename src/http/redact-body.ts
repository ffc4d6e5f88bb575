import type { Redactor } from './redact.ts'
import { redactedMark } from './secret-names.ts'

/**
 * The text of a body without secrets, by value and by name, and otherwise as it was, so that whoever reads it again reads
 * the same: no number loses digits, no member its place.
 * @param type its Content-Type, where known
 */
export function redactedBody(text: string, type: string | undefined, redactor: Redactor): string {
  if (/^\s*[[{"]/.test(text) && isJson(text)) return redactedJson(text, redactor)
  if (/x-www-form-urlencoded/i.test(type ?? '')) return redactedForm(text, redactor)
  return redactor.text(/^\s*</.test(text) ? redactedMarkup(text, redactor) : text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

interface Level {
  /** Whether no text below is shown, because it stands under a secret's name. */
  readonly hidden: boolean
  readonly isRecord: boolean
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],:]/g

/** Replaces within JSON's own tokens, so that a secret which looks like its syntax cannot break it. */
function redactedJson(json: string, redactor: Redactor): string {
  const levels: Level[] = []
  let isName = false
  let underSecret = false
  return json.replace(token, (part) => {
    const level = levels.at(-1)
    const hidden = level?.hidden ?? false
    switch (part[0]) {
      case '{':
      case '[':
        levels.push({ hidden: hidden || underSecret, isRecord: part === '{' })
        isName = part === '{'
        underSecret = false
        return part
      case '}':
      case ']':
        levels.pop()
        isName = false
        underSecret = false
        return part
      case ',':
        isName = level?.isRecord ?? false
        underSecret = false
        return part
      case ':':
        isName = false
        return part
      case '"': {
        const value = part.includes('\\') ? String(JSON.parse(part)) : part.slice(1, -1)
        if (isName) underSecret = redactor.hides(value)
        const shown = !isName && (hidden || underSecret) ? redactedMark : redactor.text(value)
        return shown === value ? part : JSON.stringify(shown)
      }
      default:
        // A number may be a secret too. Below the name itself numbers stay: a password policy is evidence.
        return underSecret || redactor.text(part) !== part ? JSON.stringify(redactedMark) : part
    }
  })
}

function redactedForm(form: string, redactor: Redactor): string {
  const parts = form.split('&').map((part) => {
    const [[name, value] = ['', '']] = new URLSearchParams(part)
    if (value !== '' && redactor.hides(name)) return `${encodeURIComponent(name)}=${redactedMark}`
    const isSecret = redactor.finds(part) || redactor.finds(name) || redactor.finds(value)
    return isSecret ? `${redactor.text(name)}=${redactor.text(value)}` : part
  })
  // A value may span what only looks like a separator.
  return redactor.text(parts.join('&'))
}

const openingTag = /<((?:[\w.-]+:)?([\w.-]+))(\s[^<>]*)?>/g
const attribute = /((?:[\w.-]+:)?([\w.-]+)\s*=\s*)("[^"]*"|'[^']*')/g

/** XML and HTML: attributes of a secret's name, and what elements of such a name hold. */
function redactedMarkup(markup: string, redactor: Redactor): string {
  let shown = ''
  let from = 0
  for (const { 0: tag, 1: name = '', 2: local = '', 3: attributes = '', index } of markup.matchAll(openingTag)) {
    if (index < from) continue
    const plain = attributes.replace(attribute, (all: string, before: string, of: string, value: string) =>
      redactor.hides(of) ? `${before}${value[0]}${redactedMark}${value[0]}` : all,
    )
    shown += `${markup.slice(from, index)}<${name}${plain}>`
    from = index + tag.length
    if (attributes.endsWith('/') || !redactor.hides(local)) continue
    const end = markup.indexOf(`</${name}`, from)
    // Without an end nothing says how far the secret goes.
    shown += end === from ? '' : redactedMark
    from = end === -1 ? markup.length : end
  }
  return shown + markup.slice(from)
}
