import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginBundle, replayBundle, runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { github } from '../index.ts'
import { credentials, protectionRoute } from './github-api.ts'

const folder = process.env.CHECKWRIGHT_TEST_DATA

beforeEach(({ skip }) => {
  if (folder === undefined) skip('needs the recorded answers in CHECKWRIGHT_TEST_DATA')
})

describe('checkwright run github', () => {
  test("reproduces the findings of the octokit organization, by GitHub's recorded answers", async () => {
    await using api = await startRecordedApi({
      'GET /orgs/:org': readFixtureBody('get-orgs-octokit-fixture-org-200'),
      // Nobody recorded who is in it.
      'GET /orgs/:org/members': [],
      'GET /orgs/:org/repos': [readFixtureBody('get-repos-octokit-fixture-org-hello-world-200')],
      // Recorded as the answer to the PUT that sets it; a GET gives the same.
      [protectionRoute]: readFixtureBody(
        'put-repos-octokit-fixture-org-branch-protection-branches-main-protection-200',
      ),
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
    await using api = await startRecordedApi({
      'GET /orgs/:org': readFixtureBody('get-orgs-org-200'),
      'GET /orgs/:org/repos': readFixtureBody('get-orgs-org-repos-200'),
      'GET /repos/:owner/:repo/rules/branches/:branch': readFixtureBody(
        'get-repos-owner-repo-rules-branches-branch-200',
      ),
      [protectionRoute]: readFixtureBody('get-repos-owner-repo-branches-branch-protection-200'),
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

function readFixtureBody(fixture: string): unknown {
  return JSON.parse(readFileSync(join(folder ?? '', 'contracts/fixtures/github', `${fixture}.json`), 'utf8')).body
}

function startRecordedApi(bodies: Readonly<Record<string, unknown>>) {
  const rules = { 'GET /repos/:owner/:repo/rules/branches/:branch': { json: [] } }
  const routes = Object.fromEntries(Object.entries(bodies).map(([route, json]) => [route, { json }]))
  return fakeVendor<string>({ routes: { ...rules, ...routes } })
}

/** Runs, and sees to it that a bundle of the run comes to the same results again when the vendor is gone. */
async function runOn(api: Awaited<ReturnType<typeof startRecordedApi>>, organization: string) {
  const place = mkdtempSync(join(tmpdir(), 'checkwright-github-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const bundle = await beginBundle(join(place, 'run.zip'))
  const run = await runChecks(github, {
    exchanges: { file: bundle.exchangesFile },
    credentials: { ...credentials, organization },
    // There is no recording of the list of members without a second factor.
    checks: ['org-two-factor-required', 'default-branch-protected'],
    fetch: api.fetch,
  })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await bundle.finish(run, {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (bytes) => sign(null, bytes, privateKey),
  })
  await bundle.discard()
  await api.close()
  expect(await replayBundle(join(place, 'run.zip'), github)).toMatchObject({ same: true })
  return run
}
