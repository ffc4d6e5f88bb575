/**
 * Reads JSON without rounding. A number that JavaScript would write back as another value becomes text, exactly as it was
 * written: an integer above 2^53, a fraction of more than 17 digits, `1e400`. Two ids that differ stay two ids, and a
 * schema that expects a number refuses the text.
 * @throws SyntaxError for text that is not JSON, and RangeError for JSON that is nested too deeply
 */
export function parseExactJson(text: string): unknown {
  // A reviver takes ten times as long.
  return mayRound(text) ? JSON.parse(text, readExactly as Parameters<typeof JSON.parse>[1]) : JSON.parse(text)
}

/** Fewer digits than this are always exact, unless there is an exponent. */
const digitsMin = 16

/** A number with an exponent. In a text it only costs time. */
const exponent = /\d[eE][-+]?\d+(?:[,}\]\s]|$)/

function mayRound(json: string): boolean {
  // A run of digits and points that is long enough covers one of these places, so that most characters are not read.
  for (let at = digitsMin - 1; at < json.length; at += digitsMin)
    if (isDigitOrPoint(json, at) && measureRun(json, at) >= digitsMin) return true
  return exponent.test(json)
}

function measureRun(json: string, at: number): number {
  let from = at
  let to = at + 1
  while (to - from < digitsMin && isDigitOrPoint(json, from - 1)) from--
  while (to - from < digitsMin && isDigitOrPoint(json, to)) to++
  return to - from
}

function isDigitOrPoint(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 0x30 && code <= 0x39) || code === 0x2e
}

// https://github.com/tc39/proposal-json-parse-with-source, in Node since 21.
function readExactly(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value
  // An engine that has no source for a number has none for its rounding either.
  if (source === undefined) return null
  return isExact(value, source) ? value : source
}

function isExact(value: number, source: string): boolean {
  if (/^-?\d{1,15}$/.test(source)) return true
  // Above 2^53 an integer may be exact, but its neighbour is read as the same one.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const written = normalizeDecimal(source)
  // Some programs write each double in 17 digits: 0.84551240822557006, of which 0.8455124082255701 is the shortest form.
  if (!Number.isInteger(value) && written.search('e') - Number(written.startsWith('-')) <= doubleDigits) return true
  return normalizeDecimal(String(value)) === written
}

/** Digits that tell each double from all others. */
const doubleDigits = 17

/** One spelling for each decimal value: `1.50`, `15e-1` and `0.15E+1` are the same. */
function normalizeDecimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(number) ?? []
  const digits = whole + fraction
  const last = findLastNonZero(digits)
  if (last === -1) return '0'
  const shift = Number(power) - fraction.length + digits.length - 1 - last
  return `${sign}${digits.slice(0, last + 1).replace(/^0+/, '')}e${shift}`
}

/** By a pattern, the search in a long run of zeros would take quadratic time. */
function findLastNonZero(digits: string): number {
  let at = digits.length - 1
  while (at >= 0 && digits[at] === '0') at--
  return at
}
