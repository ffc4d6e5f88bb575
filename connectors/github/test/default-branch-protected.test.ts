import { describe, expect, test } from 'vitest'
import {
  createRefusal,
  createRepository,
  formatVerdicts,
  noBranch,
  protectionRoute,
  runCheckOn,
  startGithubApi,
} from './github-api.ts'

const check = 'default-branch-protected'

const createReviewRule = (count: number) => ({
  type: 'pull_request',
  ruleset_id: 1,
  parameters: { required_approving_review_count: count },
})
const createTestRule = (...contexts: string[]) => ({
  type: 'required_status_checks',
  ruleset_id: 1,
  parameters: { required_status_checks: contexts.map((context) => ({ context })) },
})
const protection = {
  required_pull_request_reviews: { required_approving_review_count: 2 },
  required_status_checks: { contexts: ['build'] },
  enforce_admins: { enabled: true },
}

/** One repository, `octo-org/app`, with these rules and this protection. */
function startWithApp(state: {
  readonly rules?: readonly object[]
  readonly rulesets?: Readonly<Record<string, object>>
  readonly protection?: object
}) {
  return startGithubApi({
    rulesets: state.rulesets,
    repositories: [createRepository('app')],
    rules: { app: state.rules ?? [] },
    protection: state.protection ? { app: state.protection } : {},
  })
}

describe('default-branch-protected', () => {
  test('passes by rulesets alone, without asking for branch protection', async () => {
    await using api = await startWithApp({
      rules: [{ type: 'deletion' }, createReviewRule(1), createTestRule('build', 'lint')],
    })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('pass')
    expect(outcome.results[0]).toMatchObject({
      resource: { type: 'repository', name: 'octo-org/app' },
      evidence: { branch: 'main', rulesets: { approvingReviews: 1, statusChecks: ['build', 'lint'] } },
    })
    expect(api.requests.filter(({ path }) => path.endsWith('/protection'))).toEqual([])
  })

  // https://docs.github.com/rest/repos/rules: the approvals of a team have their own number.
  test.each([
    [['**'], 1, 'pass'],
    [['**/*', 'docs/**'], 2, 'pass'],
    [['**'], 0, 'fail'],
    [['**', '!docs/**'], 1, 'fail'],
    [['src/**'], 1, 'fail'],
  ])(
    'counts the approvals of a team for files %j, %i of them: %s',
    async (file_patterns, minimum_approvals, status) => {
      const reviewers = [{ file_patterns, minimum_approvals, reviewer: { id: 1, type: 'Team' } }]
      const rule = createReviewRule(0)
      await using api = await startWithApp({
        rules: [
          { ...rule, parameters: { ...rule.parameters, required_reviewers: reviewers } },
          createTestRule('build'),
        ],
      })

      expect((await runCheckOn(api, check)).status).toBe(status)
    },
  )

  test('passes by branch protection alone', async () => {
    await using api = await startWithApp({ protection })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('pass')
    expect(outcome.results[0]?.evidence).toEqual({
      branch: 'main',
      rulesets: { approvingReviews: 0, statusChecks: [] },
      protection: { approvingReviews: 2, statusChecks: ['build'], administratorsIncluded: true },
    })
  })

  test('adds rulesets and branch protection up', async () => {
    await using api = await startWithApp({
      rules: [createTestRule('build')],
      protection: { ...protection, required_status_checks: undefined },
    })

    expect((await runCheckOn(api, check)).status).toBe('pass')
  })

  test('takes a required workflow for a status check', async () => {
    const workflows = {
      type: 'workflows',
      ruleset_id: 1,
      parameters: { workflows: [{ path: '.github/workflows/ci.yml' }] },
    }
    await using api = await startWithApp({ rules: [createReviewRule(1), workflows] })

    expect((await runCheckOn(api, check)).status).toBe('pass')
  })

  test.each([
    ['nothing protects it', {}, 'main demands 0 of 1 approving reviews and demands no status check'],
    [
      'a pull request needs no approval',
      { rules: [createReviewRule(0), createTestRule('build')] },
      'main demands 0 of 1 approving reviews',
    ],
    [
      'status checks are required, but none is named',
      { protection: { ...protection, required_status_checks: { contexts: [] } } },
      'main demands no status check',
    ],
    [
      'administrators may bypass it',
      { protection: { ...protection, enforce_admins: { enabled: false } } },
      'main lets administrators bypass its protection',
    ],
  ])('fails where %s', async (_case, state, title) => {
    await using api = await startWithApp(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('fail')
    expect(outcome.results[0]).toMatchObject({
      title,
      remediation: expect.stringContaining('https://github.com/octo-org/app/settings/rules'),
    })
  })

  const byRuleset = (id: number | undefined) => [
    { ...createReviewRule(1), ruleset_id: id },
    { ...createTestRule('build'), ruleset_id: id },
  ]
  const allowances = (differs: object) => ({
    ...protection,
    required_pull_request_reviews: {
      required_approving_review_count: 2,
      bypass_pull_request_allowances: { users: [], teams: [], apps: [], ...differs },
    },
  })

  test.each([
    [
      'passes where nobody may bypass a ruleset',
      { rules: byRuleset(1), rulesets: { 1: { bypass_actors: [], current_user_can_bypass: 'never' } } },
      'pass octo-org/app: main demands reviews and status checks',
    ],
    [
      'fails where administrators may bypass a ruleset',
      {
        rules: byRuleset(1),
        rulesets: { 1: { bypass_actors: [{ actor_type: 'RepositoryRole', actor_id: 5, bypass_mode: 'always' }] } },
      },
      'fail octo-org/app: main lets administrators bypass its protection',
    ],
    [
      'leaves a team that may bypass a ruleset to a person',
      {
        rules: byRuleset(1),
        rulesets: { 1: { bypass_actors: [{ actor_type: 'Team', actor_id: 7, bypass_mode: 'pull_request' }] } },
      },
      'manual octo-org/app: main demands reviews and status checks, with exceptions',
    ],
    [
      'leaves it to a person where whoever made the token may bypass a ruleset',
      { rules: byRuleset(1), rulesets: { 1: { current_user_can_bypass: 'pull_requests_only' } } },
      'manual octo-org/app: main demands reviews and status checks, with exceptions',
    ],
    [
      'leaves it to a person where GitHub does not say of which ruleset the rules are',
      { rules: byRuleset(undefined) },
      'manual octo-org/app: main demands reviews and status checks, with exceptions',
    ],
    [
      'passes by branch protection beside a ruleset that may be bypassed',
      { rules: byRuleset(1), rulesets: { 1: { current_user_can_bypass: 'always' } }, protection },
      'pass octo-org/app: main demands reviews and status checks',
    ],
    [
      'leaves users who may merge without reviews to a person',
      { protection: allowances({ users: [{ login: 'ada' }] }) },
      'manual octo-org/app: main demands reviews and status checks, with exceptions',
    ],
    [
      'leaves apps that may merge without reviews to a person',
      { protection: allowances({ apps: [{ slug: 'release-bot' }] }) },
      'manual octo-org/app: main demands reviews and status checks, with exceptions',
    ],
    [
      'passes where the list of those who may merge without reviews is empty',
      { protection: allowances({}) },
      'pass octo-org/app: main demands reviews and status checks',
    ],
    [
      'passes by the reviews of a ruleset, whoever may go past those of branch protection',
      { rules: [createReviewRule(1)], protection: allowances({ teams: [{ slug: 'release' }] }) },
      'pass octo-org/app: main demands reviews and status checks',
    ],
  ])('%s', async (_case, state, expected) => {
    await using api = await startWithApp(state)

    expect(formatVerdicts(await runCheckOn(api, check))).toEqual([expected])
  })

  test('demands as many reviews as required_reviews says', async () => {
    await using api = await startWithApp({ protection })

    const [two, three] = [
      await runCheckOn(api, check, { variables: { required_reviews: 2 } }),
      await runCheckOn(api, check, { variables: { required_reviews: 3 } }),
    ]

    expect(two.status).toBe('pass')
    expect(formatVerdicts(three)).toEqual(['fail octo-org/app: main demands 2 of 3 approving reviews'])
  })

  test('accepts protection that leaves administrators out where allow_admin_bypass is set', async () => {
    await using api = await startWithApp({ protection: { ...protection, enforce_admins: { enabled: false } } })

    const outcome = await runCheckOn(api, check, { variables: { allow_admin_bypass: true } })

    expect(outcome.status).toBe('pass')
  })

  test('judges the repositories of all pages, each by its own default branch', async () => {
    const names = ['one', 'two', 'three', 'four', 'five']
    await using api = await startGithubApi({
      repositories: names.map((name) => createRepository(name, { default_branch: `release/${name}` })),
      rules: { two: [createReviewRule(1), createTestRule('build')] },
      protection: { five: protection },
      pageSize: 2,
    })

    const outcome = await runCheckOn(api, check)

    expect(formatVerdicts(outcome)).toEqual([
      'fail octo-org/four: release/four demands 0 of 1 approving reviews and demands no status check',
      'fail octo-org/one: release/one demands 0 of 1 approving reviews and demands no status check',
      'fail octo-org/three: release/three demands 0 of 1 approving reviews and demands no status check',
      'pass octo-org/five: release/five demands reviews and status checks',
      'pass octo-org/two: release/two demands reviews and status checks',
    ])
    expect(api.requests.map(({ path }) => path)).toContain('/repos/octo-org/one/branches/release%2Fone/protection')
  })

  test('does not judge archived, disabled, forked and empty repositories, and says why', async () => {
    await using api = await startGithubApi({
      repositories: [
        createRepository('old', { archived: true }),
        createRepository('off', { disabled: true }),
        createRepository('fork', { fork: true }),
        createRepository('new'),
      ],
      protection: { new: noBranch },
    })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('not_applicable')
    expect(formatVerdicts(outcome)).toEqual([
      'not_applicable octo-org/fork: A fork: judged where include_forks is set',
      'not_applicable octo-org/new: main has no commit yet',
      'not_applicable octo-org/off: Disabled by GitHub: nobody can change it',
      'not_applicable octo-org/old: Archived: nobody can change it',
    ])
  })

  test('judges forks where include_forks is set', async () => {
    await using api = await startGithubApi({ repositories: [createRepository('fork', { fork: true })] })

    const outcome = await runCheckOn(api, check, { variables: { include_forks: true } })

    expect(outcome.status).toBe('fail')
  })

  test.each([
    [
      'the plan has no branch protection for private repositories',
      createRefusal(403, 'Upgrade to GitHub Pro or make this repository public to enable this feature.'),
      { kind: 'plan', code: 'HTTP_PLAN' },
    ],
    [
      'a fine-grained token lacks the permission',
      createRefusal(403, 'Resource not accessible by personal access token', {
        'x-accepted-github-permissions': 'administration=read',
      }),
      { kind: 'permission', missingScopes: ['administration:read'] },
    ],
    [
      "a classic token's user is no administrator of the repository",
      createRefusal(404, 'Not Found'),
      { kind: 'permission', missingScopes: ['administration:read'] },
    ],
    ['GitHub fails', createRefusal(500, 'Server Error'), { kind: 'upstream', retryable: true }],
    [
      'the answer is not the one described',
      { json: { required_pull_request_reviews: {} } },
      { kind: 'schema_drift', code: 'SCHEMA_DRIFT' },
    ],
  ])('cannot tell when %s', async (_case, answer, error) => {
    await using api = await startGithubApi({
      repositories: [createRepository('app')],
      answers: { [protectionRoute]: answer },
    })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({ status: 'error', complete: false, results: [], error })
  })

  test('does not take a rule it cannot read for one that demands nothing', async () => {
    await using api = await startWithApp({ rules: [{ type: 'pull_request', parameters: {} }] })

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toMatchObject({ kind: 'schema_drift' })
  })

  test('does not apply to an organization without repositories', async () => {
    await using api = await startGithubApi({ repositories: [] })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('not_applicable')
    expect(formatVerdicts(outcome)).toEqual(['not_applicable octo-org: The organization has no repository'])
  })

  test.each([
    ['GitHub counts some', { public_repos: 3, total_private_repos: 9 }, 'cannot see any of the 12 repositories'],
    [
      'private ones are not counted for this token',
      { public_repos: 0, total_private_repos: undefined },
      'cannot see any of the private repositories',
    ],
  ])('cannot tell when the token sees no repository and %s', async (_case, organization, message) => {
    await using api = await startGithubApi({ organization })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({ status: 'error', results: [], error: { kind: 'incomplete_data' } })
    expect(outcome.error?.message).toContain(message)
  })

  test.each([
    [{ public_repos: 1, total_private_repos: 1 }, '1 of 2 repositories were seen'],
    [{ public_repos: 1, total_private_repos: undefined }, '1 of an unknown number of repositories were seen'],
  ])('is not a pass, but for a person to judge, when the token may see only some: %o', async (organization, title) => {
    await using api = await startGithubApi({
      organization,
      repositories: [createRepository('app')],
      protection: { app: protection },
    })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('manual')
    expect(formatVerdicts(outcome)).toEqual([
      `manual octo-org: ${title}`,
      'pass octo-org/app: main demands reviews and status checks',
    ])
  })
})
