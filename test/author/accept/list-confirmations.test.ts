import { expect, test } from 'vitest'
import { listConfirmations } from '../../../src/author/accept/list-confirmations.ts'
import { readAcme } from '../prove/acme.ts'

test('listConfirmations() has what no answer shows: filters, limits, ends of lists, statements and controls', () => {
  const acme = readAcme((text) =>
    text
      .replace(
        'list: { path: /keys, items: keys,',
        `controls: [soc2:CC6.1]
    states: [{ keys-renewed: { age: max_age_days } }]
    variables: [{ id: max_age_days, label: Days, type: number, default: 90 }]
    list: { path: /keys, query: { state: on, limit: 100 }, items: keys, notMore: [more],`,
      )
      .replace('get: { path: /settings }', 'get: { path: /settings, absent: [404] }'),
  )

  expect(listConfirmations(acme)).toEqual([
    {
      check: 'keys-rotated',
      title: 'Keys are rotated',
      asks: ['GET /keys?state=on&limit=100, items keys, notMore ["more"]'],
      variables: { max_age_days: 90 },
      states: ['keys-renewed'],
      controls: ['soc2:CC6.1'],
    },
    { check: 'sso-enforced', title: 'Sign-on is enforced', asks: ['GET /settings, absent [404]'] },
  ])
})
