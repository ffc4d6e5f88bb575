// expect line 12: Property 'write' is missing
import { defineThing } from '../../../src/service/fields/define-thing.ts'
import { text } from '../../../src/service/fields/field.ts'

const words = { title: 'T', lead: 'L', empty: 'E', add: 'A', states: {}, actions: {} }
const name = text({ max: 10, description: 'A name.' })

export const sample = defineThing({
  id: 'sample',
  about: 'Samples.',
  since: 1,
  scopes: { read: 'tasks:read' },
  fields: { name },
  list: { columns: ['name'] },
  messages: {
    en: { ...words, fields: { name: 'Name' } },
    de: { ...words, fields: { name: 'Name' }, hints: { name: 'Name.' } },
  },
})
