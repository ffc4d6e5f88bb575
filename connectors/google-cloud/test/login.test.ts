import { generateKeyPairSync } from 'node:crypto'
import { runChecks } from 'checkwright/runtime'
import { fakeVendor, faults, fixedClock } from 'checkwright/testing'
import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { gcloud } from '../index.ts'
import { credentials, project, startGoogleCloudApi, token } from './google-cloud-api.ts'
import { clientEmail, publicKey, sampleKey } from './sample-key.ts'

const now = '2026-06-30T12:00:00.000Z'

function runLogin(
  api: { readonly fetch: Parameters<typeof runChecks>[1]['fetch'] },
  key = sampleKey,
  clock = fixedClock(now),
) {
  const values = { project_id: project, service_account_key: key }
  return runChecks(gcloud, { credentials: values, checks: ['log-sink'], fetch: api.fetch, clock })
}

describe('logIn()', () => {
  test('proves the key by an assertion that holds for the token endpoint and an hour', async () => {
    await using api = await startGoogleCloudApi({})

    await runLogin(api)

    const [login] = api.requests
    const form = new URLSearchParams(login?.body)
    const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      issuer: clientEmail,
      audience: 'https://oauth2.googleapis.com/token',
      currentDate: new Date(now),
    })
    expect(login).toMatchObject({ method: 'POST', path: '/token' })
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'sample-key-id-1' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  })

  test('asks Google for the token, whatever address the key names', async () => {
    await using api = await startGoogleCloudApi({})
    const asked: string[] = []

    await runLogin({
      fetch: (url, init) => {
        asked.push(new URL(url).host)
        return api.fetch(url, init)
      },
    })

    expect(asked).toEqual(['oauth2.googleapis.com', 'logging.googleapis.com'])
  })

  test('asks for a new token once, when Google does not accept the old one any more', async () => {
    let logins = 0
    await using api = await fakeVendor({
      auth: { type: 'bearer', verify: (sent) => sent === `${token}-2` },
      publicRoutes: ['POST /token'],
      routes: {
        'POST /token': () => ({ json: { access_token: `${token}-${++logins}`, expires_in: 3599 } }),
        [`GET /v2/projects/${project}/sinks`]: { json: {} },
      },
    })

    const { status } = await runLogin(api)

    expect({ status, logins }).toEqual({ status: 'manual', logins: 2 })
  })

  test('lets neither key nor token nor assertion out', async () => {
    await using api = await startGoogleCloudApi({})
    api.fail('*', faults.status(400, { json: { error: 'invalid_grant', error_description: sampleKey } }))

    const told = JSON.stringify(await runLogin(api))

    expect(told).not.toMatch(/PRIVATE KEY|eyJ|ya29/)
  })

  test('asks again when Google is busy, and blames no key when it stays so', async () => {
    await using api = await startGoogleCloudApi({})

    api.fail('POST /token', faults.status(503))
    const recovered = await runLogin(api)
    api.fail('POST /token', faults.status(503), { times: 9 })
    const busy = await runLogin(api)

    expect(recovered.checks[0]?.error).toBeUndefined()
    expect(busy.checks[0]?.error).toMatchObject({ kind: 'upstream', code: 'AUTH_TRANSIENT', retryable: true })
  })

  const { private_key, ...withoutKey } = JSON.parse(sampleKey) as Record<string, string>
  const { privateKey: elliptic } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  test.each([
    ['no JSON', private_key, /is not the JSON file/],
    [
      'a key of another type',
      JSON.stringify({ ...withoutKey, private_key, type: 'authorized_user' }),
      /is not the JSON file/,
    ],
    ['a file without a key', JSON.stringify(withoutKey), /is not the JSON file/],
    ['a torn key', JSON.stringify({ ...withoutKey, private_key: private_key?.slice(0, 400) }), /cannot be read/],
    [
      'a key that cannot sign by RS256',
      JSON.stringify({ ...withoutKey, private_key: elliptic.export({ type: 'pkcs8', format: 'pem' }) }),
      /cannot be read/,
    ],
  ])('says what is wrong with %s, and shows none of it', async (_, key, message) => {
    await using api = await startGoogleCloudApi({})

    const { checks } = await runLogin(api, key)

    expect(checks[0]?.error).toMatchObject({ code: 'AUTH_LOGIN_FAILED', message: expect.stringMatching(message) })
    expect(api.requests).toEqual([])
    expect(JSON.stringify(checks)).not.toContain('PRIVATE KEY')
  })

  test.each([
    ['a refusal', { status: 400, json: { error: 'invalid_grant' } }, /did not accept the key of checkwright@/],
    ['a reply without a token', { json: { token_type: 'Bearer' } }, /not a token/],
    ['a page', { text: '<html>' }, /not a token/],
  ])('ends in an error after %s', async (_, answer, message) => {
    await using api = await fakeVendor({ routes: { 'POST /token': answer } })

    const { checks } = await runLogin(api)

    expect(checks[0]?.error).toMatchObject({ kind: 'auth', message: expect.stringMatching(message) })
  })
})

test('the project ID cannot lead elsewhere', () => {
  const [field] = gcloud.definition.credentialFields ?? []
  const pattern = new RegExp(`^(?:${field?.pattern})$`)

  expect(credentials.project_id).toMatch(pattern)
  for (const id of ['acme/../other', 'acme?x=1', 'Acme-Production', '-acme', 'acme', 'acme-production-']) {
    expect(id).not.toMatch(pattern)
  }
})
