import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { vendorRecord, vendorWord } from '../../../src/define/index.ts'

const Alert = vendorRecord(z.object({ id: z.string(), state: vendorWord(['on', 'off']) }))

test('vendorRecord() gives a record that fits', () => {
  expect(z.parse(Alert, { id: 'a', state: 'on', more: 1 })).toEqual({ record: { id: 'a', state: 'on' } })
})

test.each<[string, unknown, string]>([
  ['a word that nobody knows', { id: 'a', state: 'SEKRET text' }, 'state: is a value that the check does not know'],
  ['null in place of a record', null, 'Invalid input'],
  ['a record of which nothing fits', { id: 7 }, '; state: is missing'],
])('vendorRecord() says what is wrong, without the value: %s', (_name, value, because) => {
  const { record, unreadable } = z.parse(Alert, value)

  expect(record).toBeUndefined()
  expect(unreadable).toContain(because)
  expect(unreadable).not.toContain('SEKRET')
})

test('vendorRecord() reads the id of a record that does not fit', () => {
  const Log = vendorRecord(z.object({ about: z.object({ id: z.string() }), isOn: z.boolean() }), 'about.id')

  expect(z.parse(Log, { about: { id: 'a' }, isOn: 'yes' })).toMatchObject({ id: 'a', unreadable: expect.any(String) })
  expect(z.parse(Log, { about: { id: {} }, isOn: true }).id).toBeUndefined()
})

test('vendorRecord() refuses what is no record of a list at all', () => {
  expect(z.safeParse(Alert, undefined).success).toBe(false)
  expect(z.safeParse(Alert, null).success).toBe(true)
})
