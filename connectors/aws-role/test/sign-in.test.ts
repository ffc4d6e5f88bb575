import { randomBytes } from 'node:crypto'
import type { CheckOutcome } from 'checkwright'
import { createRuntime } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aws } from '../../aws/index.ts'
import {
  type AwsOptions,
  type AwsState,
  now,
  parseCall,
  runCheckOn as runByKeys,
  session,
  startAwsApi,
} from '../../aws/test/aws-api.ts'
import { everything, flawed } from '../../aws/test/everything.ts'
import { awsRole } from '../index.ts'
import { credentials, customer, runCheckOn, settings } from './role-api.ts'

// An account without faults, and one with some of everything that fails.
const accounts: Readonly<Record<string, AwsState>> = { everything, flawed }

test.each(Object.keys(accounts).flatMap((account) => aws.checks.map(({ id }) => [id, account] as const)))(
  '%s gives by the role what it gives by keys, in the account %s',
  async (check, account) => {
    const state = accounts[account] ?? {}
    await using byRole = await startAwsApi(state, { anyRole: true })
    await using byKeys = await startAwsApi(state)

    const role = await runCheckOn(byRole, check)
    const keys = await runByKeys(byKeys, check)

    // Findings are of a connector, and the login counts as an exchange.
    const readVerdicts = ({ status, results }: CheckOutcome) => [
      status,
      results.map(({ findingId: _finding, exchanges: _exchanges, ...result }) => result),
    ]
    expect(readVerdicts(role)).toEqual(readVerdicts(keys))
  },
)

describe('keys of the platform', () => {
  test("assume the role with the organization's id as external id, after the role has refused another one", async () => {
    await using api = await startAwsApi(everything)
    const { connect, run } = await openRuntime(api)

    const outcome = await run(await connect(customer))

    const roles = listCalls(api).filter(({ operation }) => operation === 'AssumeRole')
    expect(outcome?.status).toBe('pass')
    expect(roles.map(({ input }) => input.ExternalId)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), customer])
    for (const request of api.requests.slice(2))
      expect(request.headers['x-amz-security-token']).toBe(session.sessionToken)
  })

  test('do not open the role of another organization to whoever knows its ARN', async () => {
    await using api = await startAwsApi(everything)
    const { connect, run } = await openRuntime(api)

    const outcome = await run(await connect('thief'))

    expect(outcome?.error).toMatchObject({ kind: 'auth', message: expect.stringContaining('did not let us assume') })
    expect(new Set(listCalls(api).map(({ operation }) => operation))).toEqual(new Set(['AssumeRole']))
  })

  test('are not used for a role that accepts any external id', async () => {
    await using api = await startAwsApi(everything, { anyRole: true })
    const { connect, run } = await openRuntime(api)

    const outcome = await run(await connect(customer))

    expect(outcome?.error).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('can be assumed with any external id'),
    })
    expect(listCalls(api)).toHaveLength(1)
    expect(JSON.stringify(outcome)).not.toContain(session.sessionToken)
  })

  test.each<[string, AwsOptions['refuse'], string]>([
    ['AWS in trouble', () => [503, 'ServiceUnavailable', 'later'], 'AUTH_TRANSIENT'],
    ['a throttle', () => [400, 'Throttling', 'Rate exceeded'], 'AUTH_TRANSIENT'],
    ['keys that AWS does not know', () => [403, 'InvalidClientTokenId', 'no'], 'AUTH_LOGIN_FAILED'],
  ])('are no proof with %s', async (_what, refuse, code) => {
    await using api = await startAwsApi(everything, { refuse })
    const { connect, run } = await openRuntime(api)

    expect((await run(await connect(customer)))?.error?.code).toBe(code)
  })

  test('that an operator bound to the organization send its external id all the same', async () => {
    await using api = await startAwsApi(everything)
    const { connect, run } = await openRuntime(api, customer)

    const outcome = await run(await connect(customer))

    expect(outcome?.status).toBe('pass')
    expect(listCalls(api).filter(({ operation }) => operation === 'AssumeRole')).toHaveLength(1)
  })

  test('refuse an organization whose id cannot be an external id', async () => {
    await using api = await startAwsApi(everything)
    const { connect, run } = await openRuntime(api)

    expect((await run(await connect('Acme GmbH')))?.error).toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.stringContaining('cannot be an external id'),
    })
    expect(api.requests).toEqual([])
  })
})

function listCalls({ requests, url }: FakeVendor) {
  return requests.map(({ method, path: target, headers, body }) => {
    const { pathname: path, searchParams: query } = new URL(target, url)
    return parseCall({ method, path, query, headers, text: () => body })
  })
}

/** A runtime with the settings of the platform, for everybody or bound to one organization. */
async function openRuntime(api: FakeVendor, boundTo?: string) {
  const runtime = await createRuntime({
    connectors: [awsRole],
    publicUrl: 'https://checks.example.com',
    store: 'memory:',
    keys: `k1:${randomBytes(32).toString('base64')}`,
    fetch: api.fetch,
    clock: fixedClock(now),
  })
  onTestFinished(() => runtime.close())
  for (const id of [customer, 'thief', 'Acme GmbH']) await runtime.organizations.create({ id, name: id })
  await runtime.oauthApps.set({ connector: awsRole, settings, boundTo: boundTo || undefined })
  const connect = async (organizationId: string) =>
    (await runtime.connections.create({ connector: awsRole, organizationId, credentials })).id
  const run = async (connectionId: string) =>
    (await (await runtime.runs.start({ connectionId, checks: ['root-user'] })).result).checks[0]
  return { runtime, connect, run }
}
