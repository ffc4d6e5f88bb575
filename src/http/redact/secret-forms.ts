// Encodings of shorter values would match innocent text: the hexadecimal form of "x" is 78.
const shortestEncoded = 4

// Shorter base64 may match innocent text.
const shortestCore = 8

/** Shorter forms within base64 are as likely in innocent text. */
const shortestNested = 16

// The characters that a URL escapes in a path and in a query (WHATWG URL §1.3).
const escapedInPath = /[ "#<>?^`{}]|[^\x20-\x7e]/gu
const escapedInQuery = /[ "#<>']|[^\x20-\x7e]/gu

/**
 * The forms of a secret in requests, answers and quotes of them. Each form is a text to search for, so that the
 * surrounding format does not matter.
 */
export function listSecretForms(secret: string): ReadonlySet<string> {
  // Half a surrogate pair cannot be sent; it becomes U+FFFD.
  const sent = secret.toWellFormed()
  const forms = new Set(listSpellings(secret, sent))
  // In small letters as the name of a host or of a header, in capitals as .NET and SQL Server write ids. "Password" must not hide a word.
  if (caseless.test(secret)) forms.add(secret.toLowerCase()).add(secret.toUpperCase())
  if (secret.length >= shortestEncoded) for (const form of listEncodings(Buffer.from(sent, 'utf8'))) forms.add(form)
  // Encoded once more for a URL within a URL, such as the place to return to.
  for (const form of [...forms]) if (!escapedNowhere.test(form)) forms.add(encodeURIComponent(form.toWellFormed()))
  return forms
}

/** A form in which each letter of the secret may be a capital or not: with small letters and with capitals, of one length. */
export interface CaselessForm {
  readonly small: string
  readonly capital: string
}

/** Forms of a secret that means the same in any mix of small letters and capitals. */
export interface CaselessForms {
  /** The letters themselves. */
  readonly spelled: readonly CaselessForm[]
  /**
   * As base64 and in hexadecimal digits. A capital differs from its small letter in one bit, and no character of base64 has that bit of two
   * letters, so that each has one of two values, whatever the others are.
   */
  readonly encoded: readonly CaselessForm[]
}

export function listCaselessForms(secret: string): CaselessForms {
  const hexadecimal = listHexadecimalForms(secret)
  const texts = new Set(caseless.test(secret) ? [secret, ...hexadecimal] : hexadecimal)
  return {
    spelled: [...texts].map((text) => ({ small: text.toLowerCase(), capital: text.toUpperCase() })),
    encoded: hexadecimal.flatMap((text) => {
      const capitals = listEncodings(Buffer.from(text.toUpperCase()))
      return listEncodings(Buffer.from(text.toLowerCase())).map((small, at) => ({
        small,
        capital: capitals[at] ?? small,
      }))
    }),
  }
}

/**
 * Forms within base64 and within hexadecimal digits: as base64 of base64, which files of credentials are, as escaped for a URL, which
 * a client's secret is before Basic (RFC 6749 §2.3.1), in hexadecimal digits, and as UTF-16, which PowerShell sends. They are searched
 * for apart, because few texts have a part that is long enough.
 */
export function listNestedForms(secret: string): ReadonlySet<string> {
  const sent = secret.toWellFormed()
  const bytes = Buffer.from(sent, 'utf8')
  const units = Buffer.from(secret, 'utf16le')
  const base64 = bytes.toString('base64')
  const hex = bytes.toString('hex')
  const encoded = [base64, base64.replace(/=+$/, ''), ...listBase64Cores(bytes, base64)].flatMap(listAlphabets)
  const escaped = [encodeURIComponent(sent), new URLSearchParams({ '': sent }).toString().slice(1)]
  const inner = [...encoded, ...escaped.filter((text) => text !== sent), hex, hex.toUpperCase()]
  const nested = [...new Set(inner)].map((text) => Buffer.from(text, 'latin1'))
  const inDigits = nested.map((each) => each.toString('hex')).flatMap((digits) => [digits, digits.toUpperCase()])
  const inBase64 = [...nested, units, Buffer.from(units).swap16()].flatMap((each) => listBase64Forms(each))
  const isLong = (form: string) => form.length >= shortestNested
  return new Set([...inBase64.filter(isLong).flatMap(listJsonForms), ...inDigits.filter(isLong)])
}

/**
 * Whether a text may hold nested forms of secrets that are ASCII. False is certain. Few texts do, so that few sessions list these forms.
 * Base64 of base64, of escapes and of digits tells from the characters of each group of four that its bytes are such signs themselves,
 * base64 of UTF-16 has zeros at every second byte, and in hexadecimal digits each sign of ASCII begins with one from 2 to 7.
 */
export function mayHoldNestedForms(text: string): boolean {
  return nestedShape.test(text)
}

const nestedShape =
  /(?:[I-f][C-HS-Xi-nyz0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\w+/-]){3}|A[AC-H][AEIMQUYcgkosw048]A|(?:[2-7][\dA-Fa-f]){8}/

// Most tokens consist of these characters, and header values of these and spaces. They look the same in every encoding, so a
// run saves that work.
const escapedNowhere = /^[\w.-]+$/
const spacesAlone = /^[\w. -]+$/
const caseless = /^(?=.*[A-Za-z])[\w.-]{16,}$/

/** Hexadecimal digits mean the same with and without signs between them: as a UUID (RFC 9562 §4), and as bytes of a fingerprint. */
function listHexadecimalForms(secret: string): readonly string[] {
  const digits = secret.replaceAll(/[-:]/g, '')
  if (!/^(?:[0-9a-f]{2}){8,}$/i.test(digits)) return []
  const pairs = digits.match(/../g) ?? []
  const uuid = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits)
  return [digits, pairs.join(':'), pairs.join('-'), ...(uuid ? [uuid.slice(1).join('-')] : [])]
}

function listSpellings(secret: string, sent: string): readonly string[] {
  if (escapedNowhere.test(secret)) return [secret]
  if (spacesAlone.test(secret)) return [secret, secret.replaceAll(' ', '%20'), secret.replaceAll(' ', '+')]
  const percent = encodeURIComponent(sent)
  return [
    secret,
    sent,
    // A header's bytes are read as ISO 8859-1, also if a vendor sends UTF-8.
    Buffer.from(sent, 'utf8').toString('latin1'),
    percent,
    percent.replaceAll(/%../g, (octet) => octet.toLowerCase()),
    // application/x-www-form-urlencoded differs from percent-encoding in "!'()*~" and in the space.
    new URLSearchParams({ '': sent }).toString().slice(1),
    sent.replaceAll(escapedInPath, escapeCharacter),
    sent.replaceAll(escapedInQuery, escapeCharacter),
    ...listJsonSpellings(secret),
    ...quotesInHtml.map((quotes) =>
      secret.replaceAll(/[&<>"']/g, (character) => htmlEscapes[character] ?? quotes[character] ?? character),
    ),
  ]
}

/**
 * JSON that is not parsed, because it was cut or stands in a text, shows how its writer escapes, and writers differ. It may
 * also be a text within JSON.
 */
function listJsonSpellings(secret: string): readonly string[] {
  const json = quoteJson(secret)
  const written = [
    json,
    // Go, and what is meant to stand in a page.
    json.replaceAll(/[<>&\u2028\u2029]/g, escapeLower),
    // Python, and PHP without slashes.
    json.replaceAll(beyondAscii, escapeLower),
    json.replaceAll(beyondAscii, escapeUpper),
    // .NET writes quotes as numbers too, but not the backslash.
    json.replaceAll('\\"', '"').replaceAll(/["&'+<>`]|[^\x20-\x7e]/g, escapeUpper),
  ]
  const all = written.flatMap((text) => [text, text.replaceAll('/', '\\/')])
  return [...all, ...all.map(quoteJson)]
}

function quoteJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

const beyondAscii = /[^\x20-\x7e]/g

function escapeLower(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function escapeUpper(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

function listEncodings(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  const base64 = bytes.toString('base64')
  return [...listBase64Forms(bytes, base64), hex, hex.toUpperCase()].flatMap(listJsonForms)
}

function listBase64Forms(bytes: Buffer, base64 = bytes.toString('base64')): readonly string[] {
  const cores = listBase64Cores(bytes, base64).flatMap(listAlphabets)
  return [base64, base64.replace(/=+$/, ''), bytes.toString('base64url'), ...cores]
}

/** Base64 as in RFC 4648 §4 and as in §5. */
function listAlphabets(base64: string): readonly [string, string] {
  return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]
}

/** PHP escapes the one in JSON, .NET the other. */
function listJsonForms(form: string): readonly string[] {
  return [form, form.replaceAll('/', '\\/'), form.replaceAll('+', '\\u002B')]
}

/**
 * Base64 of bytes in the middle of others ("user:password", a whole header) depends on their position in a group of
 * three. The characters at either end are left out, because they hold a part of the neighbours too.
 */
function listBase64Cores(bytes: Buffer, base64: string): readonly string[] {
  const padded = Buffer.alloc(bytes.byteLength + 2)
  bytes.copy(padded, 2)
  return [0, 1, 2]
    .map((before) => {
      const code = before === 0 ? base64 : padded.toString('base64', 2 - before)
      return code.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.byteLength) * 8) / 6))
    })
    .filter((core) => core.length >= shortestCore)
}

function escapeCharacter(character: string): string {
  return [...Buffer.from(character, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** Of Go, Python, PHP and others. */
const quotesInHtml: readonly Readonly<Record<string, string>>[] = [
  { '"': '&quot;', "'": '&#39;' },
  { '"': '&#34;', "'": '&#39;' },
  { '"': '&quot;', "'": '&#x27;' },
  { '"': '&quot;', "'": '&#039;' },
  { '"': '&quot;', "'": '&apos;' },
  { '"': '&quot;', "'": "'" },
]
