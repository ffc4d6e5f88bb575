import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { github } from '../index.ts'
import { credentials, protectionRoute } from './github-api.ts'

const folder = process.env.CHECKWRIGHT_TEST_DATA

beforeEach(({ skip }) => {
  if (folder === undefined) skip('needs the recorded answers in CHECKWRIGHT_TEST_DATA')
})

describe('checkwright run github', () => {
  test("reproduces the findings of the octokit organization, by GitHub's recorded answers", async () => {
    await using api = await recordedApi({
      'GET /orgs/:org': bodyOf('get-orgs-octokit-fixture-org-200'),
      'GET /orgs/:org/repos': [bodyOf('get-repos-octokit-fixture-org-hello-world-200')],
      // Recorded as the answer to the PUT that sets it; a GET gives the same.
      [protectionRoute]: bodyOf('put-repos-octokit-fixture-org-branch-protection-branches-main-protection-200'),
    })

    const result = await runOn(api, 'octokit-fixture-org')

    expect(result.status).toBe('fail')
    expect(result.checks.map(({ id, status }) => [id, status])).toEqual([
      ['org-two-factor-required', 'fail'],
      ['default-branch-protected', 'fail'],
    ])
    expect(result.checks[0]?.results[0]?.evidence).toEqual({ twoFactorRequired: false })
    expect(result.checks[1]?.results).toMatchObject([
      {
        status: 'fail',
        resource: { type: 'repository', id: '1000', name: 'octokit-fixture-org/hello-world' },
        title: 'master demands 0 of 1 approving reviews and demands no status check',
      },
      // The recording counts 42 public repositories, and one of them was recorded.
      { status: 'manual', title: '1 of 42 repositories were seen' },
    ])
  })

  test("passes what GitHub's documented answers describe", async () => {
    await using api = await recordedApi({
      'GET /orgs/:org': bodyOf('get-orgs-org-200'),
      'GET /orgs/:org/repos': bodyOf('get-orgs-org-repos-200'),
      'GET /repos/:owner/:repo/rules/branches/:branch': bodyOf('get-repos-owner-repo-rules-branches-branch-200'),
      [protectionRoute]: bodyOf('get-repos-owner-repo-branches-branch-protection-200'),
    })

    const result = await runOn(api, 'github')

    expect(result.checks[0]).toMatchObject({ id: 'org-two-factor-required', status: 'pass' })
    expect(result.checks[1]?.results).toMatchObject([
      {
        status: 'pass',
        resource: { name: 'octocat/Hello-World' },
        evidence: {
          branch: 'master',
          rulesets: { approvingReviews: 0, statusChecks: [] },
          protection: {
            approvingReviews: 2,
            statusChecks: ['continuous-integration/travis-ci'],
            administratorsIncluded: true,
          },
        },
      },
      { status: 'manual', title: '1 of 102 repositories were seen' },
    ])
  })
})

function bodyOf(fixture: string): unknown {
  return JSON.parse(readFileSync(join(folder ?? '', 'contracts/fixtures/github', `${fixture}.json`), 'utf8')).body
}

function recordedApi(bodies: Readonly<Record<string, unknown>>) {
  const rules = { 'GET /repos/:owner/:repo/rules/branches/:branch': { json: [] } }
  const routes = Object.fromEntries(Object.entries(bodies).map(([route, json]) => [route, { json }]))
  return fakeVendor<string>({ routes: { ...rules, ...routes } })
}

function runOn(api: Awaited<ReturnType<typeof recordedApi>>, organization: string) {
  return runChecks(github, {
    credentials: { ...credentials, organization },
    // Nobody has recorded the list of members without a second factor.
    checks: ['org-two-factor-required', 'default-branch-protected'],
    fetch: api.fetch,
  })
}
