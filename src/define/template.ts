import { CredentialError } from '../errors/index.ts'

const placeholder = /\{([^{}]*)\}/g

/** Names in `{braces}`, in order, repeated where repeated. */
export function listPlaceholders(template: string): string[] {
  return [...template.matchAll(placeholder)].map((match) => match[1] ?? '')
}

/** A URL template, cut where different rules hold. */
export interface UrlTemplate {
  /** `https:` or `http:`; undefined when a placeholder stands at the very start and brings scheme and host itself. */
  readonly scheme: string | undefined
  /** Host and port, possibly with placeholders. For a leading placeholder, that placeholder. */
  readonly authority: string
  /** Path, query and fragment. */
  readonly rest: string
}

/** Cuts a URL template; undefined when it is neither absolute http(s) nor led by a placeholder. */
export function cutUrlTemplate(template: string): UrlTemplate | undefined {
  const absolute = /^(https?:)\/\/([^/?#]*)(.*)$/is.exec(template)
  if (absolute) return { scheme: absolute[1]?.toLowerCase(), authority: absolute[2] ?? '', rest: absolute[3] ?? '' }
  const led = /^(\{[^{}]*\})([/?#].*)?$/s.exec(template)
  return led ? { scheme: undefined, authority: led[1] ?? '', rest: led[2] ?? '' } : undefined
}

/** Values that fill placeholders, and the patterns that their declarations demand. */
export interface Fillings {
  readonly values: Readonly<Record<string, unknown>>
  readonly patterns: Readonly<Record<string, string>>
}

const dnsLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const hostAndPort = /^[a-z0-9.-]+(?::\d{1,5})?$/i
// A value is somebody's input; a megabyte of it would only serve to exhaust the pattern.
const longestHostValue = 2048

/** Fills a header, parameter or other text, in one pass. @throws CredentialError for a value that is missing */
export function fillText(template: string, fillings: Fillings): string {
  return template.replace(placeholder, (_match, id: string) => readFilling(id, fillings))
}

/**
 * Fills a path and its query: values are percent-encoded and cannot climb out of their segment.
 * @throws CredentialError for a value that is missing or cannot stand in a path
 */
export function fillPath(template: string, fillings: Fillings): string {
  const queryAt = template.indexOf('?')
  return template.replace(placeholder, (_match, id: string, at: number) => {
    const value = readFilling(id, fillings)
    const isInQuery = queryAt >= 0 && at > queryAt
    // WHATWG URLs drop "." and ".." segments, percent-encoded or not, so no encoding makes these safe.
    if (!isInQuery && /^\.{1,2}$/.test(value)) throw createUnusableValueError(id, 'must not be "." or ".."')
    if (!value.isWellFormed()) throw createUnusableValueError(id, 'must be well-formed text; it holds half a character')
    return encodeURIComponent(value)
  })
}

/** Fills host and port, as `allowedHosts` and the host part of URLs have them. */
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
        throw createUnusableValueError(id, `must match ${pattern}, because it decides which host is asked`)
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

/** A placeholder that brings scheme and host itself: the pattern was demanded when the connector was defined. */
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
  // Most expressions take a step for each character; for short values even bad ones are soon done.
  if (value.length <= shortValue) return new RegExp(`^(?:${pattern})$`, 'u').test(value)
  const source = `^(?:${pattern})$`
  for (const ms of patternMsMax) {
    const fits = testWithin(ms, source, value)
    if (fits !== undefined) return fits
  }
  // An expression of which nobody knows the answer.
  return false
}

const shortValue = 16
/**
 * A tenant types the value and a connector's author wrote the pattern: together they must not hold the process. The clock
 * runs on while a busy machine does other work, so that one attempt that takes too long does not prove anything yet.
 */
const patternMsMax = [100, 200, 400]

let testing: { readonly given: { source: string; text: string }; readonly test: (ms: number) => unknown } | undefined

/** Whether a text fits; undefined when the time is over before that is known. */
function testWithin(ms: number, source: string, text: string): boolean | undefined {
  testing ??= createTimedTest()
  const { given, test } = testing
  Object.assign(given, { source, text })
  try {
    return test(ms) === true
  } catch (error) {
    // Made in the other context, where Error is another class.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === timedOut) return undefined
    throw error
  } finally {
    Object.assign(given, { source: '', text: '' })
  }
}

const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** V8 breaks off an expression only for a script that has a time. Made on first use: few values are tested. */
function createTimedTest(): NonNullable<typeof testing> {
  const { createContext, Script } = process.getBuiltinModule('node:vm')
  const given = { source: '', text: '' }
  const context = createContext(given)
  const script = new Script("new RegExp(source, 'u').test(text)")
  return { given, test: (timeout) => script.runInContext(context, { timeout }) }
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
