import { describe, expect, test } from 'vitest'
import { addFact, parseRecord, recordBytesMax, withoutMembers } from '../../src/inventory/parse-record.ts'

const form = { of: 'account', tells: ['email', 'roles', 'createdAt'], now: new Date('2026-05-04T10:00:00Z') } as const
const ada = {
  id: 'u1',
  name: 'Ada',
  url: 'https://acme.example/u1',
  kind: 'person',
  status: 'active',
  email: 'ada@acme.example',
  roles: ['owner'],
  createdAt: '2020-01-01T00:00:00Z',
}

describe('parseRecord()', () => {
  test('keeps what the inventory tells, and nothing else', () => {
    expect(parseRecord(form, { ...ada, secondFactor: true, password: 'x' })).toEqual({ record: ada, bad: [] })
  })

  test('makes a member that cannot be used unknown on its record, with the reason', () => {
    const parsed = parseRecord(form, { ...ada, kind: 'human', createdAt: 1_577_836_800, url: 'javascript:alert(1)' })

    expect(parsed?.record).toEqual({
      id: 'u1',
      name: 'Ada',
      kind: 'unknown',
      status: 'active',
      email: 'ada@acme.example',
      roles: ['owner'],
      unknown: {
        kind: expect.stringContaining('is none of person, guest'),
        createdAt: expect.stringContaining('is not an ISO 8601 time'),
        url: expect.stringContaining('is not the URL of a page'),
      },
    })
    expect(parsed?.bad.toSorted()).toEqual(['createdAt', 'kind', 'url'])
  })

  test("keeps the author's reason for a member that is not known, and none for one that is", () => {
    const unknown = { email: 'Only owners see addresses.', roles: 'Never said.' }

    expect(parseRecord(form, { ...ada, email: undefined, unknown })?.record.unknown).toEqual({
      email: 'Only owners see addresses.',
    })
  })

  test('a credential whose kind nobody knows has none', () => {
    const key = { of: 'credential', tells: [], now: form.now } as const

    expect(parseRecord(key, { id: 'k1', kind: 'oauth' })?.record).toEqual({
      id: 'k1',
      unknown: { kind: expect.stringContaining('is none of apiKey') },
    })
  })

  test('gives nothing for a record without an id that can be used', () => {
    expect(parseRecord(form, { ...ada, id: 2 ** 53 })).toBeUndefined()
    expect(parseRecord(form, { ...ada, id: undefined })).toBeUndefined()
  })

  test.each([
    [null, /something that is not a record/],
    ['u1', /something that is not a record/],
    [{ id: 'u1', email: undefined, roles: undefined }, /lists "createdAt" in "tells"/],
  ])('refuses %j, which the inventory never promised', (listed, message) => {
    expect(() => parseRecord(form, listed)).toThrow(message)
  })

  test('leaves the largest member out of a record above 64 KB, and says so', () => {
    const roles = Array.from({ length: 20_000 }, (_, at) => `role-${at}-${'x'.repeat(40)}`)

    const parsed = parseRecord(form, { ...ada, roles })

    expect(parsed?.record).toMatchObject({
      id: 'u1',
      email: 'ada@acme.example',
      unknown: { roles: expect.any(String) },
    })
    expect(parsed?.record.roles).toBeUndefined()
    expect(Buffer.byteLength(JSON.stringify(parsed?.record))).toBeLessThanOrEqual(recordBytesMax)
  })

  test('a record of 1 MB is kept without what makes it large; members below the limit stay', () => {
    const parsed = parseRecord(form, { ...ada, name: 'A'.repeat(500_000), roles: ['B'.repeat(500_000)] })

    expect(parsed?.record).toMatchObject({
      id: 'u1',
      email: 'ada@acme.example',
      unknown: { roles: expect.any(String) },
    })
    expect(String(parsed?.record.name).length).toBeLessThanOrEqual(500)
    expect(Buffer.byteLength(JSON.stringify(parsed?.record))).toBeLessThanOrEqual(recordBytesMax)
  })
})

describe('addFact()', () => {
  const record = { id: 'u1', kind: 'person' }

  test('adds a value that can be used, null too', () => {
    expect(addFact(form, record, 'lastActiveAt', { value: null })).toEqual({ ...record, lastActiveAt: null })
  })

  test('adds the reason where there is none', () => {
    expect(addFact(form, record, 'lastActiveAt', { because: 'Refused.' })).toEqual({
      ...record,
      unknown: { lastActiveAt: 'Refused.' },
    })
    expect(addFact(form, record, 'lastActiveAt', { value: 5 }).unknown).toEqual({ lastActiveAt: expect.any(String) })
  })
})

test('withoutMembers() takes a refused member out, with the reason', () => {
  expect(withoutMembers({ id: 'u1', roles: ['a'], email: 'x' }, new Map([['roles', 'Refused.']]))).toEqual({
    id: 'u1',
    email: 'x',
    unknown: { roles: 'Refused.' },
  })
})
