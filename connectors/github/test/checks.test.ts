import { faults, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { github } from '../index.ts'
import {
  createRefusal,
  createRepository,
  createSecurityDefault,
  formatVerdicts,
  type GitHubState,
  noBranch,
  runCheckOn,
  startGithubApi,
} from './github-api.ts'

const createClock = () => fixedClock('2026-06-30T12:00:00.000Z')
const createAccount = (login: string) => ({ id: Number.parseInt(login, 36), login })
const createScanned = (scanning: string, protection: string) => ({
  security_and_analysis: {
    secret_scanning: { status: scanning },
    secret_scanning_push_protection: { status: protection },
  },
})

function createAlert(number: number, severity: string, created: string) {
  return {
    number,
    html_url: `https://github.com/octo-org/app/security/dependabot/${number}`,
    created_at: created,
    security_advisory: { ghsa_id: `GHSA-${number}`, summary: 'Prototype pollution', severity },
    repository: { full_name: 'octo-org/app' },
  }
}

const secretAlert = {
  number: 7,
  html_url: 'https://github.com/octo-org/app/security/secret-scanning/7',
  created_at: '2026-06-01T12:00:00Z',
  secret_type_display_name: 'Slack API Token',
  repository: { full_name: 'octo-org/app' },
}

const createWebhook = (id: number, config: object, active = true) => ({ id, active, config })

const permissions = '/actions/permissions'
const forkApproval = '/actions/permissions/fork-pr-contributor-approval'
const forkWorkflows = '/actions/permissions/fork-pr-workflows-private-repos'
const runners = '/actions/permissions/self-hosted-runners'
const releases = '/settings/immutable-releases'
const defaults = '/code-security/configurations/defaults'

const createApp = (
  id: number,
  app_slug: string,
  repository_selection: string,
  granted: object,
  differs: object = {},
) => ({ id, app_slug, repository_selection, permissions: granted, suspended_at: null, ...differs })

const keeping = (type: string, ruleset_id = 1) => ({ type, ruleset_id })

const createDeployKey = (
  id: number,
  read_only: boolean,
  last_used: string | null,
  created_at = '2025-01-01T00:00:00Z',
) => ({ id, title: `key ${id}`, read_only, created_at, last_used })

describe.each<[check: string, about: string, state: GitHubState, expected: readonly string[]]>([
  ['forks-of-private-code', 'forbidden', {}, ['pass octo-org: Members cannot fork private repositories']],
  [
    'forks-of-private-code',
    'allowed',
    { organization: { members_can_fork_private_repositories: true } },
    ['fail octo-org: The organization allows forks of private repositories'],
  ],
  ['repositories-kept', 'by owners', {}, ['pass octo-org: Only owners delete and publish repositories']],
  [
    'repositories-kept',
    'by nobody',
    { organization: { members_can_delete_repositories: true, members_can_change_repo_visibility: true } },
    ['fail octo-org: Members may delete and transfer repositories and change who sees repositories'],
  ],
  ['outside-invitations', 'by owners', {}, ['pass octo-org: Only owners invite people from outside']],
  [
    'outside-invitations',
    'by members',
    { organization: { members_can_invite_outside_collaborators: true } },
    ['fail octo-org: Members may invite people from outside'],
  ],
  ['new-repositories-watched', 'all', {}, ['pass octo-org: New repositories are watched from the start']],
  [
    'new-repositories-watched',
    'each kind by its own',
    {
      settings: {
        [defaults]: [createSecurityDefault('public', {}), createSecurityDefault('private_and_internal', {})],
      },
    },
    ['pass octo-org: New repositories are watched from the start'],
  ],
  [
    'new-repositories-watched',
    'public ones in part, and no others',
    { settings: { [defaults]: [createSecurityDefault('public', { secret_scanning_push_protection: 'not_set' })] } },
    [
      'fail octo-org: New public repositories have no push protection, and new private and internal repositories have no configuration',
    ],
  ],
  ['actions-chosen', 'selected', {}, ['pass octo-org: Workflows run chosen actions only']],
  [
    'actions-chosen',
    'all',
    { settings: { [permissions]: { enabled_repositories: 'selected', allowed_actions: 'all' } } },
    ['fail octo-org: Workflows may run any action'],
  ],
  [
    'actions-chosen',
    'none at all',
    { settings: { [permissions]: { enabled_repositories: 'none' } } },
    ['pass octo-org: No repository runs actions'],
  ],
  ['actions-pinned', 'required', {}, ['pass octo-org: Actions have to be pinned to a commit']],
  [
    'actions-pinned',
    'not required',
    {
      settings: { [permissions]: { enabled_repositories: 'all', allowed_actions: 'all', sha_pinning_required: false } },
    },
    ['fail octo-org: Actions may be named by a tag that can be moved'],
  ],
  [
    'fork-approval',
    'all',
    { organization: { public_repos: 1 } },
    ['pass octo-org: Workflows of everybody from outside need an approval'],
  ],
  [
    'fork-approval',
    'newcomers',
    { organization: { public_repos: 1 }, settings: { [forkApproval]: { approval_policy: 'first_time_contributors' } } },
    ['fail octo-org: Workflows of those who contributed before run without approval'],
  ],
  [
    'fork-approval',
    'an organization without public repositories',
    {
      organization: { public_repos: 0 },
      settings: { [forkApproval]: { approval_policy: 'first_time_contributors' } },
    },
    ['not_applicable octo-org: The organization has no public repository'],
  ],
  ['fork-secrets', 'none', {}, ['pass octo-org: Workflows of forks get no secrets']],
  [
    'fork-secrets',
    'sent',
    {
      settings: {
        [forkWorkflows]: {
          run_workflows_from_fork_pull_requests: true,
          send_write_tokens_to_workflows: true,
          send_secrets_and_variables: true,
        },
      },
    },
    ['fail octo-org: Workflows of forks get a token that writes and secrets'],
  ],
  ['own-runners', 'nowhere', {}, ['pass octo-org: Few repositories may bring their own runner']],
  [
    'own-runners',
    'everywhere',
    { settings: { [runners]: { enabled_repositories: 'all' } } },
    ['fail octo-org: Every repository may bring its own runner'],
  ],
  ['releases-immutable', 'all', {}, ['pass octo-org: Releases of all repositories are immutable']],
  [
    'releases-immutable',
    'some',
    { settings: { [releases]: { enforced_repositories: 'selected' } } },
    ['fail octo-org: Releases of some repositories are immutable'],
  ],
  [
    'app-reach',
    'apps of every kind',
    {
      pageSize: 2,
      installations: [
        createApp(1, 'ci', 'selected', { contents: 'write' }),
        createApp(2, 'bot', 'all', { contents: 'write', issues: 'write', metadata: 'read' }),
        createApp(3, 'reader', 'all', { contents: 'read' }),
        createApp(4, 'old', 'all', { contents: 'write' }, { suspended_at: '2026-01-01T00:00:00Z' }),
      ],
    },
    [
      'manual bot: bot may write in every repository: contents, issues',
      'not_applicable old: old is suspended',
      'pass ci: ci reaches chosen repositories',
      'pass reader: reader only reads',
    ],
  ],
  ['app-reach', 'none', {}, []],
  [
    'default-branch-history',
    'kept by rulesets, by protection, by both, with exceptions, in part and not at all',
    {
      pageSize: 3,
      repositories: ['rules', 'frozen', 'kept', 'both', 'bypass', 'part', 'none', 'empty'].map((name) =>
        createRepository(name),
      ),
      rules: {
        rules: [keeping('non_fast_forward'), keeping('deletion'), { type: 'creation' }],
        frozen: [keeping('update'), keeping('deletion')],
        both: [keeping('non_fast_forward')],
        bypass: [keeping('non_fast_forward', 2), keeping('deletion', 2)],
        part: [keeping('deletion')],
      },
      rulesets: { 2: { bypass_actors: [{ actor_type: 'OrganizationAdmin', actor_id: 1 }] } },
      protection: {
        kept: { allow_force_pushes: { enabled: false }, allow_deletions: { enabled: false } },
        both: { allow_force_pushes: { enabled: true }, allow_deletions: { enabled: false } },
        empty: noBranch,
      },
    },
    [
      'fail octo-org/none: main can be rewritten and deleted',
      'fail octo-org/part: main can be rewritten',
      'manual octo-org/bypass: main keeps its history, with exceptions',
      'not_applicable octo-org/empty: main has no commit yet',
      'pass octo-org/both: main can be neither rewritten nor deleted',
      'pass octo-org/frozen: main can be neither rewritten nor deleted',
      'pass octo-org/kept: main can be neither rewritten nor deleted',
      'pass octo-org/rules: main can be neither rewritten nor deleted',
    ],
  ],
  [
    'deploy-keys',
    'keys that write, idle and in use',
    {
      pageSize: 2,
      repositories: [createRepository('app'), createRepository('old', { archived: true })],
      deployKeys: {
        app: [
          createDeployKey(1, true, '2026-06-29T12:00:00Z'),
          createDeployKey(2, false, '2026-06-29T12:00:00Z'),
          createDeployKey(3, true, '2026-01-01T12:00:00Z'),
          createDeployKey(4, true, null),
          createDeployKey(5, true, null, '2026-06-29T12:00:00Z'),
          { ...createDeployKey(6, false, null), enabled: false },
        ],
        old: [createDeployKey(7, false, null)],
      },
    },
    [
      'fail key 2 of octo-org/app: key 2 of octo-org/app may write',
      'fail key 3 of octo-org/app: key 3 of octo-org/app was not used for 180 days',
      'fail key 4 of octo-org/app: key 4 of octo-org/app was not used for 545 days',
      'not_applicable key 6 of octo-org/app: key 6 of octo-org/app is turned off',
      'pass key 1 of octo-org/app: key 1 only reads, and is in use',
      'pass key 5 of octo-org/app: key 5 only reads, and is in use',
    ],
  ],
  [
    'deploy-keys',
    'repositories that are not seen',
    { organization: { total_private_repos: 2 }, repositories: [createRepository('app')] },
    ['manual octo-org: 1 of 3 repositories were seen'],
  ],
  [
    'vulnerability-reports',
    'repositories public with and without, private, archived and forked',
    {
      pageSize: 2,
      repositories: [
        createRepository('site', { private: false }),
        createRepository('lib', { private: false }),
        createRepository('app'),
        createRepository('old', { private: false, archived: true }),
        createRepository('fork', { private: false, fork: true }),
      ],
      privateReporting: { lib: { enabled: false } },
    },
    [
      'fail octo-org/lib: octo-org/lib takes no reports in private',
      'pass octo-org/site: octo-org/site takes reports in private',
    ],
  ],
  ['base-permission', 'read', {}, ['pass octo-org: The base permission is "read"']],
  [
    'base-permission',
    'write, and public repositories for all',
    { organization: { default_repository_permission: 'write', members_can_create_public_repositories: true } },
    [
      'fail octo-org: The organization gives every member the permission "write" and lets every member create public repositories',
    ],
  ],
  [
    'few-owners',
    'two, on two pages',
    { pageSize: 1, owners: [createAccount('ada'), createAccount('bob')] },
    ['pass octo-org: Owners: 2'],
  ],
  [
    'few-owners',
    'one, listed twice',
    { owners: [createAccount('ada'), createAccount('ada')] },
    ['fail octo-org: Owners: 1; 2 to 5 are allowed'],
  ],
  [
    'few-owners',
    'one of two members',
    { members: [createAccount('ada'), createAccount('bob')], owners: [createAccount('ada')] },
    ['fail octo-org: Owners: 1; 2 to 5 are allowed'],
  ],
  [
    'outside-collaborators-reviewed',
    'two',
    { outsideCollaborators: [createAccount('gus'), createAccount('gilda')] },
    ['manual gilda: gilda is a guest', 'manual gus: gus is a guest'],
  ],
  ['outside-collaborators-reviewed', 'none', {}, []],
  [
    'public-repositories-known',
    'one private, one public',
    { repositories: [createRepository('app'), createRepository('site', { private: false })] },
    [
      'fail octo-org/site: octo-org/site is public, and nobody has said that it may be',
      'pass octo-org/app: octo-org/app is private',
    ],
  ],
  [
    'secret-scanning',
    'repositories with all of it, a part, none, hidden and archived',
    {
      pageSize: 2,
      repositories: [
        createRepository('one', createScanned('enabled', 'enabled')),
        createRepository('two', createScanned('enabled', 'disabled')),
        createRepository('three', createScanned('disabled', 'disabled')),
        createRepository('four'),
        createRepository('five', { archived: true }),
        createRepository('six', createScanned('pending', 'enabled')),
        createRepository('seven', { disabled: true, ...createScanned('disabled', 'disabled') }),
      ],
    },
    [
      'fail octo-org/three: octo-org/three has no secret scanning',
      'fail octo-org/two: octo-org/two has no push protection',
      'manual octo-org/four: GitHub does not say whether octo-org/four is scanned',
      'manual octo-org/six: GitHub does not say whether octo-org/six is scanned',
      'not_applicable octo-org/five: Archived: nobody can push to it',
      'not_applicable octo-org/seven: Disabled by GitHub: nobody can push to it',
      'pass octo-org/one: octo-org/one has secret scanning and push protection',
    ],
  ],
  [
    'secret-alerts-resolved',
    'one open',
    { secretAlerts: [secretAlert] },
    ['fail Slack API Token in octo-org/app: A Slack API Token in octo-org/app has been open since 2026-06-01'],
  ],
  [
    'secret-alerts-resolved',
    'none, and repositories that are scanned or archived',
    {
      repositories: [
        createRepository('one', createScanned('enabled', 'disabled')),
        createRepository('old', { archived: true }),
      ],
    },
    ['pass octo-org: No alert is open for a secret that may work'],
  ],
  [
    'secret-alerts-resolved',
    'none, and repositories that are not scanned, or of which GitHub does not tell',
    {
      repositories: [
        createRepository('one', createScanned('enabled', 'enabled')),
        createRepository('two', createScanned('disabled', 'disabled')),
        createRepository('three'),
      ],
    },
    ['manual octo-org: 2 of 3 repositories may not be watched'],
  ],
  [
    'secret-alerts-resolved',
    'none, and repositories that the token does not see',
    {
      organization: { total_private_repos: 9 },
      repositories: [createRepository('one', createScanned('enabled', 'enabled'))],
    },
    ['manual octo-org: 1 of 10 were seen'],
  ],
  [
    'secret-alerts-resolved',
    'none, and no repository',
    {},
    ['pass octo-org: No alert is open for a secret that may work'],
  ],
  [
    'dependabot-alerts-in-time',
    'alerts late and in time, on several pages',
    {
      pageSize: 1,
      dependabotAlerts: [
        createAlert(1, 'critical', '2026-06-20T12:00:00Z'),
        createAlert(2, 'high', '2026-06-20T12:00:00Z'),
        createAlert(3, 'high', '2026-01-01T12:00:00Z'),
      ],
    },
    [
      'fail GHSA-1 in octo-org/app: GHSA-1 in octo-org/app has been open for 10 days, 7 allowed',
      'fail GHSA-3 in octo-org/app: GHSA-3 in octo-org/app has been open for 180 days, 30 allowed',
    ],
  ],
  [
    'dependabot-alerts-in-time',
    'none, and Dependabot is off everywhere',
    { repositories: [createRepository('one'), createRepository('two')], withoutDependabot: ['one', 'two'] },
    ['manual octo-org: 2 of 2 repositories may not be watched'],
  ],
  [
    'dependabot-alerts-in-time',
    'none, and Dependabot is on everywhere',
    {
      repositories: [
        createRepository('one'),
        createRepository('two', { security_and_analysis: { dependabot_security_updates: { status: 'enabled' } } }),
        createRepository('old', { archived: true }),
      ],
      withoutDependabot: ['two', 'old'],
    },
    ['pass octo-org: No alert is late'],
  ],
  ['dependabot-alerts-in-time', 'none, and no repository', {}, ['pass octo-org: No alert is late']],
  [
    'webhooks-secure',
    'webhooks secure, insecure and off',
    {
      webhooks: [
        createWebhook(1, { url: 'https://ci.acme.example/hook?token=t', insecure_ssl: '0', secret: '********' }),
        createWebhook(2, { url: 'http://old.acme.example/hook', insecure_ssl: '1' }),
        createWebhook(3, { url: 'http://off.acme.example' }, false),
        createWebhook(4, { url: 'https://number.acme.example', insecure_ssl: 0, secret: '********' }),
        createWebhook(5, { url: 'https://open.acme.example', insecure_ssl: 1, secret: '********' }),
      ],
    },
    [
      'fail Webhook to old.acme.example: The webhook to old.acme.example does not go by https and does not check the certificate and has no secret',
      'fail Webhook to open.acme.example: The webhook to open.acme.example does not check the certificate',
      'not_applicable Webhook to off.acme.example: The webhook is off',
      'pass Webhook to ci.acme.example: The webhook to ci.acme.example is encrypted and signed',
      'pass Webhook to number.acme.example: The webhook to number.acme.example is encrypted and signed',
    ],
  ],
  ['webhooks-secure', 'none', {}, []],
  ['workflow-token-read-only', 'read', {}, ['pass octo-org: The token of workflows only reads by default']],
  [
    'workflow-token-read-only',
    'write and approve',
    { workflowPermissions: { default_workflow_permissions: 'write', can_approve_pull_request_reviews: true } },
    ['fail octo-org: By default, the token of workflows may write and may approve pull requests'],
  ],
  [
    'workflow-token-read-only',
    'write, and no repository runs actions',
    {
      settings: { '/actions/permissions': { enabled_repositories: 'none' } },
      workflowPermissions: { default_workflow_permissions: 'write', can_approve_pull_request_reviews: false },
    },
    ['not_applicable octo-org: No repository runs actions'],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where GitHub asks for one', async () => {
    await using api = await startGithubApi(state)
    api.fail(
      '*',
      faults.status(429, { retryAfter: 30, json: { message: 'You have exceeded a secondary rate limit.' } }),
    )

    const outcome = await runCheckOn(api, check, { clock: createClock() })

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(github.checks.map(({ id }) => [id] as const))('%s', (check) => {
  test('ends as permission where GitHub refuses the token', async () => {
    await using api = await startGithubApi({ repositories: [createRepository('one')] })
    const { status = 403, ...answer } = createRefusal(403, 'Resource not accessible by personal access token')
    api.fail('*', faults.status(status, { json: 'json' in answer ? answer.json : undefined }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission' })
  })
})

describe('what GitHub hides', () => {
  test('base-permission cannot tell without the setting', async () => {
    await using api = await startGithubApi({ organization: { default_repository_permission: undefined } })

    expect((await runCheckOn(api, 'base-permission')).error).toMatchObject({ kind: 'permission' })
  })

  test('base-permission cannot tell without knowing who may create public repositories', async () => {
    await using api = await startGithubApi({ organization: { members_can_create_public_repositories: undefined } })

    expect((await runCheckOn(api, 'base-permission')).error).toMatchObject({ kind: 'permission' })
    const allowed = await runCheckOn(api, 'base-permission', { variables: { allow_public_repositories: true } })
    expect(allowed.status).toBe('pass')
  })

  test('dependabot-alerts-in-time names what is missing where it may not ask whether alerts are on', async () => {
    await using api = await startGithubApi({
      repositories: [createRepository('one')],
      answers: {
        'GET /repos/:owner/:repo/vulnerability-alerts': createRefusal(403, 'Resource not accessible by integration'),
      },
    })

    expect((await runCheckOn(api, 'dependabot-alerts-in-time')).error).toMatchObject({ kind: 'permission' })
  })

  test.each([
    [422, 'Only owners can use this filter.'],
    [403, 'Resource not accessible by integration'],
  ])(
    'few-owners counts also where GitHub answers %i to the question for second factors: %s',
    async (status, message) => {
      await using api = await startGithubApi({ owners: [createAccount('ada'), createAccount('bob')] })
      api.fail(/filter=2fa_disabled/, faults.status(status, { json: { message } }), { times: 9 })

      expect((await runCheckOn(api, 'few-owners')).status).toBe('pass')
    },
  )

  test('few-owners cannot tell where a page of the members is lost, unless it has seen too many', async () => {
    const state = { owners: ['ada', 'bob', 'cy'].map(createAccount), pageSize: 2 }
    await using api = await startGithubApi(state)
    api.fail(/role=admin.*page=2/, faults.status(502), { times: 99 })

    expect((await runCheckOn(api, 'few-owners')).error).toMatchObject({ kind: 'upstream' })
  })

  test('few-owners cannot tell where no owner is shown', async () => {
    await using api = await startGithubApi({})

    expect((await runCheckOn(api, 'few-owners')).error).toMatchObject({ kind: 'permission' })
  })
})

test.each([
  ['forks-of-private-code', { organization: { members_can_fork_private_repositories: null } }],
  ['repositories-kept', { organization: { members_can_delete_repositories: undefined } }],
  ['repositories-kept', { organization: { members_can_change_repo_visibility: undefined } }],
  ['outside-invitations', { organization: { members_can_invite_outside_collaborators: undefined } }],
  ['actions-chosen', { settings: { [permissions]: { enabled_repositories: 'all' } } }],
  ['actions-pinned', { settings: { [permissions]: { enabled_repositories: 'all', allowed_actions: 'all' } } }],
])('%s cannot tell where GitHub hides the setting: %o', async (check, state) => {
  await using api = await startGithubApi(state)

  expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission' })
})

const hook = { url: 'https://ci.acme.example', insecure_ssl: '0', secret: '********' }

describe.each<[check: string, about: string, state: GitHubState]>([
  ['base-permission', 'a permission of a new word', { organization: { default_repository_permission: 'triage' } }],
  [
    'workflow-token-read-only',
    'a permission of a new word',
    { workflowPermissions: { default_workflow_permissions: 'x' } },
  ],
  [
    'dependabot-alerts-in-time',
    'a severity of a new word',
    { dependabotAlerts: [createAlert(1, 'severe', '2026-06-29T12:00:00Z')] },
  ],
  [
    'dependabot-alerts-in-time',
    'an alert of the future',
    { dependabotAlerts: [createAlert(1, 'high', '2036-06-29T12:00:00Z')] },
  ],
  ['repositories-kept', 'a setting of another type', { organization: { members_can_delete_repositories: 'no' } }],
  ['actions-chosen', 'a word that is new', { settings: { [permissions]: { enabled_repositories: 'most' } } }],
  [
    'fork-approval',
    'a policy of a new word',
    { organization: { public_repos: 1 }, settings: { [forkApproval]: { approval_policy: 'friends' } } },
  ],
  [
    'default-branch-history',
    'protection that does not tell',
    { repositories: [createRepository('app')], protection: { app: { allow_force_pushes: { enabled: false } } } },
  ],
  ['fork-secrets', 'settings that are not told', { settings: { [forkWorkflows]: {} } }],
  ['own-runners', 'a new word', { settings: { [runners]: { enabled_repositories: 'few' } } }],
  ['releases-immutable', 'a new word', { settings: { [releases]: { enforced_repositories: 'few' } } }],
  [
    'new-repositories-watched',
    'a status of a new word',
    { settings: { [defaults]: [createSecurityDefault('all', { secret_scanning: 'maybe' })] } },
  ],
  ['app-reach', 'a permission of a new word', { installations: [createApp(1, 'a', 'all', { contents: 'all' })] }],
  ['app-reach', 'a reach that is not told', { installations: [{ id: 1, app_slug: 'a', permissions: {} }] }],
  [
    'deploy-keys',
    'a use of the future',
    { repositories: [createRepository('a')], deployKeys: { a: [createDeployKey(1, true, '2036-06-29T12:00:00Z')] } },
  ],
  [
    'vulnerability-reports',
    'a setting that is not told',
    { repositories: [createRepository('a', { private: false })], privateReporting: { a: {} } },
  ],
  [
    'webhooks-secure',
    'a webhook without insecure_ssl',
    { webhooks: [createWebhook(1, { ...hook, insecure_ssl: undefined })] },
  ],
  [
    'webhooks-secure',
    'insecure_ssl of a new word',
    { webhooks: [createWebhook(1, { ...hook, insecure_ssl: 'maybe' })] },
  ],
])('%s cannot tell of %s', (check, _about, state) => {
  test('and ends as error', async () => {
    await using api = await startGithubApi(state)

    const outcome = await runCheckOn(api, check, { clock: createClock() })

    expect(outcome.status).toBe('error')
    expect(outcome.error?.kind).toBe('schema_drift')
  })
})

describe('variables', () => {
  test('accept what was reviewed and what is meant', async () => {
    await using api = await startGithubApi({
      organization: { members_can_create_public_repositories: true },
      outsideCollaborators: [createAccount('gus')],
      repositories: [createRepository('site', { private: false })],
    })
    const statusOf = async (check: string, variables: Record<string, unknown>) =>
      (await runCheckOn(api, check, { variables })).status

    expect(await statusOf('outside-collaborators-reviewed', { reviewed_collaborators: 'ada, GUS' })).toBe('pass')
    expect(await statusOf('public-repositories-known', { public_repositories: 'Site' })).toBe('pass')
    expect(await statusOf('base-permission', { allow_public_repositories: true })).toBe('pass')
  })
})
