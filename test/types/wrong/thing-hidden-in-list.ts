// expect line 14: '"token"' is not assignable
import { defineThing } from '../../../src/service/fields/define-thing.ts'
import { hidden, text } from '../../../src/service/fields/field.ts'

const words = { title: 'T', lead: 'L', empty: 'E', add: 'A', states: {}, actions: {} }
const name = text({ max: 10, description: 'A name.' })

export const sample = defineThing({
  id: 'sample',
  about: 'Samples.',
  since: 1,
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  fields: { name, token: hidden(name) },
  list: { columns: ['name', 'token'] },
  messages: {
    en: { ...words, fields: { name: 'Name' } },
    de: { ...words, fields: { name: 'Name' }, hints: { name: 'Name.' } },
  },
})
