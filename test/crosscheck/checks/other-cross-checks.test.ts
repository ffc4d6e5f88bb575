import { expect, test } from 'vitest'
import { accountsWithoutOwner } from '../../../src/crosscheck/checks/accounts-without-owner.ts'
import { administratorsEverywhere } from '../../../src/crosscheck/checks/administrators-everywhere.ts'
import { contractorsPastTheirEnd } from '../../../src/crosscheck/checks/contractors-past-their-end.ts'
import { directoryAgrees } from '../../../src/crosscheck/checks/directory-agrees.ts'
import { secondFactorEverywhere } from '../../../src/crosscheck/checks/second-factor-everywhere.ts'
import type { CrossCheck } from '../../../src/crosscheck/define/cross-check.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { account, judgeSmall, list, person, type Small } from '../organization.ts'

const left = { status: 'left', endsAt: '2026-05-01' }
const contractor = { kind: 'contractor', endsAt: '2026-05-01' }

/** GitHub lists people, too, as a second source. */
function agree(hris: Record<string, unknown>, github: Record<string, unknown>): Small {
  return {
    people: [person('ada', hris)],
    githubPeople: [person('ada', github)],
    github: { lists: ['account', 'person'], inventories: [list('account'), list('person')] },
    inputs: {
      directory: {
        sources: [
          { connectionId: 'hris', covers: 'both' },
          { connectionId: 'gh', covers: 'both' },
        ],
        departures: [],
      },
    },
  }
}

/** GitHub signs in by itself, so that its accounts are those of the provider, too. */
function signIn(member: Record<string, unknown>, demanded: unknown): Small {
  return {
    people: [person('ada')],
    accounts: [
      account('ada', member),
      account('ida', { email: 'ada@acme.example', secondFactor: true, secondFactorDemanded: demanded }),
    ],
    github: { signsInBy: 'gh' },
  }
}

const cases: Readonly<Record<string, readonly [CrossCheck, string | undefined, Small, resource?: string]>> = {
  'an owner': [accountsWithoutOwner, 'pass', { people: [person('ada')], accounts: [account('ada')] }],
  'an owner who left': [accountsWithoutOwner, 'pass', { people: [person('ada', left)], accounts: [account('ada')] }],
  'the address of somebody whose last day was over, and whose status nobody knows': [
    accountsWithoutOwner,
    'manual',
    {
      people: [person('ada', { ...left, status: 'gone' })],
      accounts: [account('ada', { createdAt: '2026-05-25T00:00:00Z' })],
    },
  ],
  'the address of somebody whose last day was over, and who is still called active': [
    accountsWithoutOwner,
    'manual',
    {
      people: [person('ada', { ...left, status: 'active' })],
      accounts: [account('ada', { createdAt: '2026-05-25T00:00:00Z' })],
    },
  ],
  nobody: [accountsWithoutOwner, 'manual', { people: [person('bob')], accounts: [account('ada')] }],
  'nobody, where that fails': [
    accountsWithoutOwner,
    'fail',
    { people: [person('bob')], accounts: [account('ada')], inputs: { variables: { fail_without_owner: true } } },
  ],
  'perhaps somebody, where nobody fails': [
    accountsWithoutOwner,
    'manual',
    {
      people: [person('ada')],
      accounts: [account('ada', { emailVerified: false })],
      inputs: { variables: { fail_without_owner: true } },
    },
  ],
  'nobody, whose status nobody knows, where nobody fails': [
    accountsWithoutOwner,
    'undecided',
    {
      people: [person('bob')],
      accounts: [account('ada', { status: 'on' })],
      inputs: { variables: { fail_without_owner: true } },
    },
  ],
  'an administrator who works here': [
    administratorsEverywhere,
    'pass',
    { people: [person('ada')], accounts: [account('ada', { administrator: true })] },
  ],
  'an administrator who left': [
    administratorsEverywhere,
    'fail',
    { people: [person('ada', left)], accounts: [account('ada', { administrator: true })] },
  ],
  'an administrator whom nobody knows': [
    administratorsEverywhere,
    'manual',
    { people: [person('bob')], accounts: [account('ada', { administrator: true })] },
  ],
  'an account of which nobody knows whether it administers': [
    administratorsEverywhere,
    'undecided',
    { people: [person('ada')], accounts: [account('ada', { administrator: 'no' })] },
  ],
  'an account that does not administer': [
    administratorsEverywhere,
    undefined,
    { people: [person('ada', left)], accounts: [account('ada', { administrator: false })] },
  ],
  'a guest who administers': [
    administratorsEverywhere,
    'manual',
    { people: [person('ada')], accounts: [account('ada', { administrator: true, kind: 'guest' })] },
  ],
  'a contractor past the end, whom the directory calls active': [
    contractorsPastTheirEnd,
    'fail',
    { people: [person('ada', { ...contractor, startsAt: '2025-01-01' })], accounts: [account('ada')] },
  ],
  'the same, and the end may be that of an earlier contract': [
    contractorsPastTheirEnd,
    'undecided',
    { people: [person('ada', contractor)], accounts: [account('ada')] },
  ],
  'a contractor before the end': [
    contractorsPastTheirEnd,
    'pass',
    { people: [person('ada', { ...contractor, endsAt: '2026-08-01' })], accounts: [account('ada')] },
  ],
  'a contractor who left before the end': [
    contractorsPastTheirEnd,
    'undecided',
    { people: [person('ada', { ...contractor, status: 'left', endsAt: '2099-01-01' })], accounts: [account('ada')] },
  ],
  'a contractor without an end': [
    contractorsPastTheirEnd,
    'pass',
    { people: [person('ada', { ...contractor, endsAt: null })], accounts: [account('ada')] },
  ],
  'a contractor whose end nobody knows': [
    contractorsPastTheirEnd,
    'undecided',
    { people: [person('ada', { ...contractor, endsAt: undefined })], accounts: [account('ada')] },
  ],
  'an employee past an end': [
    contractorsPastTheirEnd,
    undefined,
    { people: [person('ada', { endsAt: '2026-05-01' })], accounts: [account('ada')] },
  ],
  'a factor of its own': [
    secondFactorEverywhere,
    'pass',
    { people: [person('ada')], accounts: [account('ada', { secondFactor: true })] },
  ],
  'no factor, and no identity provider': [
    secondFactorEverywhere,
    'fail',
    { people: [person('ada')], accounts: [account('ada', { secondFactor: false })] },
  ],
  'no factor that anybody knows of': [
    secondFactorEverywhere,
    'undecided',
    { people: [person('ada')], accounts: [account('ada', { secondFactor: 1 })] },
  ],
  'no factor, and nobody knows whether a password works': [
    secondFactorEverywhere,
    'undecided',
    signIn({ secondFactor: false, secondFactorDemanded: true }, true),
  ],
  'single sign-on only, where the provider demands one': [
    secondFactorEverywhere,
    'pass',
    signIn({ secondFactor: false, singleSignOnOnly: true, secondFactorDemanded: true }, true),
  ],
  'single sign-on only, where one account at the provider does not demand one': [
    secondFactorEverywhere,
    'undecided',
    signIn({ secondFactor: false, singleSignOnOnly: true, secondFactorDemanded: true }, false),
  ],
  'single sign-on only, where one account at the provider does not say': [
    secondFactorEverywhere,
    'undecided',
    signIn({ secondFactor: false, singleSignOnOnly: true, secondFactorDemanded: true }, undefined),
  ],
  'sources that agree': [directoryAgrees, 'pass', agree({}, {}), 'hris/ada'],
  'somebody whom the first source has let go': [directoryAgrees, 'fail', agree(left, {}), 'hris/ada'],
  'somebody whom the second source has let go': [directoryAgrees, 'manual', agree({}, left), 'hris/ada'],
  'somebody of whom the second source does not say': [
    directoryAgrees,
    'undecided',
    agree({}, { status: 'unknown' }),
    'hris/ada',
  ],
  'one source alone': [directoryAgrees, 'not_applicable', { people: [person('ada')] }, 'hris'],
}

test.each(Object.entries(cases))('%s', async (_name, [crossCheck, expected, small, resource = 'gh/ada']) => {
  const { said } = await judgeSmall(crossCheck, small)

  expect(said[resource]).toBe(expected)
})

test('no connector may be called as cross-checks are in waivers and finding ids', () => {
  const define = () =>
    defineConnector({
      id: 'cross-check',
      name: 'X',
      baseUrl: 'https://x.example',
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    })

  expect(define).toThrow(/stands for checks across systems/)
})
