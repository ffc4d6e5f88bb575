import { runChecks } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { aws } from '../index.ts'
import { type AwsOptions, type AwsState, credentials, now, role, session, startAwsApi } from './aws-api.ts'

const state: AwsState = {
  summary: { AccountMFAEnabled: 1, AccountAccessKeysPresent: 0, AccountSigningCertificatesPresent: 0 },
}

/** Runs a check of two calls, with what a person entered. */
async function runTwoCalls(api: FakeVendor, entered: object = {}, at = now) {
  const { checks } = await runChecks(aws, {
    credentials: { ...credentials, ...role, ...entered },
    checks: ['root-user'],
    fetch: api.fetch,
    clock: fixedClock(at),
  })
  const [outcome] = checks
  if (outcome === undefined) throw new Error('The run has no outcome.')
  return outcome
}

const listActions = ({ requests }: FakeVendor) => requests.map(({ body }) => new URLSearchParams(body).get('Action'))

describe('a role', () => {
  test('is assumed once, by keys that are used for nothing else', async () => {
    await using api = await startAwsApi(state)

    const { status } = await runTwoCalls(api)

    const [assuming, ...others] = api.requests
    expect([status, listActions(api)]).toEqual(['pass', ['AssumeRole', 'GetAccountSummary', 'GetCallerIdentity']])
    expect(assuming?.headers.authorization).toContain(`Credential=${credentials.access_key_id}/`)
    for (const { headers } of others) {
      expect(headers.authorization).toContain(`Credential=${session.accessKeyId}/`)
      expect(headers['x-amz-security-token']).toBe(session.sessionToken)
    }
  })

  test.each([
    ['another external id', { external_id: 'other' }, 'assume'],
    ['a wrong secret', { secret_access_key: 'another-secret-key-of-somebody' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { access_key_id: 'AKIAUNKNOWNUNKNOWN00' }, 'InvalidClientTokenId'],
  ])('is refused for %s, with the reason, and nothing else is asked', async (_what, entered, reason) => {
    await using api = await startAwsApi(state)

    const { error } = await runTwoCalls(api, entered)

    expect(error).toMatchObject({ kind: 'auth', message: expect.stringContaining(reason) })
    expect(listActions(api)).toEqual(['AssumeRole'])
  })

  test('is assumed again when AWS says that the session has ended', async () => {
    let ended = false
    const options: AwsOptions = {
      refuse: ({ operation }) => {
        if (operation !== 'GetAccountSummary' || ended) return undefined
        ended = true
        return [403, 'ExpiredToken', 'The security token included in the request is expired']
      },
    }
    await using api = await startAwsApi(state, options)

    const { status } = await runTwoCalls(api)

    expect([status, listActions(api)]).toEqual([
      'pass',
      ['AssumeRole', 'GetAccountSummary', 'AssumeRole', 'GetAccountSummary', 'GetCallerIdentity'],
    ])
  })

  test('shows nothing of its session anywhere', async () => {
    await using api = await startAwsApi(state, {
      refuse: () => [400, 'ValidationError', `bad ${session.sessionToken}`],
    })

    const text = JSON.stringify(await runTwoCalls(api))

    for (const secret of [session.sessionToken, session.secretAccessKey, credentials.secret_access_key])
      expect(text).not.toContain(secret)
  })
})

describe('an access key', () => {
  const alone = { role_arn: undefined, external_id: undefined }

  test('signs by itself where no role is named', async () => {
    await using api = await startAwsApi(state)

    expect([(await runTwoCalls(api, alone)).status, listActions(api)]).toEqual([
      'pass',
      ['GetAccountSummary', 'GetCallerIdentity'],
    ])
  })

  test.each([
    ['a wrong secret', { secret_access_key: 'another-secret-key-of-somebody' }, now],
    ['an unknown key', { access_key_id: 'AKIAUNKNOWNUNKNOWN00' }, now],
    ['a clock that is six minutes wrong', {}, '2026-06-30T12:06:00.000Z'],
  ])('with %s ends as error of kind auth, after one more attempt', async (_what, entered, at) => {
    await using api = await startAwsApi(state)

    const { status, error } = await runTwoCalls(api, { ...alone, ...entered }, at)

    expect([status, error?.kind]).toEqual(['error', 'auth'])
    expect(api.requests.length).toBeLessThanOrEqual(2)
  })
})

test('the vendor of these tests refuses a session key without its token, and a request that was changed', async () => {
  await using api = await startAwsApi(state)
  await runTwoCalls(api)
  const [, request] = api.requests
  const { 'x-amz-security-token': _token, ...without } = request?.headers ?? {}
  const send = (headers: Readonly<Record<string, string>>, body = request?.body ?? '') =>
    fetch(`${api.url}/`, { method: 'POST', headers: { ...headers, 'content-length': String(body.length) }, body })

  const [same, untokened, changed] = await Promise.all([
    send(request?.headers ?? {}),
    send(without),
    send(request?.headers ?? {}, request?.body.replace('Summary', 'Aliases')),
  ])

  expect([same.status, untokened.status, changed.status]).toEqual([200, 403, 403])
  expect(await untokened.text()).toContain('InvalidClientTokenId')
  expect(await changed.text()).toContain('SignatureDoesNotMatch')
})
