import { expect, test } from 'vitest'
import { listWays } from '../../../../src/author/prove/witnesses/list-ways.ts'
import type { WitnessEntry } from '../../../../src/author/prove/witnesses/witness-schema.ts'
import { renderWays } from '../../../../src/report/connector-page/ways-section.ts'

const source = { url: 'https://acme.example', locator: 'GET /keys keys.rotated', says: 'Then.', read: '2026-06-01' }
const tell = (way: string, expected: WitnessEntry['expect'][string], isSourced = true): WitnessEntry => ({
  id: way.replaceAll(' ', '-'),
  of: { check: 'keys', way },
  world: 'sound',
  expect: { keys: expected },
  source: isSourced ? source : undefined,
})

test('listWays() sorts the cases of a check by the verdict that is right, each way once, without those that have no source', () => {
  const ways = listWays({
    witnesses: [
      tell('the world itself', { pass: ['a'], fail: ['b'] }),
      tell('a day too old', { fail: ['a'] }),
      tell('a day too old', { fail: ['b'] }),
      tell('no key', 'not_applicable'),
      tell('a key that came today', 'pass'),
      tell('a refusal', { error: 'permission' }),
      tell('an unknown state', { undecided: ['a'] }),
      tell('not looked up', 'fail', false),
    ],
  })

  expect(ways.get('keys')).toEqual({
    pass: ['a key that came today'],
    fail: ['a day too old'],
    manual: [],
    not_applicable: ['no key'],
    unknown: ['a refusal', 'an unknown state'],
  })
})

test('renderWays() says when a check passes, fails and cannot tell, and counts what is left out', () => {
  const fail = Array.from({ length: 14 }, (_, at) => `way ${at}`)

  const table = renderWays({ pass: ['a | b'], fail, manual: [], not_applicable: [], unknown: [] })

  expect(table).toContain('| Passes when | a \\| b |')
  expect(table).toContain('way 11; and 2 more |')
  expect(table).not.toContain('Needs review')
  expect(renderWays({ pass: [], fail: [], manual: [], not_applicable: [], unknown: [] })).toBeUndefined()
})
