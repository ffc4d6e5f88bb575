import { describe, expect, test } from 'vitest'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'
import type { CrossCheckSystem } from '../../../src/crosscheck/define/inputs.ts'
import { account, handLink, judgeSmall, link, list, person, type Small, system } from '../organization.ts'

const left = { status: 'left', endsAt: '2026-05-20' }
const today = '2026-06-01T06:00:00.000Z'

/** An account of which the vendor does not say whether it verified the address. */
const unverified = (id: string, more: Record<string, unknown> = {}) =>
  account(id, { emailVerified: undefined, ...more })
const vouched = { vouchedDomains: ['acme.example'] }

/** Okta lists its accounts as people, beside the personnel system. */
const twoSources = (covers: 'employees' | 'both' = 'both'): Partial<Small> => ({
  inputs: {
    systems: [
      system('hris', { name: 'Acme HR', lists: ['person'], inventories: [list('person')] }),
      system('okta', { name: 'Okta', lists: ['account', 'person'], inventories: [list('account'), list('person')] }),
      system('gh', { name: 'GitHub', inventories: [list('account')] }),
    ],
    directory: {
      sources: [
        { connectionId: 'hris', covers },
        { connectionId: 'okta', covers: 'both', accountsArePeople: true },
      ],
      departures: [],
    },
  },
})

/** The same, and the personnel system was not read wholly. */
function cutPersonnel(small: Partial<Small>): Partial<Small> {
  const { inputs } = small
  return {
    inputs: {
      ...inputs,
      systems: inputs?.systems?.map((each) =>
        each.connectionId === 'hris' ? { ...each, inventories: [list('person', { complete: false })] } : each,
      ) as CrossCheckSystem[],
    },
  }
}

/** What is said of the account "ada" of GitHub. */
const cases: Readonly<Record<string, readonly [said: string | undefined, Small]>> = {
  'who works here': ['pass', { people: [person('ada')], accounts: [account('ada')] }],
  'who is on leave': ['pass', { people: [person('ada', { status: 'onLeave' })], accounts: [account('ada')] }],
  'a leaver whose account is active': ['fail', { people: [person('ada', left)], accounts: [account('ada')] }],
  'a leaver whose account is suspended': [
    'not_applicable',
    { people: [person('ada', left)], accounts: [account('ada', { status: 'suspended' })] },
  ],
  'a leaver whose account is deleted': [
    undefined,
    { people: [person('ada', left)], accounts: [account('ada', { status: 'deleted' })] },
  ],
  'a leaver, and the vendor does not say whether the account is active': [
    'undecided',
    { people: [person('ada', left)], accounts: [account('ada', { status: 'unknown' })] },
  ],
  'a leaver, and the status is a word that nobody knows': [
    'undecided',
    { people: [person('ada', left)], accounts: [account('ada', { status: 'enabled' })] },
  ],
  'a leaver who is invited': [
    'manual',
    { people: [person('ada', left)], accounts: [account('ada', { status: 'invited' })] },
  ],
  'a leaver within the days of grace': [
    'undecided',
    { people: [person('ada', { status: 'left', endsAt: '2026-05-31' })], accounts: [account('ada')] },
  ],
  'a leaver whose last day ended in UTC−12 after the account was read': [
    'undecided',
    {
      people: [person('ada', { status: 'left', endsAt: '2026-05-30' })],
      accounts: [account('ada')],
      accountList: { readAt: '2026-06-01T11:59:59.000Z' },
    },
  ],
  'a leaver whose last day ended in UTC−12 just before': [
    'fail',
    {
      people: [person('ada', { status: 'left', endsAt: '2026-05-30' })],
      accounts: [account('ada')],
      accountList: { readAt: '2026-06-01T12:00:00.000Z' },
    },
  ],
  'a leaver without an end, seen for the first time': [
    'undecided',
    { people: [person('ada', { status: 'left' })], accounts: [account('ada')] },
  ],
  'a leaver without an end, gone for longer': [
    'fail',
    {
      people: [person('ada', { status: 'left', endsAt: null })],
      accounts: [account('ada')],
      inputs: {
        directory: {
          sources: [{ connectionId: 'hris', covers: 'both' }],
          departures: [{ personId: 'hris/ada', since: '2026-05-29T06:00:00.000Z' }],
        },
      },
    },
  ],
  'somebody whom the directory no longer has, for the first time': [
    'undecided',
    {
      people: [person('bob')],
      accounts: [account('ada')],
      links: [link('ada', { is: 'person', personId: 'hris/ada' })],
    },
  ],
  'somebody whom the directory no longer has, for longer': [
    'fail',
    {
      people: [person('bob')],
      accounts: [account('ada')],
      links: [link('ada', { is: 'person', personId: 'hris/ada' })],
      inputs: {
        directory: {
          sources: [{ connectionId: 'hris', covers: 'both' }],
          departures: [{ personId: 'hris/ada', since: '2026-05-29T06:00:00.000Z' }],
        },
      },
    },
  ],
  'somebody whom an incomplete directory does not show': [
    'undecided',
    {
      people: [person('bob')],
      accounts: [account('ada')],
      links: [link('ada', { is: 'person', personId: 'hris/ada' })],
      peopleList: { complete: false },
    },
  ],
  'a leaver whom an incomplete directory shows, which may hide that they are back': [
    'undecided',
    { people: [person('ada', left)], accounts: [account('ada')], peopleList: { complete: false } },
  ],
  'the same, linked before': [
    'undecided',
    {
      people: [person('ada', left)],
      accounts: [account('ada')],
      links: [link('ada', { is: 'person', personId: 'hris/ada' }, { by: 'single-sign-on' })],
      peopleList: { complete: false },
    },
  ],
  'a leaver whom an incomplete directory shows, and a whole identity provider says the same': [
    'fail',
    {
      people: [person('ada', left)],
      oktaPeople: [person('ada', { kind: 'unknown', status: 'left' })],
      accounts: [account('ada')],
      ...cutPersonnel(twoSources()),
    },
  ],
  'a leaver whom an incomplete directory shows, and a whole identity provider has them': [
    'undecided',
    {
      people: [person('ada', left)],
      oktaPeople: [person('ada', { kind: 'unknown' })],
      accounts: [account('ada')],
      ...cutPersonnel(twoSources()),
    },
  ],
  'whom only the identity provider has, beside a whole personnel system': [
    'manual',
    {
      people: [person('bob')],
      oktaPeople: [person('ada', { kind: 'unknown' })],
      accounts: [account('ada')],
      ...twoSources(),
    },
  ],
  'whom only the identity provider has, linked by the address when nobody knew better': [
    'manual',
    {
      people: [person('bob')],
      oktaPeople: [person('ada', { kind: 'unknown' })],
      accounts: [account('ada')],
      links: [link('ada', { is: 'person', personId: 'okta/ada' })],
      ...twoSources(),
    },
  ],
  'whom only the identity provider has, as an admin says': [
    'undecided',
    {
      people: [person('bob')],
      oktaPeople: [person('ada', { kind: 'unknown' })],
      accounts: [account('ada')],
      links: [handLink('ada', { is: 'person', personId: 'okta/ada' })],
      ...twoSources(),
    },
  ],
  'whom only the identity provider has, beside a personnel system that is not whole': [
    'undecided',
    {
      people: [person('bob')],
      oktaPeople: [person('ada', { kind: 'unknown' })],
      accounts: [account('ada')],
      ...cutPersonnel(twoSources()),
    },
  ],
  'a contractor whom only the identity provider has, beside a personnel system of employees': [
    'pass',
    {
      people: [person('bob')],
      oktaPeople: [person('ada', { kind: 'contractor' })],
      accounts: [account('ada')],
      ...twoSources('employees'),
    },
  ],
  'whom the personnel system does not have any more, and the address belongs to another name at the identity provider':
    [
      'manual',
      {
        people: [person('bob')],
        oktaPeople: [
          person('ada', { kind: 'unknown', status: 'left' }),
          person('eve', { kind: 'unknown', email: 'ada@acme.example' }),
        ],
        accounts: [account('ada', { name: 'eve' })],
        links: [link('ada', { is: 'person', personId: 'hris/ada' }, { connectionId: 'okta', of: 'person' })],
        ...twoSources(),
      },
    ],
  'who left on a day that is none, and somebody of the same name is there': [
    'manual',
    {
      people: [
        person('ada', { name: 'Ada King', status: 'left', endsAt: '31/12/2025' }),
        person('ada2', { name: 'Ada King', startsAt: '2026-02-14' }),
      ],
      accounts: [account('ada', { name: 'Ada King' })],
    },
  ],
  'the name of a colleague, and the address of another one': [
    'manual',
    { people: [person('ada'), person('eve')], accounts: [account('ada', { name: 'Eve' })] },
  ],
  'another full name, and nobody says when they began': [
    'manual',
    { people: [person('ada', { name: 'Ada King' })], accounts: [account('ada', { name: 'Ada Byron' })] },
  ],
  'another full name, and an account of their time': [
    'pass',
    {
      people: [person('ada', { name: 'Ada King', startsAt: '2026-01-01' })],
      accounts: [account('ada', { name: 'Ada Byron', createdAt: '2026-01-02T09:00:00Z' })],
    },
  ],
  'another full name, and an account from the day before the first one': [
    'manual',
    {
      people: [person('ada', { name: 'Ada King', startsAt: '2026-01-03' })],
      accounts: [account('ada', { name: 'Ada Byron', createdAt: '2026-01-02T09:00:00Z' })],
    },
  ],
  'a login in place of a name, and an account from before the first day': [
    'manual',
    {
      people: [person('ada', { name: 'Ada King', startsAt: '2026-01-03' })],
      accounts: [account('ada', { name: 'aking', createdAt: '2026-01-02T09:00:00Z' })],
    },
  ],
  'no name, and an account from before the first day': [
    'manual',
    {
      people: [person('ada', { name: 'Ada King', startsAt: '2026-01-03' })],
      accounts: [account('ada', { name: undefined, createdAt: '2026-01-02T09:00:00Z' })],
    },
  ],
  'their own name, and an account from before the first day': [
    'pass',
    {
      people: [person('ada', { name: 'Ada King', startsAt: '2026-01-03' })],
      accounts: [account('ada', { name: 'ADA KING', createdAt: '2025-12-10T09:00:00Z' })],
    },
  ],
  'a login in place of a name, no date, and somebody who began after the owner left': [
    'manual',
    {
      people: [person('ada', { name: 'Ada King', ...left }), person('bob', { startsAt: '2026-05-20' })],
      accounts: [account('ada', { name: 'aking' })],
    },
  ],
  'the same, and it was linked before': [
    'fail',
    {
      people: [person('ada', { name: 'Ada King', ...left }), person('bob', { startsAt: '2026-05-20' })],
      accounts: [account('ada', { name: 'aking' })],
      links: [link('ada', { is: 'person', personId: 'hris/ada' })],
    },
  ],
  'a login in place of a name, from the time of the owner': [
    'fail',
    {
      people: [person('ada', { name: 'Ada King', ...left }), person('bob', { startsAt: '2026-05-20' })],
      accounts: [account('ada', { name: 'aking', createdAt: '2026-01-02T09:00:00Z' })],
    },
  ],
  'a login in place of a name': [
    'pass',
    { people: [person('ada', { name: 'Ada King' })], accounts: [account('ada', { name: 'aking' })] },
  ],
  'who works here by an incomplete directory, where nothing else tells that the address is theirs alone': [
    'undecided',
    { people: [person('ada')], accounts: [account('ada')], peopleList: { complete: false } },
  ],
  'who works here by an incomplete directory, linked before': [
    'pass',
    {
      people: [person('ada')],
      accounts: [account('ada')],
      links: [link('ada', { is: 'person', personId: 'hris/ada' })],
      peopleList: { complete: false },
    },
  ],
  'nobody in a complete directory': ['manual', { people: [person('bob')], accounts: [account('ada')] }],
  'nobody in an incomplete directory': [
    'undecided',
    { people: [person('bob')], accounts: [account('ada')], peopleList: { complete: false } },
  ],
  'an address that the vendor has not verified': [
    'manual',
    { people: [person('ada')], accounts: [account('ada', { emailVerified: undefined })] },
  ],
  'an address that is "verified" by a text': [
    'manual',
    { people: [person('ada')], accounts: [account('ada', { emailVerified: 'true' })] },
  ],
  'an address in a domain that the vendor enforces': [
    'pass',
    {
      people: [person('ada')],
      accounts: [account('ada', { emailVerified: false })],
      github: { enforcedDomains: ['ACME.example'] },
    },
  ],
  'an address of a public mail service, which nobody can enforce': [
    'manual',
    {
      people: [person('ada', { email: 'ada@gmail.com' })],
      accounts: [account('ada', { email: 'ada@gmail.com', emailVerified: false })],
      github: { enforcedDomains: ['gmail.com'] },
    },
  ],
  'a leaver, where an admin takes the word of the vendor for their domain': [
    'fail',
    { people: [person('ada', left)], accounts: [unverified('ada')], github: vouched },
  ],
  'who works here, where an admin takes the word of the vendor for their domain': [
    'pass',
    { people: [person('ada')], accounts: [unverified('ada')], github: vouched },
  ],
  'the same, and the vendor says that nobody has verified the address': [
    'manual',
    { people: [person('ada')], accounts: [account('ada', { emailVerified: false })], github: vouched },
  ],
  'the same, and it says something that is neither yes nor no': [
    'manual',
    { people: [person('ada')], accounts: [account('ada', { emailVerified: 'true' })], github: vouched },
  ],
  'the word of the vendor for a domain below the one that an admin named': [
    'manual',
    {
      people: [person('ada', { email: 'ada@mail.acme.example' })],
      accounts: [unverified('ada', { email: 'ada@mail.acme.example' })],
      github: vouched,
    },
  ],
  'the word of the vendor for a public mail service': [
    'manual',
    {
      people: [person('ada', { email: 'ada@gmail.com' })],
      accounts: [unverified('ada', { email: 'ada@gmail.com' })],
      github: { vouchedDomains: ['gmail.com'] },
    },
  ],
  'a leaver who entered the address of a colleague, linked by a verified address before': [
    'manual',
    {
      people: [person('ada', left), person('bob')],
      accounts: [unverified('ada', { email: 'bob@acme.example' })],
      links: [link('ada', { is: 'person', personId: 'hris/ada' })],
      github: vouched,
    },
  ],
  'a leaver who entered the address of a colleague, linked by the word for the domain before': [
    'manual',
    {
      people: [person('ada', left), person('bob')],
      accounts: [unverified('ada', { email: 'bob@acme.example' })],
      links: [link('ada', { is: 'person', personId: 'hris/ada' }, { by: 'domain' })],
      github: vouched,
    },
  ],
  'a leaver who entered the address of a colleague, linked by single sign-on before': [
    'fail',
    {
      people: [person('ada', left), person('bob')],
      accounts: [unverified('ada', { email: 'bob@acme.example' })],
      links: [link('ada', { is: 'person', personId: 'hris/ada' }, { by: 'single-sign-on' })],
      github: vouched,
    },
  ],
  'a leaver who entered the address of a colleague, linked by an admin': [
    'fail',
    {
      people: [person('ada', left), person('bob')],
      accounts: [unverified('ada', { email: 'bob@acme.example' })],
      links: [handLink('ada', { is: 'person', personId: 'hris/ada' })],
      github: vouched,
    },
  ],
  'a leaver who entered the address of a colleague, and the decision of the admin is over': [
    'manual',
    {
      people: [person('ada', left), person('bob')],
      accounts: [unverified('ada', { email: 'bob@acme.example' })],
      links: [handLink('ada', { is: 'person', personId: 'hris/ada' }, { expires: '2026-05-31' })],
      github: vouched,
    },
  ],
  'a leaver who took the address away, linked by the word for the domain before': [
    'fail',
    {
      people: [person('ada', left)],
      accounts: [unverified('ada', { email: null })],
      links: [link('ada', { is: 'person', personId: 'hris/ada' }, { by: 'domain' })],
      github: vouched,
    },
  ],
  'a link by the word for a domain, which an admin has taken back': [
    'manual',
    {
      people: [person('ada')],
      accounts: [unverified('ada')],
      links: [link('ada', { is: 'person', personId: 'hris/ada' }, { by: 'domain' })],
    },
  ],
  'no address': ['undecided', { people: [person('ada')], accounts: [account('ada', { email: undefined })] }],
  'no address, as the vendor says': [
    'undecided',
    { people: [person('ada')], accounts: [account('ada', { email: null })] },
  ],
  'an address with a tag': [
    'manual',
    { people: [person('ada')], accounts: [account('ada', { email: 'ada+gh@acme.example' })] },
  ],
  'an address in capital letters': [
    'pass',
    { people: [person('ada')], accounts: [account('ada', { email: 'ADA@Acme.Example' })] },
  ],
  'one address, two people': [
    'manual',
    { people: [person('ada'), person('eve', { email: 'ada@acme.example' })], accounts: [account('ada')] },
  ],
  'an address that a colleague claims too': [
    'manual',
    { people: [person('ada', left), person('eve', { aliases: ['ada@acme.example'] })], accounts: [account('ada')] },
  ],
  'an address that somebody else got': [
    'manual',
    {
      people: [person('ada', { ...left, email: 'old@acme.example' }), person('eve', { email: 'ada@acme.example' })],
      accounts: [account('ada')],
      links: [link('ada', { is: 'person', personId: 'hris/ada' })],
    },
  ],
  'an account that is older than the employment': [
    'manual',
    {
      people: [person('ada', { startsAt: '2026-01-01' })],
      accounts: [account('ada', { createdAt: '2024-01-01T00:00:00Z' })],
    },
  ],
  'an account that is younger than the end': [
    'manual',
    { people: [person('ada', left)], accounts: [account('ada', { createdAt: '2026-05-25T00:00:00Z' })] },
  ],
  'who works here, and whose last day is over': [
    'undecided',
    { people: [person('ada', { endsAt: '2026-05-01' })], accounts: [account('ada')] },
  ],
  'who was hired again': [
    'pass',
    { people: [person('ada', { startsAt: '2026-05-10', endsAt: '2025-05-01' })], accounts: [account('ada')] },
  ],
  'who left, and begins again later': [
    'undecided',
    {
      people: [person('ada', { status: 'active', startsAt: '2026-09-01', endsAt: '2026-04-01' })],
      accounts: [account('ada')],
    },
  ],
  'whose status nobody knows': [
    'undecided',
    { people: [person('ada', { status: 'gone' })], accounts: [account('ada')] },
  ],
  'a link by hand to a leaver': [
    'fail',
    {
      people: [person('ada', left)],
      accounts: [account('ada', { email: undefined })],
      links: [handLink('ada', { is: 'person', personId: 'hris/ada' })],
    },
  ],
  'a link by hand that has expired': [
    'undecided',
    {
      people: [person('ada')],
      accounts: [account('ada', { email: undefined })],
      links: [handLink('ada', { is: 'person', personId: 'hris/ada' }, { expires: '2026-05-31' })],
    },
  ],
  'a link by hand without a reason': [
    'undecided',
    {
      people: [person('ada')],
      accounts: [account('ada', { email: undefined })],
      links: [handLink('ada', { is: 'person', personId: 'hris/ada' }, { reason: ' ' })],
    },
  ],
  'a link by hand that holds for ever': [
    'undecided',
    {
      people: [person('ada')],
      accounts: [account('ada', { email: undefined })],
      links: [handLink('ada', { is: 'person', personId: 'hris/ada' }, { expires: '2030-01-01' })],
    },
  ],
  'out of scope': [
    'not_applicable',
    { people: [person('bob')], accounts: [account('ada')], links: [handLink('ada', { is: 'out-of-scope' })] },
  ],
  'out of scope, and then it turns out whose it is': [
    'manual',
    { people: [person('ada')], accounts: [account('ada')], links: [handLink('ada', { is: 'out-of-scope' })] },
  ],
  'out of scope although it is known whose it is, who then leaves': [
    'manual',
    {
      people: [person('ada', left)],
      accounts: [account('ada')],
      links: [handLink('ada', { is: 'out-of-scope' }, { despite: 'hris/ada' })],
    },
  ],
  'a service with an owner': [
    'pass',
    {
      people: [person('bob')],
      accounts: [account('ada', { kind: 'service' })],
      links: [handLink('ada', { is: 'service', ownerId: 'hris/bob' })],
    },
  ],
  'a service whose owner left': [
    'manual',
    {
      people: [person('bob', left)],
      accounts: [account('ada', { kind: 'service' })],
      links: [handLink('ada', { is: 'service', ownerId: 'hris/bob' })],
    },
  ],
  'a service without an owner': [
    'manual',
    { people: [person('ada')], accounts: [account('ada', { kind: 'service' })] },
  ],
  'a shared mailbox with the address of a leaver': [
    'manual',
    { people: [person('ada', left)], accounts: [account('ada', { kind: 'shared' })] },
  ],
  'an account of the directory itself': [
    'not_applicable',
    {
      githubPeople: [person('ada')],
      accounts: [account('ada')],
      inputs: {
        systems: [
          system('gh', {
            name: 'GitHub',
            lists: ['account', 'person'],
            inventories: [list('account'), list('person')],
          }),
        ],
        directory: { sources: [{ connectionId: 'gh', covers: 'both', accountsArePeople: true }], departures: [] },
      },
    },
  ],
  'a directory that was read too long ago': [
    'undecided',
    { people: [person('ada')], accounts: [account('ada')], peopleList: { readAt: '2026-05-30T11:00:00.000Z' } },
  ],
  'a directory that was never read': ['undecided', { accounts: [account('ada')], hris: { inventories: [] } }],
  'no directory at all': [
    'undecided',
    { accounts: [account('ada')], inputs: { directory: { sources: [], departures: [] } } },
  ],
  'a file of people of last week': [
    'pass',
    {
      people: [person('ada')],
      accounts: [account('ada')],
      hris: { isFile: true },
      peopleList: { readAt: '2026-05-20T00:00:00.000Z' },
    },
  ],
  'a file of people that is too old': [
    'undecided',
    {
      people: [person('ada')],
      accounts: [account('ada')],
      hris: { isFile: true },
      peopleList: { readAt: '2026-04-20T00:00:00.000Z' },
    },
  ],
}

describe('leavers', () => {
  test.each(Object.entries(cases))('%s', async (_name, [expected, small]) => {
    const { said } = await judgeSmall(leavers, small)

    expect(said['gh/ada']).toBe(expected)
  })

  const connections: Readonly<
    Record<string, readonly [said: string | undefined, isComplete: boolean | undefined, Small]>
  > = {
    'that is whole': [undefined, true, {}],
    'whose list is not complete': [
      'undecided',
      false,
      { accountList: { complete: false, error: { kind: 'permission', code: 'HTTP_FORBIDDEN', message: 'No.' } } },
    ],
    'that was never read': ['undecided', false, { github: { inventories: [] } }],
    'that was read too long ago': ['undecided', false, { accountList: { readAt: '2026-05-30T11:00:00.000Z' } }],
    'whose reading is in the future': ['undecided', false, { accountList: { readAt: '2026-06-02T12:00:00.000Z' } }],
    'that is disconnected': ['undecided', false, { github: { state: 'disconnected' } }],
    'that lists no accounts': ['not_applicable', undefined, { github: { inventories: [], lists: ['device'] } }],
    'that an admin has taken out': [
      'not_applicable',
      false,
      {
        github: {
          inventories: [],
          exempt: { reason: 'closed', by: 'root', at: '2026-05-01T00:00:00Z', expires: '2026-08-01' },
        },
      },
    ],
    'that an admin has taken out, until yesterday': [
      'undecided',
      false,
      {
        github: {
          inventories: [],
          exempt: { reason: 'closed', by: 'root', at: '2026-05-01T00:00:00Z', expires: '2026-05-31' },
        },
      },
    ],
  }

  test.each(Object.entries(connections))('a connection %s', async (_name, [expected, isComplete, small]) => {
    const { said, head } = await judgeSmall(leavers, { people: [person('ada')], accounts: [account('ada')], ...small })

    expect(said.gh).toBe(expected)
    expect(head.scopes.find(({ connectionId }) => connectionId === 'gh')?.complete).toBe(isComplete)
  })

  test('names the oldest reading, and is a run of v2 without a connector', async () => {
    const { head } = await judgeSmall(leavers, {
      people: [person('ada')],
      accounts: [account('ada')],
      peopleList: { readAt: '2026-06-01T03:00:00.000Z' },
      accountList: { readAt: today },
    })

    expect(head).toMatchObject({
      schema: 'checkwright.run/v1',
      kind: 'cross-check',
      organizationId: 'org',
      status: 'pass',
    })
    expect(head.oldestReadAt).toBe('2026-06-01T03:00:00.000Z')
    expect(head).not.toHaveProperty('connector')
  })
})
