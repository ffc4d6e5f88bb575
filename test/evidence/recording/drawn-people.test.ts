import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineConnector, type JsonValue } from '../../../src/define/index.ts'
import { scrubRecording } from '../../../src/evidence/recording/scrub-recording.ts'
import { drawnAddress } from './drawn-addresses.ts'
import { finds, names } from './names-of-languages.ts'

const connector = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.io',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

function scrub(json: JsonValue, url = 'https://api.acme.io/things'): string {
  const { recording } = scrubRecording(
    {
      schema: 'checkwright.recording/v1',
      connector: { id: 'acme', version: '1.0.0' },
      inputs: { now: '2026-05-01T12:00:00.000Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
      checks: [],
      exchanges: [{ checks: ['mfa'], request: { method: 'GET', url }, response: { status: 200, json } }],
    },
    connector,
  )
  const [exchange] = recording.exchanges
  return JSON.stringify([exchange?.response?.json, exchange?.request.url])
}

function expectNobody(text: string, identifies: readonly string[]): void {
  expect(identifies.filter((each) => finds(text, each))).toEqual([])
}

/** Ways to write an address that stands somewhere as a member of its own. */
const known: Readonly<Record<string, (address: string) => string>> = {
  'in a sentence': (address) => `asked ${address} to sign`,
  'with a name': (address) => `Somebody <${address}>`,
  'as a link': (address) => `mailto:${encodeURIComponent(address)}?subject=hi`,
  'in a query': (address) => `https://api.acme.io/x?q=${encodeURIComponent(address)}&n=1`,
  'as a form': (address) => new URLSearchParams({ by: address }).toString(),
  'in JSON': (address) => JSON.stringify({ by: address }),
  'in a list': (address) => `a, ${address}; b`,
  'in capitals': (address) => `OWNER ${address.toUpperCase()}`,
}

test('scrubRecording() leaves nothing of an address by RFC 6532 that a member holds, however it is written elsewhere', () => {
  fc.assert(
    fc.property(drawnAddress, fc.constantFrom(...Object.keys(known)), ({ address, identifies }, way) => {
      const note = known[way]?.(address) ?? ''

      expectNobody(scrub({ items: [{ id: 'u1', email: address }], note }), identifies)
    }),
  )
})

test('scrubRecording() leaves nothing of such an address that only a text has', () => {
  fc.assert(
    fc.property(
      drawnAddress.filter(({ isPlain }) => isPlain),
      fc.constantFrom('in a sentence', 'with a name', 'as a link', 'in a query', 'in JSON', 'in a list'),
      ({ address, identifies }, way) => {
        expectNobody(scrub({ note: known[way]?.(address) ?? '' }), identifies)
      },
    ),
  )
})

test('scrubRecording() leaves nothing of such an address in the address of a request', () => {
  fc.assert(
    fc.property(
      drawnAddress.filter(({ hasFullDomain }) => hasFullDomain),
      fc.boolean(),
      ({ address, identifies }, inPath) => {
        const code = encodeURIComponent(address)
        const url = inPath
          ? `https://api.acme.io/people/${code}/keys`
          : `https://api.acme.io/people?email=${code}&limit=5`

        expectNobody(scrub({ items: [] }, url), identifies)
      },
    ),
  )
})

const person = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
  .map(([[, given], [, , family]]) => ({ given, family }))

/** Forms in which vendors write the name of a person, as a member that says so. */
const members: readonly ((given: string, family: string) => JsonValue)[] = [
  (given, family) => ({ id: 1, first_name: given, last_name: family }),
  (given, family) => ({ id: 1, email: 'x1@corp.com', name: `${given} ${family}` }),
  (given, family) => ({ id: 1, email: 'x1@corp.com', displayName: `${family}, ${given}` }),
  (given, family) => ({ id: 1, fullName: `Dr. ${given} ${family}` }),
  (given, family) => ({ id: 1, login: `${given}.${family}`.replaceAll(' ', '.') }),
  (given, family) => ({ id: 'k', created_by: `${given} ${family}` }),
  (given, family) => ({ id: 'k', users: [{ id: 7, name: `${given} ${family}` }] }),
  (given, family) => ({ id: 'k', owner: { id: 7, name: `${given} ${family}`, email: null } }),
  (given, family) => ({ id: 1, given_name: given, middle_name: 'de la', family_name: `${family}-${given}` }),
]

/** How the same name may stand elsewhere. */
const elsewhere: readonly ((given: string, family: string) => string)[] = [
  (given, family) => `approved by ${given} ${family}`,
  (given, family) => `${family}, ${given}`,
  (given, family) => `"${given} ${family}" (left)`,
  (given, family) => `${given.normalize('NFD')} ${family.normalize('NFD')}`,
  (given, family) => `https://acme.io/p?who=${encodeURIComponent(`${given} ${family}`)}`,
  (given, family) => new URLSearchParams({ who: `${given} ${family}` }).toString(),
  (given, family) => JSON.stringify({ who: `${given} ${family}` }),
  (given, family) => `<who>${given} ${family}</who>`,
  (given, family) =>
    `<b>${`${given} ${family}`.replaceAll(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`)}</b>`,
  (given, family) => `${given}\t${family}\n`,
]

test('scrubRecording() leaves no name of any language, whichever member has it and wherever else it stands', () => {
  fc.assert(
    fc.property(
      person,
      fc.constantFrom(...members),
      fc.constantFrom(...elsewhere),
      ({ given, family }, asMember, asText) => {
        const text = scrub({ items: [asMember(given, family)], note: asText(given, family) })

        expectNobody(text, [given, family])
      },
    ),
    { numRuns: 300 },
  )
})
