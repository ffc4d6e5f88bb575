import { expect, test } from 'vitest'
import { defineThing, type ThingDeclaration } from '../../../src/service/fields/define-thing.ts'
import { hidden, type ThingFields, text, time } from '../../../src/service/fields/field.ts'
import { addThingTables } from '../../../src/service/fields/thing-migrations.ts'
import { migrations } from '../../../src/service/store/migrations/index.ts'
import { supplier } from './supplier.ts'

type Loose = ThingDeclaration<ThingFields, ThingFields, string, string>

const name = text({ max: 10, description: 'A name.' })
const messages = { title: 'T', lead: 'L', empty: 'E', add: 'A', fields: { name: 'Name' }, states: {}, actions: {} }
const declaration = {
  id: 'sample',
  about: 'Samples.',
  since: 1,
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  fields: { name },
  list: { columns: ['name'] },
  messages: { en: messages, de: { ...messages, hints: { name: 'Name.' } } },
}

/** As a program without types would call it. */
function define(changed: object) {
  return defineThing({ ...declaration, ...changed } as unknown as Loose)
}

test.each<[string, object, string]>([
  [
    'an unknown kind',
    { fields: { name: { ...name, kind: 'colour' } } },
    'sample.name has the kind "colour", which is unknown',
  ],
  [
    'the name of a member of every record',
    { fields: { name, state: name } },
    'sample.state cannot be the name of a field',
  ],
  ['a time without its unit', { fields: { name, at: time({ description: 'When.' }) } }, 'sample.at must end with Ms'],
  [
    'a field without a description',
    { fields: { name: text({ max: 1, description: '' }) } },
    'sample.name has no description',
  ],
  ['a list that shows a hidden field', { fields: { name: hidden(name) } }, 'sample.list shows name, which is hidden'],
  ['a list that shows no field', { list: { columns: ['colour'] } }, 'sample.list shows colour, which is no field'],
  [
    'an action without a permission',
    { actions: { end: { summary: 'End', scope: 'samples:end', run: () => ({}) } } },
    'sample.actions.end has no permission: there is no scope "samples:end"',
  ],
  ['a thing without a permission', { scopes: { read: 'tasks:read' } }, 'sample.scopes must have read and write'],
  [
    'a permission that there is not',
    { scopes: { read: 'tasks:read', write: 'samples:write' } },
    'sample.write has no permission: there is no scope "samples:write"',
  ],
  [
    'an action that the audit log cannot name',
    { actions: { 'End it': { summary: 'End', run: () => ({}) } } },
    'sample.End it must be kebab-case',
  ],
  [
    'an action that every thing has',
    { actions: { delete: { summary: 'End', run: () => ({}) } } },
    'sample.actions.delete is there already',
  ],
  [
    'a kept value that a new record does not have',
    { systemFields: { by: name } },
    'sample.systemFields.by must be nullable',
  ],
  ['a state that can never hold', { states: { all: {}, never: {} } }, 'sample.states.never can never hold'],
  ['an id that is no path', { id: 'Sample' }, '"Sample" must be kebab-case'],
])('defineThing() refuses %s, and names it', (_, changed, message) => {
  expect(() => define(changed)).toThrow(`defineThing: ${message}`)
})

test('defineThing() names what it makes after the id', () => {
  expect(supplier).toMatchObject({
    plural: 'suppliers',
    name: 'Supplier',
    idName: 'supplierId',
    tag: 'Suppliers',
    table: 'suppliers',
    path: '/v1/suppliers',
    page: '/suppliers',
    stateNames: ['contract-ended', 'never-reviewed', 'reviewed', 'settled', 'due'],
  })
  expect(supplier.audit('review')).toBe('supplier.review')
})

test('addThingTables() makes a table in the step of its version, and a step of its own for a later one', () => {
  const later = define({ id: 'later', since: migrations.length + 1 })

  const steps = addThingTables(migrations, [supplier, later])

  expect(steps.map(({ version, name: step }) => `${version} ${step}`)).toEqual([
    ...migrations.map(({ version, name: step }) => `${version} ${step}`),
    `${migrations.length + 1} laters`,
  ])
})
