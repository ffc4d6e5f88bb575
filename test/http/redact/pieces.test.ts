import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEscapes, decodeEscapesInPieces } from '../../../src/http/redact/escapes.ts'
import { redactBody, redactBodyInPieces } from '../../../src/http/redact/redact-body.ts'
import { listNestedForms, listSecretForms } from '../../../src/http/redact/secret-forms.ts'
import { cutWindows } from '../../../src/text/cut-windows.ts'
import { finishAtOnce, pieceLength } from '../../../src/text/work-in-pieces.ts'
import { createKnowingRedactor } from './support.ts'

const secret = 'Zq7-Kx2.mN9_pL4w'

/** Ways to write each character as something else, which decoding takes back. */
const escapes: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => Array.from(text, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
  (text) => Array.from(text, (sign) => `%25${sign.charCodeAt(0).toString(16)}`).join(''),
  (text) => Array.from(text, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`).join(''),
  (text) => Array.from(text, (sign) => `&#${sign.charCodeAt(0)};`).join(''),
  (text) => Array.from(text, (sign) => `${sign}\0`).join(''),
  (text) => Array.from(text, (sign) => `&${'amp;'.repeat(300)}#${sign.charCodeAt(0)};`).join(''),
]

const forms = fc
  .constantFrom(...listSecretForms(secret), ...listNestedForms(secret))
  .chain((form) => fc.constantFrom(...escapes).map((write) => write(form)))

/** A text longer than a piece, with something at its begin, its end, or where a piece ends. */
const large = fc
  .record({
    form: fc.oneof(forms, fc.constantFrom('', '%', '&#', 'Zq7-Kx2.mN9', '"password":', 'token=')),
    filler: fc.constantFrom('abc ', '"x": 1, ', '%41', '\\n', 'AbC9'),
    edge: fc.nat(3),
    shift: fc.integer({ min: -2_000, max: 2_000 }),
  })
  .map(({ form, filler, edge, shift }) => {
    const text = filler.repeat(Math.ceil((2.5 * pieceLength) / filler.length))
    const at = Math.max(0, edge * pieceLength + shift)
    return text.slice(0, at) + form + text.slice(at)
  })

test('cutWindows() leaves each part whole in one window', () => {
  fc.assert(
    fc.property(fc.nat(4 * pieceLength), fc.integer({ min: 1, max: 300_000 }), fc.nat(), (length, lengthMax, seed) => {
      const marks = Array.from({ length: 4 }, (_, index) => (seed * (index + 7)) % Math.max(1, length))
      const text = 'a'.repeat(length)
      const windows = [...cutWindows(text, lengthMax)]

      const step = Math.max(pieceLength, lengthMax)
      expect(windows.map((window) => window.length).every((size) => size <= step + lengthMax)).toBe(true)
      for (const mark of marks) {
        const end = Math.min(length, mark + lengthMax)
        expect(windows.some((window, index) => index * step <= mark && end <= index * step + window.length)).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})

test('decodeEscapesInPieces() decodes as decodeEscapes() does', () => {
  fc.assert(
    fc.property(large, (text) => {
      expect(finishAtOnce(decodeEscapesInPieces(text)) === decodeEscapes(text)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('Redactor.isCleanInPieces() calls no large text clean that isClean() does not, and finds each secret', () => {
  const redactor = createKnowingRedactor(secret)
  fc.assert(
    fc.property(large, (text) => {
      const isClean = finishAtOnce(redactor.isCleanInPieces(text))

      if (isClean) expect(redactor.isClean(text)).toBe(true)
      if (redactor.isClean(text)) expect(isClean).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('redactBodyInPieces() gives way several times in a mebibyte of JSON without a secret, and changes nothing', () => {
  const redactor = createKnowingRedactor(secret)
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'Grace Hopper', note: 'a%41b' })))
  const work = redactBodyInPieces(body, 'application/json', redactor)

  let turns = 0
  let step = work.next()
  for (; !step.done; step = work.next()) turns++

  expect(turns).toBeGreaterThan(body.length / pieceLength / 2)
  expect(step.value === body).toBe(true)
  expect(redactBody(body, 'application/json', redactor) === body).toBe(true)
})
