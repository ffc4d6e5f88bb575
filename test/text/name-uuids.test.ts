import { expect, test } from 'vitest'
import { nameUuids } from '../../src/text/name-uuids.ts'

test('nameUuids() makes the id of the RFC', () => {
  // RFC 9562 §A.4, in the namespace of names of the DNS.
  const nameDns = nameUuids('6ba7b810-9dad-11d1-80b4-00c04fd430c8')

  expect(nameDns('www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('nameUuids() gives a name the same id after names of any length', () => {
  const name = nameUuids('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
  const [short, long] = ['ä', '€'.repeat(10_000)]

  const ids = [short, long, short, long].map(name)

  expect(ids.slice(0, 2)).toEqual(ids.slice(2))
  expect(new Set(ids).size).toBe(2)
  expect(nameUuids('6ba7b810-9dad-11d1-80b4-00c04fd430c8')(long)).toBe(ids[1])
})
