import { expect, test } from 'vitest'
import { trainingOfEveryone } from '../../../src/crosscheck/checks/training-of-everyone.ts'
import { judgeSmall, list, person, type Small, system, training } from '../organization.ts'

const long = { startsAt: '2024-01-01' }
const old = { completedAt: '2025-03-01T09:00:00Z' }
const open = { status: 'assigned', completedAt: null }
const ada = (record: Record<string, unknown>, members: Record<string, unknown> = {}, more: Small = {}): Small => ({
  people: [person('ada', { ...long, ...members })],
  training: [training('ada', record)],
  ...more,
})
/** Ada has no training, and somebody else has one. */
const none = (members: Record<string, unknown> = {}, more: Small = {}): Small => ({
  people: [person('ada', { ...long, ...members }), person('bob', long)],
  training: [training('bob')],
  ...more,
})

/** What is said of Ada. */
const cases: Readonly<Record<string, readonly [said: string | undefined, Small]>> = {
  'who completed one': ['pass', ada({})],
  'who completed one too long ago': ['fail', ada(old)],
  'who completed one 365 days ago, to the day': ['pass', ada({ completedAt: '2025-06-01T06:00:00Z' })],
  'who completed one 366 days ago': ['fail', ada({ completedAt: '2025-05-31T06:00:00Z' })],
  'who completed one long ago, as the variable allows': [
    'pass',
    ada({ completedAt: '2025-05-01T06:00:00Z' }, {}, { inputs: { variables: { max_age_days: 400 } } }),
  ],
  'who was assigned one, and did not complete it': ['fail', ada(open)],
  'who was assigned none': ['fail', none()],
  'whose training has a status that nobody knows': ['undecided', ada({ status: 'done', completedAt: null })],
  'who completed one, and nobody knows when': ['undecided', ada({ completedAt: undefined })],
  'who completed one that was never completed': ['undecided', ada({ completedAt: null })],
  'who completed one in the future': ['undecided', ada({ completedAt: '2027-01-01T00:00:00Z' })],
  'who completed one at a time that is none': ['undecided', ada({ completedAt: 'yes' })],
  'who completed one by a text': ['undecided', ada({ status: true, completedAt: undefined })],
  'who completed another course': [
    'fail',
    ada({ course: 'Excel' }, {}, { inputs: { variables: { course: 'Security' } } }),
  ],
  'who completed a course that nobody knows': [
    'undecided',
    ada({ course: undefined }, {}, { inputs: { variables: { course: 'Security' } } }),
  ],
  'who began lately': ['not_applicable', none({ startsAt: '2026-05-10' })],
  'who began lately, as the variable says': [
    'fail',
    none({ startsAt: '2026-05-10' }, { inputs: { variables: { days_to_complete: 7 } } }),
  ],
  'who began at a time that nobody knows': ['undecided', none({ startsAt: undefined })],
  // Somebody else may have had the address.
  'who began at a time that nobody knows, and completed one': ['undecided', ada({}, { startsAt: undefined })],
  'who completed one on the first day': ['pass', ada({}, { startsAt: '2026-03-01' })],
  'who has one from before the first day': ['undecided', ada({}, { startsAt: '2026-03-02' })],
  'who has one from before the first day, and another one': [
    'pass',
    ada(
      {},
      {},
      {
        people: [person('ada', { startsAt: '2026-03-02' })],
        training: [
          training('ada'),
          training('ada2', { personEmail: 'ada@acme.example', completedAt: '2026-04-01T09:00:00Z' }),
        ],
      },
    ),
  ],
  'who got the address of a leaver, and completed one afterwards': [
    'pass',
    ada(
      {},
      {},
      {
        people: [
          person('ada', { startsAt: '2026-02-01' }),
          person('eve', { email: 'ada@acme.example', status: 'left', startsAt: '2020-01-01', endsAt: '2026-01-01' }),
        ],
      },
    ),
  ],
  'who got the address of a leaver who completed one': [
    'manual',
    ada(
      {},
      {},
      {
        people: [
          person('ada', { startsAt: '2026-03-10' }),
          person('eve', { email: 'ada@acme.example', status: 'left', startsAt: '2020-01-01', endsAt: '2026-03-05' }),
        ],
      },
    ),
  ],
  'who may have left before, by a word that nobody knows': [
    'undecided',
    ada({}, { status: 'gone', endsAt: '2026-02-01' }),
  ],
  'who may have left before, where somebody may have got the address': [
    'undecided',
    ada({}, {}, { people: [person('ada', { status: 'gone', startsAt: '2020-01-01' }), person('bob')] }),
  ],
  'who begins later': ['not_applicable', none({ status: 'future', startsAt: '2026-07-01' })],
  'who is on leave': ['not_applicable', none({ status: 'onLeave' })],
  'who left': [undefined, none({ status: 'left', endsAt: '2026-05-01' })],
  'of whom nobody knows whether they work here': ['undecided', none({ status: '?' })],
  'whose address the directory does not say': ['undecided', none({ email: undefined })],
  'whom an incomplete list does not show': ['undecided', none({}, { trainingList: { complete: false } })],
  'whom an incomplete list shows': ['pass', ada({}, {}, { trainingList: { complete: false } })],
  'who completed one, by an incomplete directory': ['undecided', ada({}, {}, { peopleList: { complete: false } })],
  'beside a training of nobody': ['manual', none({}, { training: [training('eve')] })],
  'beside a training of nobody that is not completed': ['fail', none({}, { training: [training('eve', open)] })],
  'beside a training without an address': [
    'undecided',
    none({}, { training: [training('eve', { personEmail: undefined })] }),
  ],
  'who shares an address with another one': [
    'manual',
    ada({}, {}, { people: [person('ada', long), person('eve', { ...long, email: 'ada@acme.example' })] }),
  ],
}

test.each(Object.entries(cases))('somebody %s', async (_name, [expected, small]) => {
  const { said } = await judgeSmall(trainingOfEveryone, small)

  expect(said['hris/ada']).toBe(expected)
})

test('where no list of trainings can be read, nobody lacks one', async () => {
  const without = await judgeSmall(trainingOfEveryone, { people: [person('ada', long)] })
  const stale = await judgeSmall(trainingOfEveryone, none({}, { trainingList: { readAt: '2026-05-01T00:00:00Z' } }))

  expect([without.said, without.check?.status]).toEqual([{ training: 'undecided' }, 'error'])
  expect([stale.said['hris/ada'], stale.check?.status]).toEqual([undefined, 'error'])
})

test('a training of one of two people, of whom one may be anybody, stands against everybody without one', async () => {
  const inputs = {
    systems: [
      system('hris', { lists: ['person'], inventories: [list('person')] }),
      system('okta', { lists: ['account', 'person'], inventories: [list('account'), list('person')] }),
      system('lms', { lists: ['training'], inventories: [list('training')] }),
    ],
    directory: {
      sources: [
        { connectionId: 'hris', covers: 'both' as const },
        { connectionId: 'okta', covers: 'both' as const, accountsArePeople: true },
      ],
      departures: [],
    },
  }
  const ada = person('ada', long)
  // Okta's account has the address of Bob, who left, and may be Ada's.
  const { said } = await judgeSmall(trainingOfEveryone, {
    inputs,
    people: [ada, person('bob', { ...long, status: 'left', endsAt: '2025-12-31' })],
    oktaPeople: [person('zoe', { kind: 'unknown', email: 'bob@acme.example' })],
    training: [training('bob')],
  })

  expect(said['hris/ada']).toBe('manual')
})
