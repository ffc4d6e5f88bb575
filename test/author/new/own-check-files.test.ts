import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from 'checkwright/runtime'
import { fixedClock } from 'checkwright/testing'
import { expect, test } from 'vitest'
import * as awsApi from '../../../connectors/aws/test/aws-api.ts'
import * as githubApi from '../../../connectors/github/test/github-api.ts'
import { createOwnCheck } from '../../../src/author/new/own-check-files.ts'
import type { AnyConnector } from '../../../src/define/index.ts'
import { createFolder } from '../../app/command.ts'

/** Writes the check that a person gets, and loads it as it is. */
async function loadOwnCheck(connectorId: string): Promise<AnyConnector> {
  const { files, file } = await createOwnCheck('own-rule', connectorId)
  const path = join(createFolder(), file)
  const source = files[file] ?? ''
  writeFileSync(
    path,
    source.replace(/'checkwright\/connectors\/(.*?)'/, (_whole, id: string) => `'${toConnectorUrl(id)}'`),
  )
  return (await import(path)).default
}

const toConnectorUrl = (id: string) => new URL(`../../../connectors/${id}/index.ts`, import.meta.url).pathname

test('a new check for AWS asks what AWS answers, signed and by the role, before anybody has changed it', async () => {
  await using api = await awsApi.startAwsApi({})

  const { checks } = await runChecks(await loadOwnCheck('aws'), {
    credentials: { ...awsApi.credentials, ...awsApi.role },
    checks: ['own-rule'],
    fetch: api.fetch,
    clock: fixedClock(awsApi.now),
  })

  expect(checks[0]).toMatchObject({
    status: 'manual',
    results: [{ title: 'Judge what AWS answers', evidence: { members: ['text'] } }],
  })
})

test('a new check for GitHub asks about the organization of the connection', async () => {
  await using api = await githubApi.startGithubApi({})

  const { checks } = await runChecks(await loadOwnCheck('github'), {
    credentials: githubApi.credentials,
    checks: ['own-rule'],
    fetch: api.fetch,
  })

  expect(api.requests[0]?.path).toBe('/orgs/octo-org')
  expect(checks[0]?.status).toBe('manual')
})

test('a new check names the hosts that it may ask, and those of many regions on one line', async () => {
  const { files, file } = await createOwnCheck('own-rule', 'aws')

  const hosts = files[file]?.split('\n').filter((line) => line.startsWith('// - '))
  expect(hosts).toHaveLength(10)
  expect(hosts).toContain('// - ec2.us-east-1.amazonaws.com and 33 more like it')
})
