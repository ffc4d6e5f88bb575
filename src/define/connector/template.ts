import { CredentialError } from '../../errors/index.ts'
import { countWays } from './count-ways.ts'

const placeholder = /\{([^{}]*)\}/g

/** Names in `{braces}`, in order, repeated where repeated. */
export function listPlaceholders(template: string): string[] {
  return [...template.matchAll(placeholder)].map((match) => match[1] ?? '')
}

/** A URL template, cut where different rules hold. */
export interface UrlTemplate {
  /** `https:` or `http:`; undefined if a placeholder at the very start brings scheme and host itself. */
  readonly scheme: string | undefined
  /** Host and port, possibly with placeholders. For a leading placeholder, that placeholder. */
  readonly authority: string
  /** Path, query and fragment. */
  readonly rest: string
}

/** Splits a URL template. Undefined unless it is absolute http(s) or begins with a placeholder. */
export function cutUrlTemplate(template: string): UrlTemplate | undefined {
  const absolute = /^(https?:)\/\/([^/?#]*)(.*)$/is.exec(template)
  if (absolute) return { scheme: absolute[1]?.toLowerCase(), authority: absolute[2] ?? '', rest: absolute[3] ?? '' }
  const led = /^(\{[^{}]*\})([/?#].*)?$/s.exec(template)
  return led ? { scheme: undefined, authority: led[1] ?? '', rest: led[2] ?? '' } : undefined
}

/** Values for placeholders, and the patterns that their declarations require. */
export interface Fillings {
  readonly values: Readonly<Record<string, unknown>>
  readonly patterns: Readonly<Record<string, string>>
}

const dnsLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const hostAndPort = /^[a-z0-9.-]+(?::\d{1,5})?$/i
// A person types the value. A limit keeps a megabyte of it from exhausting the pattern.
const longestHostValue = 2048

/** Fills a header, parameter or other text, in one pass. @throws CredentialError for a value that is missing */
export function fillText(template: string, fillings: Fillings): string {
  return template.replace(placeholder, (_match, id: string) => readFilling(id, fillings))
}

/** The same for each text of a header, query or form, by its name. */
export function fillTexts(
  templates: Readonly<Record<string, string>> | undefined,
  fillings: Fillings,
): Record<string, string> {
  return Object.fromEntries(Object.entries(templates ?? {}).map(([name, text]) => [name, fillText(text, fillings)]))
}

/**
 * Fills a path and its query: values are percent-encoded and cannot climb out of their segment.
 * @throws CredentialError if a value is missing or does not fit in a path
 */
export function fillPath(template: string, fillings: Fillings): string {
  const queryAt = template.indexOf('?')
  return template.replace(placeholder, (_match, id: string, at: number) => {
    const value = readFilling(id, fillings)
    const isInQuery = queryAt >= 0 && at > queryAt
    // WHATWG URLs drop "." and ".." segments, percent-encoded or not, so encoding cannot make these safe.
    if (!isInQuery && /^\.{1,2}$/.test(value)) throw createUnusableValueError(id, 'must not be "." or ".."')
    if (!value.isWellFormed())
      throw createUnusableValueError(id, 'must be well-formed text, and it contains half a character; enter it again')
    return encodeURIComponent(value)
  })
}

/** Fills host and port, as in `allowedHosts` and in the host part of URLs. */
export function fillHost(template: string, fillings: Fillings): string {
  return template
    .replace(placeholder, (_match, id: string) => {
      const value = readFilling(id, fillings)
      const pattern = findPattern(id, fillings)
      if (value.length > longestHostValue) throw createUnusableValueError(id, 'is too long for a host name')
      if (pattern === undefined) {
        if (!dnsLabel.test(value)) {
          throw createUnusableValueError(
            id,
            'must be a single DNS label (letters, digits and hyphens), because it is part of a host name',
          )
        }
      } else if (!matchesPattern(value, pattern) || !hostAndPort.test(value)) {
        throw createUnusableValueError(id, `must match ${pattern}, because it decides which host receives the request`)
      }
      return value
    })
    .toLowerCase()
}

/**
 * Fills a URL template. A value in host position must be one DNS label or match its declared pattern; elsewhere values
 * are percent-encoded. The result is parsed again and must keep the host that was filled in.
 * @throws CredentialError for a value that is missing or would change where the request goes
 */
export function fillUrl(template: string, fillings: Fillings): URL {
  const cut = cutUrlTemplate(template)
  if (!cut) throw new TypeError(`fillUrl: not an absolute URL template: ${template}`)
  if (cut.scheme === undefined) {
    const [id = ''] = listPlaceholders(cut.authority)
    return new URL(readBaseUrl(id, fillings) + fillPath(cut.rest, fillings))
  }
  const authority = fillHost(cut.authority, fillings)
  const url = tryParseUrl(`${cut.scheme}//${authority}${fillPath(cut.rest, fillings)}`)
  const [hostname] = authority.split(/:\d+$/)
  if (url?.hostname !== hostname || url?.username !== '' || url.password !== '') {
    const [id = 'baseUrl'] = listPlaceholders(cut.authority)
    throw createUnusableValueError(id, 'does not give a usable host name')
  }
  return url
}

/** A placeholder that brings scheme and host itself. The definition already had to declare its pattern. */
function readBaseUrl(id: string, fillings: Fillings): string {
  const value = readFilling(id, fillings)
  const pattern = findPattern(id, fillings)
  const url = value.length > longestHostValue ? undefined : tryParseUrl(value)
  if (pattern === undefined || !matchesPattern(value, pattern)) {
    throw createUnusableValueError(id, pattern === undefined ? 'needs a declared pattern' : `must match ${pattern}`)
  }
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw createUnusableValueError(id, 'must be an http(s) URL without user name, query and fragment')
  }
  return url.href.replace(/\/$/, '')
}

/** Whether the whole value matches the declared pattern. */
export function matchesPattern(value: string, pattern: string): boolean {
  const source = `^(?:${pattern})$`
  // Even bad expressions finish soon on short values. To stop one in time takes longer than most take.
  if (value.length <= shortValue || countWays(pattern, value.length) * value.length <= stepsMax)
    return new RegExp(source, 'u').test(value)
  for (const ms of patternMsMax) {
    const fits = testWithin(ms, source, value)
    if (fits !== undefined) return fits
  }
  // An expression that did not finish in time.
  return false
}

const shortValue = 16
/** Some milliseconds. */
const stepsMax = 200_000
/**
 * A tenant types the value and a connector's author writes the pattern. Together they must not block the process. A
 * busy machine also uses up the time, so one slow attempt proves nothing yet.
 */
const patternMsMax = [100, 200, 400]

let testing: { readonly pattern: { source: string; text: string }; readonly test: (ms: number) => unknown } | undefined

/** Whether a text matches; undefined if the time ran out first. */
function testWithin(ms: number, source: string, text: string): boolean | undefined {
  testing ??= createTimedTest()
  const { pattern, test } = testing
  Object.assign(pattern, { source, text })
  try {
    return test(ms) === true
  } catch (error) {
    // The other context has its own Error class.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === timedOut) return undefined
    throw error
  } finally {
    Object.assign(pattern, { source: '', text: '' })
  }
}

const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** V8 can stop an expression only in a script with a timeout. Made on first use, because few values are tested. */
function createTimedTest(): NonNullable<typeof testing> {
  const { createContext, Script } = process.getBuiltinModule('node:vm')
  const pattern = { source: '', text: '' }
  const context = createContext(pattern)
  const script = new Script("new RegExp(source, 'u').test(text)")
  return { pattern, test: (timeout) => script.runInContext(context, { timeout }) }
}

function findPattern(id: string, { patterns }: Fillings): string | undefined {
  return Object.hasOwn(patterns, id) ? patterns[id] : undefined
}

function readFilling(id: string, fillings: Fillings): string {
  const value = Object.hasOwn(fillings.values, id) ? fillings.values[id] : undefined
  if (value === undefined || value === null || value === '') {
    throw new CredentialError(`The value of "${id}" is missing.`, {
      code: 'CREDENTIAL_MISSING',
      problems: [{ path: id, message: 'has no value; a request needs it' }],
    })
  }
  return String(value)
}

function createUnusableValueError(id: string, message: string): CredentialError {
  return new CredentialError(`The value of "${id}" cannot be used in a URL.`, {
    code: 'CREDENTIAL_INVALID',
    problems: [{ path: id, message }],
  })
}

function tryParseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
