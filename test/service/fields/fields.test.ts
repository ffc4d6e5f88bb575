import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { completeValues, findProblems } from '../../../src/service/fields/check-values.ts'
import { columns, describeTable } from '../../../src/service/fields/columns.ts'
import { list, text } from '../../../src/service/fields/field.ts'
import { findProblem, formatValue, readText } from '../../../src/service/fields/field-kinds.ts'
import type { InputOf, ShownValuesOf, ValuesOf } from '../../../src/service/fields/field-types.ts'
import { formFields, readFormFields } from '../../../src/service/fields/form-fields.ts'
import { options, readOptions } from '../../../src/service/fields/options.ts'
import { rowCodec } from '../../../src/service/fields/row-codec.ts'
import { wire } from '../../../src/service/fields/wire.ts'
import { acme, supplier } from './supplier.ts'

const { fields, all } = supplier

test('a field gives its value a type: what may be left out is null, and a hidden value is not shown', () => {
  expectTypeOf<ValuesOf<typeof fields>['rating']>().toEqualTypeOf<number | null>()
  expectTypeOf<ValuesOf<typeof fields>['weight']>().toEqualTypeOf<'low' | 'high'>()
  expectTypeOf<ValuesOf<typeof fields>>().toHaveProperty('token')
  expectTypeOf<ShownValuesOf<typeof fields>>().not.toHaveProperty('token')
  expectTypeOf<{ name: string; weight: 'low'; critical: boolean }>().toExtend<InputOf<typeof fields>>()
})

test('columns() has a column for each field, and describeTable() the statements of the table', () => {
  expect(columns(all).map(({ name, type, isNullable }) => `${name} ${type} ${isNullable}`)).toEqual([
    'name text false',
    'website text true',
    'weight text false',
    'rating bigint true',
    'checks text true',
    'contact text true',
    'critical integer false',
    'ends text true',
    'token text true',
    'reviewed_at_ms bigint true',
  ])
  expect(describeTable('suppliers', { name: fields.name })).toBe(`create table suppliers (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  created_at_ms bigint not null,
  created_by text,
  changed_at_ms bigint not null,
  notice_state text
);
create index suppliers_of on suppliers (organization_id, created_at_ms, id);
`)
  const slug = text({ max: 64, isUnique: true, description: 'Last part of its address.' })
  expect(describeTable('suppliers', { slug })).toContain('create unique index suppliers_by_slug on suppliers (slug);')
})

test('a list is read again as it was shown, also where items have commas and quotes', () => {
  const names = list(text({ max: 200, description: 'Names.' }))
  const anyItem = fc
    .string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(',', '"', ' ', '\t', 'a', 'ß', ';') })
    .filter((item) => item.trim() !== '')

  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 5 }), (items) => {
      expect(readText(names, formatValue(names, items))).toEqual(items)
    }),
  )
  expect(readText(names, 'Acme,  Zoom\n"Widgets, Inc." ,5" disk, "half')).toEqual([
    'Acme',
    'Zoom',
    'Widgets, Inc.',
    '5" disk',
    '"half',
  ])
})

const anyDay = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const anyName = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }).filter((name) => name.trim() !== '')
const anyValues = fc.record({
  name: anyName,
  website: fc.option(fc.constant('https://acme.example/a?b=c')),
  weight: fc.constantFrom('low' as const, 'high' as const),
  rating: fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)),
  checks: fc.option(fc.array(fc.stringMatching(/^[a-z*-]{1,20}$/), { minLength: 1, maxLength: 5 })),
  contact: fc.option(fc.uuid()),
  critical: fc.boolean(),
  ends: fc.option(anyDay),
  token: fc.option(anyName),
  reviewedAtMs: fc.option(fc.integer({ min: 0, max: 2 ** 43 })),
})

test('a row has what its values have, and JSON and a form give the same values', () => {
  const { toRow, toValues } = rowCodec(all)
  const { toWire, fromInput } = wire(all)
  fc.assert(
    fc.property(anyValues, (values) => {
      expect(findProblems(all, values)).toEqual([])
      expect(toValues(toRow(values))).toEqual(values)
      const { token: _, ...shown } = values
      expect(fromInput(JSON.parse(JSON.stringify(toWire(values))))).toEqual(shown)
      const text = (name: string) =>
        formFields(fields)
          .find((each) => each.name === name)
          ?.format(values) ?? ''
      const form = { text, all: (name: string) => text(name).split(', ') }
      const { reviewedAtMs: __, token: ___, ...typed } = values
      expect(readFormFields(fields, form)).toEqual({ ...typed, name: typed.name.trim(), critical: true })
    }),
  )
})

test.each([
  ['name', '', 'must not be empty'],
  ['name', 'two\nlines', 'must have one line'],
  ['name', 'x'.repeat(41), 'must have at most 40 characters'],
  ['name', '\ud800', 'must not contain U+0000 or half of a surrogate pair'],
  ['name', null, 'must not be null'],
  ['website', 'javascript:alert(1)', 'must be an https URL without user and password, such as https://acme.example'],
  [
    'website',
    'https://user:pass@acme.example',
    'must be an https URL without user and password, such as https://acme.example',
  ],
  ['weight', 'medium', 'must be one of low, high'],
  ['rating', 10.1, 'must be a number from 0 to 10'],
  ['rating', 5.55, 'must be a number from 0 to 10'],
  ['rating', Number.NaN, 'must be a number from 0 to 10'],
  ['checks', [], 'must have 1 to 100 items'],
  ['checks', ['mfa', 'a b'], 'item 2 must be an id in which * may stand for any characters'],
  ['critical', 'yes', 'must be true or false'],
  ['ends', '2026-02-30', 'must be a day, such as 2026-12-31'],
  ['reviewedAtMs', 'yesterday', 'must be a time of ISO 8601, such as 2026-12-31T12:00:00Z'],
] as const)('%s refuses %j', (name, value, problem) => {
  expect(findProblem(all[name], value)).toBe(problem)
})

test('a member that is missing or not known is a problem of its own', () => {
  const { name: _, ...rest } = acme

  expect(findProblems(all, { ...rest, colour: 'red' })).toEqual([
    { path: 'colour', message: 'is not known here' },
    { path: 'name', message: 'is missing' },
  ])
  expect(completeValues(fields, { name: 'Acme', weight: 'low', critical: false })).toMatchObject({ rating: null })
})

test('a hidden field is in no wire form, form or option', () => {
  const { item, input, changes, toWire } = wire(all)

  for (const schema of [item, input, changes]) expect(Object.keys(schema.shape)).not.toContain('token')
  expect(JSON.stringify(toWire(acme))).not.toContain('s3cret')
  expect(input.safeParse({ name: 'Acme', weight: 'low', critical: false, reviewedAt: null, token: 'x' }).success).toBe(
    false,
  )
  expect(formFields(all).map(({ name }) => name)).not.toContain('token')
  expect(options(all).map(({ name }) => name)).not.toContain('token')
  expect(readOptions(all, { token: 'x', name: 'Acme' })).toEqual({ name: 'Acme' })
})

test('a time is ISO 8601 on the wire, under a name without Ms', () => {
  const { toWire, fromChanges } = wire(all)
  const atMs = Date.parse('2026-05-01T12:00:00Z')

  expect(toWire({ ...acme, reviewedAtMs: atMs })).toMatchObject({ reviewedAt: '2026-05-01T12:00:00.000Z' })
  expect(fromChanges({ reviewedAt: '2026-05-01T12:00:00Z' })).toMatchObject({ reviewedAtMs: atMs })
})

test('options() names each field as a command does, with its one description', () => {
  expect(options(fields).map(({ flags, description }) => `${flags}  ${description}`)).toEqual([
    '--name <text>  what people call it',
    '--website <url>  its page',
    '--weight <low|high>  how much depends on it',
    '--rating <number>  how good it is',
    '--checks <items>  checks that look at it',
    '--contact <id>  who asks it',
    '--critical <true|false>  whether nothing works without it',
    '--ends <day>  last day of the contract',
  ])
  expect(readText(fields.checks, 'mfa, admin-*')).toEqual(['mfa', 'admin-*'])
  expect(readText(fields.rating, '')).toBeNull()
})
