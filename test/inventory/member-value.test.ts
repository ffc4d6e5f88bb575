import { describe, expect, test } from 'vitest'
import { inventoryKinds, listMemberForms } from '../../src/define/index.ts'
import { parseId, parseMember } from '../../src/inventory/member-value.ts'

const now = new Date('2026-05-04T10:00:00Z')

describe('parseMember()', () => {
  test.each([
    ['text', 'Sales', 'Sales'],
    ['email', 'ada@acme.example', 'ada@acme.example'],
    ['texts', ['b', 'a', 'b'], ['a', 'b']],
    ['emails', ['b@x.example'], ['b@x.example']],
    ['boolean', false, false],
    ['number', 0, 0],
    ['reference', 17, '17'],
    ['past', '1990-01-01T00:00:00Z', '1990-01-01T00:00:00Z'],
    ['past', '2026-05-05T09:59:00Z', '2026-05-05T09:59:00Z'],
    ['future', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['day', '2028-02-29', '2028-02-29'],
  ] as const)('takes %s', (form, given, value) => {
    expect(parseMember({ form }, given, now)).toEqual({ value })
  })

  test.each([
    ['text', 5],
    ['email', 'ada'],
    ['email', 'ada@acme.example, bob@acme.example'],
    ['texts', 'admin'],
    ['texts', ['admin', 5]],
    ['emails', ['none']],
    ['boolean', 'true'],
    ['boolean', 1],
    ['number', -1],
    ['number', 1.5],
    ['reference', 2 ** 53],
    ['reference', {}],
    // In seconds, in milliseconds, of the year 1, without a zone, in the future.
    ['past', 1_777_888_000],
    ['past', 1_777_888_000_000],
    ['past', '0001-01-01T00:00:00Z'],
    ['past', '1989-12-31T23:59:59Z'],
    ['past', '2026-05-04T10:00:00'],
    ['past', '2026-05-05T10:00:01Z'],
    ['future', '10000-01-01T00:00:00Z'],
    ['day', '2026-02-30'],
    ['day', '2026-05-04T00:00:00Z'],
    ['day', '0001-01-01'],
  ] as const)('does not take for %s what is none: %j', (form, given) => {
    expect(parseMember({ form }, given, now)).toEqual({ bad: expect.any(String) })
  })

  test('null is an answer only where there is such an answer; else the vendor does not say', () => {
    for (const of of inventoryKinds)
      for (const [member, form] of Object.entries(listMemberForms(of)))
        expect([member, parseMember(form, null, now)]).toEqual([member, { value: form.isNullable ? null : undefined }])
  })

  test('absent and empty text are never an answer', () => {
    for (const form of Object.values(listMemberForms('account')))
      for (const nothing of [undefined, '']) expect(parseMember(form, nothing, now)).toEqual({ value: undefined })
  })
})

describe('parseId()', () => {
  test.each([
    ['u1', 'u1'],
    [17, '17'],
    [2 ** 53 - 1, '9007199254740991'],
  ])('gives %j as text', (given, id) => {
    expect(parseId(given)).toBe(id)
  })

  test.each([2 ** 53, 1.5, '', '  ', null, undefined, {}, 'x'.repeat(2049)])('finds none in %j', (given) => {
    expect(parseId(given)).toBeUndefined()
  })
})
