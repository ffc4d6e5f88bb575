import { defineThing } from '../../../src/service/fields/define-thing.ts'
import {
  choice,
  day,
  flag,
  hidden,
  idOf,
  link,
  list,
  number,
  pattern,
  text,
  time,
} from '../../../src/service/fields/field.ts'
import { isAfter, isBefore, isEmpty, isOneOf, isSet } from '../../../src/service/fields/states.ts'

const words = { title: 'Suppliers', lead: 'Who supplies us.', empty: 'None.', add: 'Add a supplier' }
const fieldWords = {
  name: 'Name',
  website: 'Website',
  weight: 'Weight',
  rating: 'Rating',
  checks: 'Checks',
  contact: 'Contact',
  critical: 'Critical',
  ends: 'Contract ends',
  reviewedAtMs: 'Reviewed',
}

/** A thing with a field of each kind, states of them and an action. */
export const supplier = defineThing({
  id: 'supplier',
  about: 'Who supplies us.',
  since: 1,
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  fields: {
    name: text({ max: 40, description: 'What people call it.', example: 'Acme' }),
    website: link({ description: 'Its page.' }).optional(),
    weight: choice(['low', 'high'], { description: 'How much depends on it.' }),
    rating: number({ min: 0, max: 10, decimals: 1, description: 'How good it is.' }).optional(),
    checks: list(pattern({ description: 'Checks that look at it.' })).optional(),
    contact: idOf('person', { description: 'Who asks it.' }).optional(),
    critical: flag({ description: 'Whether nothing works without it.' }),
    ends: day({ description: 'Last day of the contract.' }).optional(),
    token: hidden(text({ max: 100, description: 'Opens its portal.' }).optional()),
  },
  systemFields: { reviewedAtMs: time({ description: 'When somebody last reviewed it.' }).nullable() },
  states: {
    'contract-ended': { ends: isBefore() },
    'never-reviewed': { reviewedAtMs: isEmpty() },
    reviewed: { reviewedAtMs: isAfter(-365), weight: isOneOf('high') },
    settled: { reviewedAtMs: isSet(), weight: isOneOf('low') },
    due: {},
  },
  actions: {
    review: {
      summary: 'Say that it was reviewed',
      from: ['never-reviewed', 'due', 'settled'],
      run: (_, { nowMs }) => ({ reviewedAtMs: nowMs }),
    },
  },
  list: { columns: ['name', 'weight', 'ends', 'reviewedAtMs'], max: 5 },
  messages: {
    en: {
      ...words,
      fields: fieldWords,
      states: {
        'contract-ended': 'Contract ended',
        'never-reviewed': 'Never reviewed',
        reviewed: 'Reviewed',
        settled: 'Settled',
        due: 'Due',
      },
      actions: { review: 'Review' },
    },
    de: {
      ...words,
      title: 'Lieferanten',
      fields: fieldWords,
      hints: { ...fieldWords, name: 'Wie man ihn nennt.' },
      states: {
        'contract-ended': 'Vertrag beendet',
        'never-reviewed': 'Nie geprüft',
        reviewed: 'Geprüft',
        settled: 'Erledigt',
        due: 'Fällig',
      },
      actions: { review: 'Prüfen' },
    },
  },
})

export const acme = {
  name: 'Acme',
  website: null,
  weight: 'high',
  rating: 9.5,
  checks: ['mfa', 'admin-*'],
  contact: null,
  critical: true,
  ends: '2026-12-31',
  token: 's3cret',
  reviewedAtMs: null,
} as const
