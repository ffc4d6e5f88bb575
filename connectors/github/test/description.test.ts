import { describe, expect, test } from 'vitest'
import { BranchProtection, BranchRule, Member, Organization, Repository } from '../responses.ts'
import { described, describedItem, differences, unknownIn } from './description.ts'
import { githubApi, repository, runCheckOn } from './github-api.ts'

describe('requests', () => {
  test('are all described by GitHub, with their parameters', async () => {
    await using api = await githubApi({
      repositories: ['one', 'two', 'three'].map((name) => repository(name)),
      withoutTwoFactor: ['ada', 'bob'].map((login, id) => ({ id, login })),
      rules: { one: [{ type: 'deletion' }, { type: 'creation' }] },
      pageSize: 1,
    })

    for (const check of ['org-two-factor-required', 'members-two-factor', 'default-branch-protected']) {
      await runCheckOn(api, check)
    }

    const paths = api.requests.map(({ path }) => path)
    expect(
      new Set(paths.map((path) => path.replace(/\?.*/, '').replaceAll(/octo-org|one|two|three|main/g, '*'))),
    ).toEqual(
      new Set([
        '/orgs/*',
        '/orgs/*/members',
        '/orgs/*/repos',
        '/repos/*/*/rules/branches/*',
        '/repos/*/*/branches/*/protection',
      ]),
    )
    expect(paths.flatMap(unknownIn)).toEqual([])
    expect(new Set(api.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  test('name the media type and the version of the API', async () => {
    await using api = await githubApi({})

    await runCheckOn(api, 'members-two-factor')

    expect(api.requests[0]?.headers).toMatchObject({
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    })
  })
})

describe('responses.ts', () => {
  // What the description leaves open and GitHub always sends. Should it not, the answer is an error, not a guess.
  test.each([
    ['Organization', Organization, described('/orgs/{org}'), []],
    ['Member', Member, describedItem('/orgs/{org}/members'), []],
    [
      'Repository',
      Repository,
      describedItem('/orgs/{org}/repos'),
      ['default_branch may be absent', 'archived may be absent', 'disabled may be absent'],
    ],
    [
      'BranchRule',
      BranchRule,
      describedItem('/repos/{owner}/{repo}/rules/branches/{branch}'),
      ['parameters may be absent', 'parameters may be absent', 'parameters may be absent'],
    ],
    [
      'BranchProtection',
      BranchProtection,
      described('/repos/{owner}/{repo}/branches/{branch}/protection'),
      ['required_pull_request_reviews.required_approving_review_count may be absent'],
    ],
  ])('%s reads only what GitHub declares, and demands no more than is listed here', (_name, schema, theirs, open) => {
    expect(differences(schema, theirs)).toEqual(open)
  })
})

describe('the comparison itself', () => {
  test('unknownIn() finds paths, parameters and values that are not described', () => {
    expect(unknownIn('/orgs/a/b/c/d')).toEqual(['/orgs/a/b/c/d is not described'])
    expect(unknownIn('/orgs/a/members?filter=2fa_of&size=3')).toEqual([
      '/orgs/{org}/members does not take filter=2fa_of',
      '/orgs/{org}/members has no parameter size',
    ])
  })

  test('differences() finds members that are not declared, of another type, or may be null', () => {
    const theirs = {
      type: 'object',
      required: ['count', 'name'],
      properties: { count: { type: 'integer' }, name: { type: 'string', nullable: true } },
    }

    expect(differences(Organization, theirs)).toEqual([
      'public_repos is not declared',
      'total_private_repos is not declared',
      'two_factor_requirement_enabled is not declared',
    ])
    expect(
      differences(Member, { ...theirs, properties: { id: { type: 'string' }, login: theirs.properties.name } }),
    ).toEqual(['id may be absent', 'id is never number', 'login may be absent', 'login may be null'])
  })
})
