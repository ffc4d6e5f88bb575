import { describe, expect, test } from 'vitest'
import { defineConnector, type JsonValue } from '../../../src/define/index.ts'
import { scrubRecording } from '../../../src/evidence/recording/scrub-recording.ts'
import { finds, names } from './names-of-languages.ts'

const connector = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.io',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

function scrub(json: JsonValue, url = 'https://api.acme.io/users', personal: readonly string[] = []) {
  const { recording, unreplaced } = scrubRecording(
    {
      schema: 'checkwright.recording/v1',
      connector: { id: 'acme', version: '1.0.0' },
      inputs: { now: '2026-05-01T12:00:00.000Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
      checks: [],
      exchanges: [{ checks: ['mfa'], request: { method: 'GET', url }, response: { status: 200, json } }],
    },
    connector,
    { personal },
  )
  const [exchange] = recording.exchanges
  return { text: JSON.stringify([exchange?.response?.json, exchange?.request.url]), unreplaced }
}

describe('scrubRecording() leaves no name of any script', () => {
  test.each(names)('%s: %s %s', (_, given, family) => {
    const user = {
      id: 'u1',
      first_name: given,
      last_name: family,
      email: `${given}.${family.replaceAll(' ', '')}@bücher.example-corp.com`,
    }
    const notes = [
      `${given} ${family}`,
      `${family}, ${given}`,
      `key of ${family} (old)`,
      `${given.toLocaleUpperCase('und')} ${family.toLocaleUpperCase('und')}`,
      `${given.normalize('NFD')} ${family.normalize('NFD')}`,
      JSON.stringify({ owner: family }).replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ]
    const url = `https://api.acme.io/users/${encodeURIComponent(given)}?q=${encodeURIComponent(`${given} ${family}`)}&f=${encodeURIComponent(family)}`

    const { text } = scrub({ users: [user], notes }, url)

    for (const name of [given, family]) expect(finds(text, name), `${name} in ${text}`).toBe(false)
    expect(text).toContain('key of ')
  })
})

test.each([
  ['Chinese', '王小明', '请联系王小明经理'],
  ['Japanese', '田中太郎', '承認者：田中太郎さん'],
  ['Korean', '김민준', '담당자 김민준이 승인'],
  ['Thai', 'สมชาย', 'ติดต่อคุณสมชายครับ'],
])('scrubRecording() finds a name of a script without spaces amid a text: %s', (_, name, note) => {
  expect(finds(scrub([{ email: 'a@corp.com', full_name: name }, { note }]).text, name)).toBe(false)
})

test.each([
  ['one letter', 'Ö', 'Key of Ö'],
  ['two letters', 'Li', 'Key of Li'],
  ['one character', '김', '김 팀장'],
  ['one character before a title', '王', '王先生'],
])('scrubRecording() finds a name of %s', (_, name, note) => {
  const { text } = scrub({
    users: [{ first_name: 'Ada', last_name: name, email: 'x1@corp.com' }],
    note,
    status: 'Linked, Online',
  })

  expect(finds(text.replaceAll('Linked, Online', ''), name)).toBe(false)
  expect(text).toContain('Linked, Online')
})

test.each([
  ['a login made of it', 'Max Beispiel', 'MaxBeispiel-admins', 'Beispiel'],
  ['its genitive', 'Erika Mustermann', 'Mustermanns Team', 'Mustermann'],
  ['it without accents', 'José Ejémplo', 'Jose Ejemplo deputies', 'Ejemplo'],
  ['an ending', 'Иван Петров', 'Ключ Петрова', 'Петров'],
])('scrubRecording() finds %s', (_, name, note, part) => {
  const [given = '', family = ''] = name.split(' ')
  const { text } = scrub([{ email: 'x1@corp.com', full_name: name, given_name: given, family_name: family }, { note }])

  expect(finds(text, part), text).toBe(false)
})

test.each([
  ['of another script', 'иван.петров@пример.рф'],
  ['with its domain in ASCII', 'ivan.petrov@xn--e1afmkfd.xn--p1ai'],
  ['with accents', 'jürgen.groß@bücher.de'],
  ['that is percent-encoded', encodeURIComponent('иван.петров@пример.рф')],
  ['after another value', `q%3D${encodeURIComponent('jürgen@bücher.de')}`],
])('scrubRecording() replaces an address %s', (_, address) => {
  const { text } = scrub({ note: `mail ${address} now`, link: `https://api.acme.io/u?by=${address}` })

  for (const part of ['иван', 'петров', 'ivan', 'petrov', 'jürgen', 'groß', 'bücher', 'пример', 'xn--'])
    expect(finds(text, part), `${part} in ${text}`).toBe(false)
  expect(text).toMatch(/mail (?:q%3D)?person\d+(?:@|%40)example\.com now/)
})

test('scrubRecording() gives one person one pseudonym, however the letters of the name are composed', () => {
  const json = ['José', 'JOSÉ', 'Jose\u0301'].map((name, at) => ({ id: at, email: 'x1@corp.com', nickname: name }))

  const { text } = scrub(json)

  expect(new Set(text.match(/person\d+"/gi)?.map((each) => each.toLowerCase())).size).toBe(1)
})

test('scrubRecording() replaces where somebody lives', () => {
  const { text } = scrub([{ email: 'x1@corp.com', address: { street: 'Hauptstraße 5', postal_code: '10115' } }])

  expect(text).not.toContain('Haupt')
})

test('scrubRecording() tells which personal values stay, and why nobody may take them for replaced', () => {
  const { unreplaced } = scrub(
    [
      { badge: 4711, owner: 'admin' },
      { badge: 'Ada', owner: 'Bob' },
    ],
    undefined,
    ['badge', 'owner'],
  )

  expect(unreplaced).toEqual([
    { member: 'badge', value: '4711' },
    { member: 'owner', value: 'admin' },
  ])
})
