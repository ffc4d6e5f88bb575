import { expect, test } from 'vitest'
import { dormantEverywhere } from '../../../src/crosscheck/checks/dormant-everywhere.ts'
import { account, handLink, judgeSmall, person, type Small } from '../organization.ts'

const idle = { lastActiveAt: '2026-01-10T00:00:00Z', createdAt: '2024-01-01T00:00:00Z' }
const used = { ...idle, lastActiveAt: '2026-05-20T00:00:00Z' }
const ada = (more: Record<string, unknown>): Small => ({ people: [person('ada')], accounts: [account('ada', more)] })
/** Beside Ada's idle account there is another one. */
const beside = (id: string, more: Record<string, unknown>, small: Small = {}): Small => ({
  people: [person('ada'), person('bob')],
  accounts: [account('ada', idle), account(id, more)],
  ...small,
})

/** What is said of Ada. */
const cases: Readonly<Record<string, readonly [said: string | undefined, Small]>> = {
  'who used an account lately': ['pass', ada(used)],
  'who used none': ['fail', ada(idle)],
  'who never used one, created long ago': ['fail', ada({ ...idle, lastActiveAt: null })],
  'who never used one, created lately': ['pass', ada({ lastActiveAt: null, createdAt: '2026-05-01T00:00:00Z' })],
  'who never used one, and nobody knows when it was created': ['undecided', ada({ lastActiveAt: null })],
  'whose last activity the vendor does not say': ['undecided', ada({ createdAt: idle.createdAt })],
  'whose last activity is of another type': ['undecided', ada({ ...idle, lastActiveAt: 1_704_067_200 })],
  'whose last activity is in the future': ['undecided', ada({ ...idle, lastActiveAt: '2027-01-01T00:00:00Z' })],
  'who used none for 90 days, to the day': ['pass', ada({ ...idle, lastActiveAt: '2026-03-03T06:00:00Z' })],
  'who used none for 91 days': ['fail', ada({ ...idle, lastActiveAt: '2026-03-02T06:00:00Z' })],
  'who used none within the days of the variable': [
    'pass',
    { ...ada(idle), inputs: { variables: { max_idle_days: 180 } } },
  ],
  'whose only account is suspended': [undefined, ada({ ...idle, status: 'suspended' })],
  'whose only account is an invitation': [undefined, ada({ ...idle, status: 'invited' })],
  'who used an account that is suspended by now': ['pass', ada({ ...used, status: 'suspended' })],
  'who used none, and nobody knows whether it is active': ['undecided', ada({ ...idle, status: 'on' })],
  'who has no account': [undefined, { people: [person('ada'), person('bob')], accounts: [account('bob', used)] }],
  'who left': [undefined, { ...ada(idle), people: [person('ada', { status: 'left', endsAt: '2026-05-01' })] }],
  'who is leaving': [
    'undecided',
    { ...ada(idle), people: [person('ada', { status: 'left' })], peopleList: { readAt: '2026-06-01T08:00:00.000Z' } },
  ],
  'who is on leave': ['not_applicable', { ...ada(idle), people: [person('ada', { status: 'onLeave' })] }],
  'who begins later': [
    'not_applicable',
    {
      ...ada({ lastActiveAt: idle.lastActiveAt }),
      people: [person('ada', { status: 'future', startsAt: '2026-07-01' })],
    },
  ],
  'of whom nobody knows whether they work here': [
    'undecided',
    { ...ada(idle), people: [person('ada', { status: '?' })] },
  ],
  'of whom nobody knows whether they work here, and who used one': [
    'pass',
    { ...ada(used), people: [person('ada', { status: '?' })] },
  ],
  'who used none that an incomplete list shows': ['undecided', { ...ada(idle), accountList: { complete: false } }],
  'who used one that an incomplete list shows': ['pass', { ...ada(used), accountList: { complete: false } }],
  'who used none, by an incomplete directory': ['undecided', { ...ada(idle), peopleList: { complete: false } }],
  'who may have used an account of nobody': ['manual', beside('eve', used)],
  'beside an account of nobody that nobody used': ['fail', beside('eve', idle)],
  'beside an account without an address': ['undecided', beside('eve', { ...used, email: undefined })],
  'beside an account that two others may own': [
    'fail',
    beside('bob', used, { people: [person('ada'), person('bob'), person('eve', { email: 'bob@acme.example' })] }),
  ],
  'beside an account that is out of scope': [
    'fail',
    beside('eve', used, { links: [handLink('eve', { is: 'out-of-scope' })] }),
  ],
  'who answers for a service that is used': [
    'fail',
    beside('eve', { ...used, kind: 'service' }, { links: [handLink('eve', { is: 'service', ownerId: 'hris/ada' })] }),
  ],
}

test.each(Object.entries(cases))('somebody %s', async (_name, [expected, small]) => {
  const { said } = await judgeSmall(dormantEverywhere, small)

  expect(said['hris/ada']).toBe(expected)
})
