import fc from 'fast-check'
import { names } from './names-of-languages.ts'

/** An address of a person, as RFC 6532 and RFC 5321 write it, with what identifies the person in it. */
export interface DrawnAddress {
  readonly address: string
  /** Texts that must not be left anywhere. */
  readonly identifies: readonly string[]
  /** Whether text around it leaves no doubt where it begins and ends: no sign in it separates words elsewhere. */
  readonly isPlain: boolean
  /** Whether its domain shows that it is an address, also where no member says so. */
  readonly hasFullDomain: boolean
}

/** Letters of names: a given name, a family name, or both with a sign between them. */
const word = fc.constantFrom(
  ...names.flatMap(([, given, family]) => [given, family].map((each) => each.replaceAll(' ', ''))),
)

/** `atext` of RFC 5322 §3.2.3 that has no letters or digits. */
const signs = [..."!#$%&'*+-/=?^_`{|}~"]
/** Signs that separate words elsewhere: in a query, a path, a table. */
const separating = new Set([...'#%&/=?|'])

/** Runs of characters that RFC 6532 §3.2 adds to `atext`: everything beyond ASCII, also what is no letter. */
const beyond = fc.constantFrom('', '', '', '', '🦊', '™', '٣', '№', 'ー')

const atom = fc
  .tuple(word, fc.option(fc.tuple(fc.constantFrom(...signs), word), { nil: undefined }), beyond)
  .map(([first, rest, tail]) => ({
    text: `${first}${rest?.join('') ?? ''}${tail}`,
    words: [first, ...(rest ? [rest[1]] : [])],
  }))

/** `dot-atom` (RFC 5322 §3.2.3). */
const dotAtom = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => ({
  text: atoms.map(({ text }) => text).join('.'),
  words: atoms.flatMap(({ words }) => words),
  quoted: false,
}))

/** `quoted-string`, with spaces, signs and a quoted pair (RFC 5321 §4.1.2). */
const quotedString = fc
  .tuple(word, fc.constantFrom(' ', '@', ',', '\\"', '\\\\', '..', ':'), word)
  .map(([first, between, last]) => ({ text: `"${first}${between}${last}"`, words: [first, last], quoted: true }))

const label = fc.constantFrom(
  'bücher-haus',
  'firma',
  'почта',
  '例え',
  'ที่ทำการ',
  'xn--bcher-kva',
  'acme-corp',
  'مثال',
  'a1',
)
const top = fc.constantFrom('de', 'com', 'рф', '中国', 'xn--p1ai', 'io', 'museum', 'ไทย')

const domain = fc.oneof(
  { arbitrary: fc.tuple(label, top).map(([own, end]) => ({ text: `${own}.${end}`, words: [own] })), weight: 6 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('mail', 'eu-1'), label, top)
      .map(([below, own, end]) => ({ text: `${below}.${own}.${end}`, words: [own] })),
    weight: 3,
  },
  // Address literals (RFC 5321 §4.1.3) and names of one label.
  {
    arbitrary: fc
      .constantFrom('[8.8.4.4]', '[IPv6:2606:4700::1111]')
      .map((text) => ({ text, words: [text.slice(1, -1).replace(/^IPv6:/, '')] })),
    weight: 1,
  },
  { arbitrary: fc.constantFrom('postfach', 'interno').map((text) => ({ text, words: [] })), weight: 1 },
)

export const drawnAddress: fc.Arbitrary<DrawnAddress> = fc
  .tuple(
    fc.oneof({ arbitrary: dotAtom, weight: 5 }, { arbitrary: quotedString, weight: 1 }).filter(
      // RFC 5321 §4.5.3.1.1.
      ({ text }) => Buffer.byteLength(text) <= 64,
    ),
    domain,
  )
  .map(([local, host]) => ({
    address: `${local.text}@${host.text}`,
    identifies: [...local.words, ...host.words].filter((each) => [...each].length > 1 && each !== 'a1'),
    isPlain: !local.quoted && ![...local.text].some((sign) => separating.has(sign)) && /\.[^.\]]+$/.test(host.text),
    hasFullDomain: /[.[]/.test(host.text),
  }))
