// What a check says of answers is told by slack.witnesses.yaml. Here are pauses, pages, refusals and variables.
import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { slack } from '../index.ts'
import { createRefusal, runCheckOn, type SlackState, startSlackApi } from './slack-api.ts'

function createMember(name: string, differs: object = {}) {
  return { id: `U${name.toUpperCase()}`, name, deleted: false, is_bot: false, has_2fa: true, ...flags, ...differs }
}

const flags = { is_admin: false, is_owner: false, is_restricted: false, is_ultra_restricted: false }

function channel(id: string, name: string, differs: object = {}) {
  return { id, name, is_ext_shared: false, is_pending_ext_shared: false, ...differs }
}

const toSeconds = (time: string) => Date.parse(time) / 1000

describe.each<[check: string, about: string, state: SlackState, expected: readonly string[]]>([
  [
    'second-factor',
    'members, bots and people who left, on several pages',
    {
      pageSize: 2,
      members: [
        createMember('ada'),
        createMember('bob', { has_2fa: false }),
        createMember('cyd', { has_2fa: false, deleted: true }),
        createMember('dan', { has_2fa: undefined, is_bot: true }),
        { id: 'USLACKBOT', name: 'slackbot', deleted: false, is_bot: false },
        { id: 'UOLD', name: 'old', deleted: true, is_bot: false },
        createMember('eve', { has_2fa: undefined, is_stranger: true }),
      ],
    },
    ['fail bob has no second factor', 'pass ada has a second factor'],
  ],
  [
    'inactive-members',
    'somebody who was invited, and pages of activity',
    {
      pageSize: 1,
      members: [createMember('ada'), createMember('bob'), createMember('ivy', { is_invited_user: true })],
      billing: {
        UADA: { billing_active: true },
        UBOB: { billing_active: true },
        UIVY: { billing_active: false },
      },
    },
    ['not_applicable ivy was invited and has not joined yet', 'pass ada is active', 'pass bob is active'],
  ],
  [
    'few-owners',
    'two',
    {
      members: [createMember('ada', { is_owner: true }), createMember('bob', { is_owner: true }), createMember('cyd')],
    },
    ['pass Owners: 2'],
  ],
  [
    'few-owners',
    'one, listed twice',
    { members: [createMember('ada', { is_owner: true }), createMember('ada', { is_owner: true })] },
    ['fail Owners: 1; 2 to 4 are allowed'],
  ],
  [
    'guests-reviewed',
    'guests of both kinds',
    {
      members: [
        createMember('ada'),
        createMember('gus', { is_restricted: true }),
        createMember('gil', { is_restricted: true, is_ultra_restricted: true }),
      ],
    },
    ['manual gil is a guest', 'manual gus is a guest', 'pass All members were looked through for guests'],
  ],
  [
    'shared-channels',
    'channels shared, about to be and not, on several pages',
    {
      pageSize: 1,
      channels: [
        channel('C1', 'general'),
        channel('C2', 'partner', { is_ext_shared: true }),
        channel('C3', 'soon', { is_pending_ext_shared: true }),
      ],
    },
    [
      'manual #partner is shared with another organization',
      'manual #soon is about to be shared',
      'pass #general is not shared',
    ],
  ],
  [
    'access-logs',
    'a sign-in of yesterday',
    {
      logins: [
        { user_id: 'U1', date_last: toSeconds('2026-06-29T12:00:00Z') },
        { user_id: 'U2', date_last: toSeconds('2026-01-01T12:00:00Z') },
      ],
    },
    ['pass The newest sign-in was logged 1 day ago'],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Slack asks for one', async () => {
    await using api = await startSlackApi(state)
    api.fail('*', faults.status(429, { retryAfter: 30, json: { ok: false, error: 'ratelimited' } }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(slack.checks.map(({ id }) => [id] as const))('%s', (check) => {
  test.each([
    [
      createRefusal('missing_scope', { needed: 'admin,users:read', provided: 'identify' }),
      { kind: 'permission', missingScopes: ['admin', 'users:read'] },
    ],
    [createRefusal('paid_only'), { kind: 'plan' }],
    [createRefusal('token_revoked'), { kind: 'auth' }],
    [createRefusal('something_new'), { kind: 'upstream' }],
  ])('takes a refusal with status 200 for what it is: %o', async (answer, error) => {
    await using api = await startSlackApi({})
    api.fail('*', { kind: 'answer', answer }, { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject(error)
  })
})

describe('an empty workspace', () => {
  test.each(['second-factor', 'few-owners', 'guests-reviewed', 'inactive-members'])(
    '%s ends as error, for there is at least who connected',
    async (check) => {
      await using api = await startSlackApi({})

      expect((await runCheckOn(api, check)).status).toBe('error')
    },
  )
})

test('second-factor asks for a factor in spite of single sign-on where that does not count', async () => {
  await using api = await startSlackApi({ ssoType: 'saml', members: [createMember('ada', { has_2fa: false })] })

  expect((await runCheckOn(api, 'second-factor', { accept_sso: false })).status).toBe('fail')
})

test.each<[number, string, string]>([
  [3, 'fail', 'whatever the flag is, there are fewer than three'],
  [2, 'error', 'the flag decides'],
])('few-owners, of which there have to be %i, ends as %s where a member has no is_owner: %s', async (least, status) => {
  const members = [createMember('ada', { is_owner: true }), createMember('bob', { is_owner: undefined })]
  await using api = await startSlackApi({ members })

  expect((await runCheckOn(api, 'few-owners', { min_owners: least })).status).toBe(status)
})
