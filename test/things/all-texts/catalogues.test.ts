import { expect, test } from 'vitest'
import { de } from '../../../src/things/all-texts/de.ts'
import { en } from '../../../src/things/all-texts/en.ts'

/** Every member by its path, with what it says where each value is 7, and the names of the values that it takes. */
function listMembers(catalogue: object, path = ''): ReadonlyMap<string, { says: string; takes: readonly string[] }> {
  return new Map(
    Object.entries(catalogue).flatMap(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`
      if (at === 'format') return []
      if (typeof member === 'object') return [...listMembers(member, at)]
      return [[at, typeof member === 'function' ? callMember(member) : { says: member, takes: listBraces(member) }]]
    }),
  )
}

function callMember(member: (values: object) => unknown) {
  const takes = new Set<string>()
  const values = new Proxy({}, { get: (_, name) => takes.add(String(name)) && 7 })
  return { says: [member(values)].flat().join(''), takes: [...takes].toSorted() }
}

function listBraces(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted()
}

const english = listMembers(en)
const german = listMembers(de)

test('German has every member of English, and no other', () => {
  expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted())
})

test('German takes the same values in every member', () => {
  const pick = (members: typeof english) => [...members].map(([path, { takes }]) => `${path}: ${takes}`).toSorted()

  expect(pick(german)).toEqual(pick(english))
})

test('German says nothing in English, but for names, symbols and words that are the same', () => {
  const same = [...english].filter(([path, { says }]) => german.get(path)?.says === says).map(([, { says }]) => says)

  expect([...new Set(same)].toSorted()).toEqual(sameInGerman)
})

test('no text has markup', () => {
  const texts = [...english, ...german].map(([, { says }]) => says)

  expect(texts.filter((text) => /<\/?[a-z]|&[a-z]+;/.test(text))).toEqual([])
})

/** May only have what a German reader would write the same. */
const sameInGerman: readonly string[] = [
  ...[
    ', SHA-256 7…',
    '7 in 7',
    '7 kB',
    '7 min 7 s',
    '7 ms',
    'Administrator',
    'Administrator?',
    'CSV',
    'JSON',
    'JUnit XML',
  ],
  ...[
    'Markdown',
    'NDJSON',
    'Name',
    'OCSF',
    'OSCAL',
    'Person',
    'SARIF',
    'SHA-256',
    'Status',
    'System',
    'URL',
    'Version',
  ],
  ...['Webhooks', 'optional'],
]
