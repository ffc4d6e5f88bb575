// expect line 15: 'colour' does not exist
import { defineThing } from '../../../src/service/fields/define-thing.ts'
import { text } from '../../../src/service/fields/field.ts'
import { isSet } from '../../../src/service/fields/states.ts'

const words = { title: 'T', lead: 'L', empty: 'E', add: 'A', states: {}, actions: {} }
const name = text({ max: 10, description: 'A name.' })

export const sample = defineThing({
  id: 'sample',
  about: 'Samples.',
  since: 1,
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  fields: { name },
  states: { done: { colour: isSet() } },
  list: { columns: ['name'] },
  messages: {
    en: { ...words, states: { done: 'Done' }, fields: { name: 'Name' } },
    de: { ...words, states: { done: 'Done' }, fields: { name: 'Name' }, hints: { name: 'Name.' } },
  },
})
