import { expect, test } from 'vitest'
import { devicesAndOwners } from '../../../src/crosscheck/checks/devices-and-owners.ts'
import { device, judgeSmall, person, type Small } from '../organization.ts'

const left = { status: 'left', endsAt: '2026-05-01' }
const of = (members: Record<string, unknown>, more: Small = {}): Small => ({
  people: [person('ada', members)],
  devices: [device('ada')],
  ...more,
})
const enrolled = (day: string) => device('ada', { enrolledAt: `${day}T12:00:00Z` })
const failing = { inputs: { variables: { fail_without_owner: true } } }

/** What is said of Ada's laptop. */
const cases: Readonly<Record<string, readonly [said: string | undefined, Small]>> = {
  'of who works here': ['pass', of({})],
  'of who begins later': ['pass', of({ status: 'future', startsAt: '2026-07-01' })],
  'of a leaver': ['fail', of(left)],
  'of a leaver who may still return it': ['undecided', of({ status: 'left', endsAt: '2026-05-25' })],
  'of a leaver who may no longer, by the variable': [
    'fail',
    of({ status: 'left', endsAt: '2026-05-25' }, { inputs: { variables: { return_days: 2 } } }),
  ],
  'of a leaver without an end, seen for the first time': ['undecided', of({ status: 'left' })],
  'of somebody whose status nobody knows': ['undecided', of({ status: 'gone' })],
  'of a leaver whom an incomplete directory shows': ['undecided', of(left, { peopleList: { complete: false } })],
  'of who works here, by an incomplete directory': ['undecided', of({}, { peopleList: { complete: false } })],
  'of a leaver who was hired again with another address': [
    'manual',
    {
      people: [person('ada', { ...left, name: 'Ada' }), person('ada2', { name: 'Ada', startsAt: '2026-05-10' })],
      devices: [device('ada')],
    },
  ],
  'of a leaver, where somebody began afterwards who may have had the address': [
    'undecided',
    { people: [person('ada', left), person('bob', { startsAt: '2026-05-02' })], devices: [device('ada')] },
  ],
  'of a leaver, where nobody knows when somebody began': [
    'undecided',
    { people: [person('ada', left), person('bob')], devices: [device('ada')] },
  ],
  'of a leaver, where everybody began before they left': [
    'fail',
    { people: [person('ada', left), person('bob', { startsAt: '2026-04-30' })], devices: [device('ada')] },
  ],
  'of a leaver, enrolled while they worked here': [
    'fail',
    { people: [person('ada', left), person('bob')], devices: [enrolled('2026-04-30')] },
  ],
  'of a leaver, enrolled while their last day was over in some places only': [
    'undecided',
    {
      people: [person('ada', left), person('bob', { startsAt: '2026-05-02' })],
      devices: [device('ada', { enrolledAt: '2026-05-02T00:00:00Z' })],
    },
  ],
  'of a leaver, enrolled while their last day was over nowhere': [
    'fail',
    {
      people: [person('ada', left), person('bob', { startsAt: '2026-05-02' })],
      devices: [device('ada', { enrolledAt: '2026-05-01T09:00:00Z' })],
    },
  ],
  'of a leaver, enrolled after they left': ['manual', of(left, { devices: [enrolled('2026-05-03')] })],
  'of a leaver, enrolled at a time that is none': [
    'undecided',
    { people: [person('ada', left), person('bob')], devices: [enrolled('soon')] },
  ],
  'of a leaver who is gone without a last day, enrolled long before': [
    'undecided',
    { people: [person('ada', { ...left, endsAt: undefined }), person('bob')], devices: [enrolled('2020-01-01')] },
  ],
  'of an address that somebody got from a leaver, enrolled since': [
    'pass',
    {
      people: [person('ada', { startsAt: '2026-05-10' }), person('eve', { ...left, email: 'ada@acme.example' })],
      devices: [enrolled('2026-05-10')],
    },
  ],
  'of an address that somebody got from a leaver, enrolled before': [
    'manual',
    {
      people: [person('ada', { startsAt: '2026-05-10' }), person('eve', { ...left, email: 'ada@acme.example' })],
      devices: [enrolled('2026-04-10')],
    },
  ],
  'of an address that two people have': [
    'manual',
    { people: [person('ada'), person('eve', { email: 'ada@acme.example' })], devices: [device('ada')] },
  ],
  'without an owner': ['manual', of({}, { devices: [device('ada', { ownerEmail: null })] })],
  'without an owner, where that fails': [
    'fail',
    of({}, { devices: [device('ada', { ownerEmail: null })], ...failing }),
  ],
  'of nobody we know': ['manual', of({}, { devices: [device('ada', { ownerEmail: 'x@y.example' })] })],
  'of nobody we know, where that fails': [
    'fail',
    of({}, { devices: [device('ada', { ownerEmail: 'x@y.example' })], ...failing }),
  ],
  'of nobody in an incomplete directory, where that fails': [
    'undecided',
    of({}, { devices: [device('ada', { ownerEmail: 'x@y.example' })], peopleList: { complete: false }, ...failing }),
  ],
  'whose owner the vendor does not say, where that fails': [
    'undecided',
    of({}, { devices: [device('ada', { ownerEmail: undefined })], ...failing }),
  ],
  'whose owner is of another type': ['undecided', of({}, { devices: [device('ada', { ownerEmail: 7 })] })],
}

test.each(Object.entries(cases))('a laptop %s', async (_name, [expected, small]) => {
  const { said } = await judgeSmall(devicesAndOwners, small)

  expect(said['mdm/ada']).toBe(expected)
})

test('a list of devices that is not complete could not be told, and shows what it shows', async () => {
  const { said, check } = await judgeSmall(devicesAndOwners, of(left, { deviceList: { complete: false } }))

  expect(said).toMatchObject({ 'mdm/ada': 'fail', mdm: 'undecided' })
  expect(check?.status).toBe('error')
})

test('nothing is judged where no system lists devices', async () => {
  expect((await judgeSmall(devicesAndOwners, { people: [person('ada')] })).check?.status).toBe('not_applicable')
})
