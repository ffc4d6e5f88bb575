import { parseJson } from '../../text/parse-json.ts'
import { finishAtOnce, pieceLength, type WorkInPieces } from '../../text/work-in-pieces.ts'
import type { Redactor } from './redact.ts'
import { redactedMark } from './secret-names.ts'

/**
 * Redacts a body by value and by name and leaves the rest unchanged, so that it still parses to the same: numbers keep
 * their digits and members their place.
 * @param type its Content-Type, if known
 */
export function redactBody(text: string, type: string | undefined, redactor: Redactor): string {
  return finishAtOnce(redactBodyInPieces(text, type, redactor))
}

/** The same for a body that may be large. */
export function* redactBodyInPieces(text: string, type: string | undefined, redactor: Redactor): WorkInPieces<string> {
  // JSON has none (RFC 8259 §8.1), but .NET writes one, and readers of answers skip it.
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  return mark + (yield* redactUnmarked(text.slice(mark.length), type, redactor))
}

const byteOrderMark = '\ufeff'

function* redactUnmarked(text: string, type: string | undefined, redactor: Redactor): WorkInPieces<string> {
  if (!/^\s*[[{"]/.test(text)) return yield* redactPlain(text, type, redactor)
  if (yield* redactor.isCleanInPieces(text)) return text
  yield
  const shown = yield* redactJson(text, redactor)
  if (parseJson(text) !== undefined) return shown
  yield
  // Lines of JSON, JSON that was cut off, or what only begins like it: a secret may span what looks like its syntax.
  const plain = yield* redactPlain(shown, type, redactor)
  // A check that could not read the answer must not read it in a replay.
  return parseJson(plain) === undefined ? plain : redactedMark
}

function* redactPlain(text: string, type: string | undefined, redactor: Redactor): WorkInPieces<string> {
  if (/x-www-form-urlencoded/i.test(type ?? '')) return yield* redactForm(text, redactor)
  if (!/^\s*</.test(text)) return redactor.text(text)
  const shown = yield* redactMarkup(text, redactor)
  yield
  return redactor.text(shown)
}

/** Replaces within JSON's own tokens, so that a secret which looks like its syntax cannot break it. */
function* redactJson(json: string, redactor: Redactor): WorkInPieces<string> {
  const place = new JsonPlace()
  const next = /["{}[\],:]|-?\d[\d.eE+-]*/g
  let shown = ''
  let from = 0
  let worked = 0
  for (let found = next.exec(json); found; found = next.exec(json)) {
    const { 0: first, index } = found
    if (index - worked > pieceLength) {
      yield
      worked = index
    }
    if (/[{}[\],:]/.test(first)) {
      place.move(first)
      continue
    }
    // There is no single pattern for a whole string: one of megabytes with escapes exhausts the stack of the matcher.
    const end = first === '"' ? findEndOfJsonString(json, index) : next.lastIndex
    next.lastIndex = end
    const token = json.slice(index, end)
    const changed = first === '"' ? redactString(token, place, redactor) : redactNumber(token, place, redactor)
    if (changed === token) continue
    shown += json.slice(from, index) + changed
    from = end
  }
  return shown + json.slice(from)
}

function redactString(token: string, place: JsonPlace, redactor: Redactor): string {
  const inside = token.slice(1, -1)
  const value = token.includes('\\') || !token.endsWith('"') ? parseJson(token) : inside
  if (place.isName && typeof value === 'string') place.underSecret = redactor.hides(value)
  // An empty text stays, as in forms and markup: whether there is a secret at all is a fact that checks ask for.
  const isHidden = !place.isName && value !== '' && (place.hidden || place.underSecret)
  // Only a text that is no JSON has a string that does not parse. It stays one.
  if (typeof value !== 'string') return isHidden ? `"${redactedMark}` : redactor.text(token)
  const shown = isHidden ? redactedMark : redactor.text(value)
  return shown === value ? token : JSON.stringify(shown)
}

/** A number may be a secret too. Below a secret's name numbers stay: a password policy is evidence. */
function redactNumber(token: string, place: JsonPlace, redactor: Redactor): string {
  return place.underSecret || redactor.text(token) !== token ? JSON.stringify(redactedMark) : token
}

/** Where the next token of a JSON text begins. */
class JsonPlace {
  readonly #levels: { readonly hidden: boolean; readonly isRecord: boolean }[] = []
  /** Whether a string at this point is a member's name. */
  isName = false
  /** Whether the member's name shows that the value is a secret. */
  underSecret = false

  /** Whether all text is hidden here, because an ancestor has a secret's name. */
  get hidden(): boolean {
    return this.#levels.at(-1)?.hidden ?? false
  }

  /** @param mark of JSON's structure */
  move(mark: string): void {
    if (mark === '{' || mark === '[')
      this.#levels.push({ hidden: this.hidden || this.underSecret, isRecord: mark === '{' })
    if (mark === '}' || mark === ']') this.#levels.pop()
    if (mark !== ':') this.underSecret = false
    this.isName = mark === '{' || (mark === ',' && (this.#levels.at(-1)?.isRecord ?? false))
  }
}

/** @returns the index after the closing quote, or the end of the text where there is none */
function findEndOfJsonString(json: string, start: number): number {
  let end = start
  let escapes = 0
  do {
    end = json.indexOf('"', end + 1)
    if (end === -1) return json.length
    for (escapes = 0; json[end - 1 - escapes] === '\\'; ) escapes++
  } while (escapes % 2 === 1)
  return end + 1
}

function* redactForm(form: string, redactor: Redactor): WorkInPieces<string> {
  const parts: string[] = []
  let worked = 0
  for (const part of form.split('&')) {
    parts.push(redactPart(part, redactor))
    worked += part.length + 1
    if (worked <= pieceLength) continue
    yield
    worked = 0
  }
  // A value may span what only looks like a separator.
  return redactor.text(parts.join('&'))
}

function redactPart(part: string, redactor: Redactor): string {
  // Most texts only look like a form, and each needless parser costs a microsecond.
  if (part === '') return part
  const [[name, value] = ['', '']] = new URLSearchParams(part)
  if (value !== '' && redactor.hides(name)) return `${encodeURIComponent(name)}=${redactedMark}`
  const isSecret = redactor.finds(part) || redactor.finds(name) || redactor.finds(value)
  return isSecret ? `${redactor.text(name)}=${redactor.text(value)}` : part
}

const openingTag = /<((?:[\w.-]+:)?([\w.-]+))(\s[^<>]*)?>/g
// Starts after a space only. Otherwise the search in a long run of letters would take quadratic time.
const attribute = /(?<=\s)((?:[\w.-]+:)?([\w.-]+)\s*=\s*)("[^"]*"|'[^']*')/g

/** XML and HTML: attributes and elements with a secret's name. */
function* redactMarkup(markup: string, redactor: Redactor): WorkInPieces<string> {
  let shown = ''
  let from = 0
  let worked = 0
  for (const { 0: tag, 1: name = '', 2: local = '', 3: attributes = '', index } of markup.matchAll(openingTag)) {
    if (index - worked > pieceLength) {
      yield
      worked = index
    }
    if (index < from) continue
    const plain = attributes.replace(attribute, (all: string, before: string, of: string, value: string) =>
      redactor.hides(of) ? `${before}${value[0]}${redactedMark}${value[0]}` : all,
    )
    shown += `${markup.slice(from, index)}<${name}${plain}>`
    from = index + tag.length
    if (attributes.endsWith('/') || !redactor.hides(local)) continue
    const end = markup.indexOf(`</${name}`, from)
    // Without an end tag, the end of the secret is unknown.
    shown += end === from ? '' : redactedMark
    from = end === -1 ? markup.length : end
  }
  return shown + markup.slice(from)
}
