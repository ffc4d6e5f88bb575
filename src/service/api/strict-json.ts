import { ApiError } from '../../errors/index.ts'

export interface JsonLimits {
  /** Objects and lists within each other. @default 32 */
  readonly depthMax?: number
  /** Values and member names together, because a small text can hold millions of them. @default 100000 */
  readonly tokensMax?: number
}

interface NestingLevel {
  /** Names seen so far; undefined for a list. */
  readonly names: Set<string> | undefined
  /** Name or index of the member that is being read. */
  at: string | number
}

/**
 * JSON (RFC 8259) that every parser reads alike. It also refuses: repeated names, because parsers keep the first or the
 * last; `__proto__`; nesting and size beyond the limits; and text that no database stores unchanged, half of a
 * surrogate pair and U+0000.
 * @throws ApiError 400 `API_INVALID` with the path
 */
export function parseStrictJson(text: string, { depthMax = 32, tokensMax = 100_000 }: JsonLimits = {}): unknown {
  // Before parsing, because these limits are about the memory of a parsed value.
  scanJson(text, depthMax, tokensMax)
  try {
    return JSON.parse(text)
  } catch {
    throw createJsonRefusal('', 'must be JSON')
  }
}

/** Exact on JSON. On other texts it may miss something or find too much, but the parser refuses such a text anyway. */
function scanJson(text: string, depthMax: number, tokensMax: number): void {
  const levels: NestingLevel[] = []
  const path = () => formatSteps(levels.map(({ at }) => at))
  const pathTo = (name: string) => formatSteps([...levels.slice(0, -1).map(({ at }) => at), name])
  let tokens = 0
  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1)
    switch (text[index]) {
      case '"': {
        const end = findEndOfString(text, index)
        const value = parseStringToken(text.slice(index, end))
        index = end - 1
        tokens++
        if (level?.names && isName(text, end)) {
          if (level.names.has(value)) throw createJsonRefusal(pathTo(value), 'must not occur twice')
          if (value === '__proto__') throw createJsonRefusal(pathTo(value), 'is not a name that may be used')
          level.names.add(value)
          level.at = value
        }
        if (!value.isWellFormed() || value.includes('\0'))
          throw createJsonRefusal(path(), 'must not contain U+0000 or half of a surrogate pair')
        break
      }
      case '{':
      case '[':
        levels.push({ names: text[index] === '{' ? new Set() : undefined, at: text[index] === '{' ? '' : 0 })
        if (levels.length > depthMax) throw createJsonRefusal('', `must not be nested deeper than ${depthMax} levels`)
        tokens++
        break
      case '}':
      case ']':
        levels.pop()
        break
      case ',':
        if (typeof level?.at === 'number') level.at++
        tokens++
        break
    }
    if (tokens > tokensMax) throw createJsonRefusal('', `must not contain more than ${tokensMax} values`)
  }
}

/** Index after the closing quote. */
function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at)
    if (at === -1) return text.length
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
}

function parseStringToken(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return JSON.parse(token)
  } catch {
    throw createJsonRefusal('', 'must be JSON')
  }
}

function isName(text: string, end: number): boolean {
  let at = end
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}

/** As you write it in code: `attachments[0].fileName`. */
export function formatSteps(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

function createJsonRefusal(path: string, message: string): ApiError {
  return new ApiError('The body is not acceptable JSON.', { code: 'API_INVALID', problems: [{ path, message }] })
}
