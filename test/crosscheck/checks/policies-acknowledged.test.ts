import { expect, test } from 'vitest'
import { policiesAcknowledged } from '../../../src/crosscheck/checks/policies-acknowledged.ts'
import { acknowledgement, judgeSmall, person, type Small } from '../organization.ts'

/** Ada, who works here since 2020, and what she has acknowledged. */
function ada(more: Record<string, unknown> = {}, rest: Partial<Small> = {}): Small {
  return { people: [person('ada', { startsAt: '2020-01-01', ...more })], acknowledgements: [], ...rest }
}

const acknowledged = { acknowledgements: [acknowledgement('ada')] }

test.each<[string, string | undefined, Small]>([
  ['who acknowledged the version that holds', 'pass', ada({}, acknowledged)],
  ['who acknowledged none', 'fail', ada()],
  [
    'who acknowledged the version before alone',
    'fail',
    ada({}, { acknowledgements: [acknowledgement('ada', { versionId: 'use-1' })] }),
  ],
  [
    'who acknowledged it by an address that they had before, when the directory knew them by it',
    'pass',
    ada({}, { acknowledgements: [acknowledgement('x', { directoryId: 'hris/ada', personEmail: 'old@acme.example' })] }),
  ],
  [
    'who acknowledged none, where somebody did who is gone from the directory since',
    'fail',
    ada({}, { acknowledgements: [acknowledgement('gone', { directoryId: 'hris/gone' })] }),
  ],
  [
    'who was hired again, and acknowledged it before',
    'manual',
    ada(
      { startsAt: '2026-04-20' },
      {
        people: [
          person('ada', { startsAt: '2026-04-20' }),
          person('before', { name: 'ada', email: 'ada@acme.example', status: 'left', endsAt: '2026-04-10' }),
        ],
        acknowledgements: [acknowledgement('ada', { directoryId: 'hris/before' })],
      },
    ),
  ],
  [
    'whom another source knew when it was acknowledged',
    'pass',
    ada({}, { acknowledgements: [acknowledgement('ada', { directoryId: 'before/17' })] }),
  ],
  ['who acknowledged none and left', undefined, ada({ status: 'left', endsAt: '2026-05-01' })],
  ['who acknowledged none and begins later', 'not_applicable', ada({ status: 'future', startsAt: '2026-07-01' })],
  ['who acknowledged none and is on leave', 'not_applicable', ada({ status: 'onLeave' })],
  ['who began a week ago', 'not_applicable', ada({ startsAt: '2026-05-25' })],
  ['who began nobody knows when', 'undecided', ada({ startsAt: undefined })],
  ['of whom nobody knows whether they work here', 'undecided', ada({ status: 'unknown' })],
  ['who has no address', 'undecided', ada({ email: undefined })],
  [
    'who acknowledged it, by an incomplete directory',
    'undecided',
    ada({}, { ...acknowledged, peopleList: { complete: false } }),
  ],
  ['who acknowledged none, by an incomplete directory', 'undecided', ada({}, { peopleList: { complete: false } })],
  [
    'whose address somebody else had when it was acknowledged',
    'undecided',
    ada({ startsAt: '2026-04-20' }, acknowledged),
  ],
  [
    'who may be meant by an address of nobody',
    'manual',
    ada({}, { acknowledgements: [acknowledgement('x', { personEmail: 'a.archer@acme.example' })] }),
  ],
  [
    'who may have acknowledged it without an address',
    'manual',
    ada({}, { acknowledgements: [acknowledgement('x', { personEmail: null })] }),
  ],
])('a person %s: %s', async (_, expected, small) => {
  const { said } = await judgeSmall(policiesAcknowledged, small)

  expect(said['hris/ada']).toBe(expected)
})

test('a new version has its days, after which who has not acknowledged it lacks it', async () => {
  const policies = (publishedAt: string) => [
    { id: 'use', name: 'Acceptable use', versionId: 'use-2', number: 2, publishedAt },
  ]
  const judge = async (publishedAt: string) =>
    (await judgeSmall(policiesAcknowledged, ada({}, { inputs: { policies: policies(publishedAt) } }))).said['hris/ada']

  expect(await judge('2026-05-03T12:00:00.000Z')).toBe('not_applicable')
  expect(await judge('2026-05-01T11:00:00.000Z')).toBe('fail')
})

test('without a published policy, nobody can tell', async () => {
  const { head, said } = await judgeSmall(policiesAcknowledged, ada({}, { inputs: { policies: [] } }))

  expect([head.status, said]).toEqual(['error', { policies: 'undecided' }])
})
