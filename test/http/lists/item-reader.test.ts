import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { UndecidedInput } from '../../../src/define/index.ts'
import { ItemReader, nameItem } from '../../../src/http/lists/item-reader.ts'

const Item = z.object({ id: z.string(), on: z.boolean() })

async function readAll(items: readonly unknown[], isNamed: boolean) {
  const undecided: UndecidedInput[] = []
  const options = { next: 'link', schema: Item, resource: isNamed ? { type: 'thing', id: 'id' } : undefined } as const
  const reader = new ItemReader(options, (each) => undecided.push(each))
  const read: unknown[] = []
  for (const item of items) {
    const reading = await reader.read(item, Item, 'GET /things')
    if (reading) read.push(reading.value)
  }
  let error: unknown
  try {
    reader.end()
  } catch (thrown) {
    error = thrown
  }
  return { read, undecided, error }
}

const fitting = fc.record({ id: fc.stringMatching(/^[a-z]{1,5}$/), on: fc.boolean() })
const odd = fc.oneof(
  fc.record({ id: fc.stringMatching(/^[a-z]{1,5}$/), on: fc.constantFrom(null, 'yes', 1) }),
  fc.constantFrom(null, 'text', 7, [], {}, { on: true }, { id: '', on: 1 }, { id: {}, on: true }),
)

test('ItemReader gives each item that fits, and says something of all others (property)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fitting, odd)), fc.boolean(), async (items, isNamed) => {
      const { read, undecided, error } = await readAll(items, isNamed)

      const isFit = (item: unknown) => z.safeParse(Item, item).success
      expect(read).toEqual(items.filter(isFit))
      const others = items.filter((item) => !isFit(item))
      const isNamable = (item: unknown) => isNamed && /^[a-z]/.test((item as { id?: string } | null)?.id ?? '')
      const isAnother = read.length === 0 && others.length > 0
      expect(error !== undefined).toBe(isAnother || !others.every(isNamable))
      expect(undecided.map(({ resource }) => resource.id)).toEqual(
        isAnother ? [] : others.filter(isNamable).map((item) => (item as { id: string }).id),
      )
    }),
  )
})

test('ItemReader gives items as they are where no schema is given, and leaves null out', () => {
  const reader = new ItemReader({ next: 'link' }, undefined)
  const items = ['text', 7, {}]

  expect(items.map((item) => reader.readAny(item, 'GET /things'))).toEqual(items.map((value) => ({ value })))
  expect(() => reader.end()).not.toThrow()
  expect(reader.readAny(null, 'GET /things')).toBeUndefined()
  expect(() => reader.end()).toThrow('An item of GET /things is null.')
})

describe('nameItem()', () => {
  test.each<[string, unknown, Parameters<typeof nameItem>[1], unknown]>([
    ['reads a path', { profile: { id: 'a' } }, { type: 't', id: 'profile.id' }, { type: 't', id: 'a' }],
    ['reads a number', { id: 7 }, { type: 't', id: 'id' }, { type: 't', id: '7' }],
    [
      'makes an id of several',
      { a: 1, b: 'x' },
      { type: 't', id: (read) => `${read('a')}/${read('b')}` },
      { type: 't', id: '1/x' },
    ],
    [
      'makes none where one of several is missing',
      { a: 1 },
      { type: 't', id: (read) => `${read('a')}/${read('b')}` },
      undefined,
    ],
    ['makes none that reads nothing of the item', { id: 'a' }, { type: 't', id: () => 'all' }, undefined],
    ['gives the name', { id: 'a', n: 'Ada' }, { type: 't', id: 'id', name: 'n' }, { type: 't', id: 'a', name: 'Ada' }],
    ['leaves out a name that is none', { id: 'a', n: {} }, { type: 't', id: 'id', name: 'n' }, { type: 't', id: 'a' }],
    ['refuses a number that JSON cannot hold', { id: 2 ** 60 }, { type: 't', id: 'id' }, undefined],
    ['refuses a blank', { id: ' ' }, { type: 't', id: 'id' }, undefined],
    ['refuses what is longer than an id', { id: 'x'.repeat(2_049) }, { type: 't', id: 'id' }, undefined],
    ['refuses null', null, { type: 't', id: 'id' }, undefined],
    ['has none where nobody says how', { id: 'a' }, undefined, undefined],
  ])('%s', (_name, item, resource, named) => {
    expect(nameItem(item, resource)).toEqual(named)
  })
})
