import { describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { createRecordingLogger } from '../../runtime/log.ts'
import { openRuntimeWith, publicUrl } from '../../runtime/world.ts'

async function hosted() {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [], clock })
  const logger = createRecordingLogger()
  const host = createHost({ runtime, logger })
  const ask = (key?: string, path = '/v1/organization') =>
    host.fetch(new Request(`${publicUrl}${path}`, { headers: key === undefined ? {} : { 'x-api-key': key } }))
  const keyFor = async (scopes: string[], more: { organizationId?: string; expiresAt?: string } = {}) =>
    runtime.apiKeys.create({ organizationId: 'acme', scopes, ...more })
  return { runtime, clock, ask, keyFor, lines: logger.lines }
}

function problem(status: number, code: string) {
  return {
    type: 'about:blank',
    title: expect.any(String),
    status,
    code,
    detail: expect.any(String),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  }
}

describe('GET /v1/organization', () => {
  test("gives the organization of the caller's key", async () => {
    const { ask, keyFor, runtime } = await hosted()
    const { key } = await keyFor(['comments:read', 'organization:read'])
    await runtime.organizations.setProfile('acme', { slug: 'acme-inc', metadata: { seats: 3 } })
    await runtime.organizations.setProfile('acme', { website: 'https://acme.example' })
    const { key: theirs } = await keyFor(['organization:read'], { organizationId: 'other' })

    const [mine, other] = [await ask(key), await ask(theirs)]

    expect(mine.status).toBe(200)
    expect(mine.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await mine.json()).toEqual({
      id: 'acme',
      name: 'acme',
      slug: 'acme-inc',
      logo: null,
      website: 'https://acme.example',
      primaryColor: null,
      metadata: { seats: 3 },
      createdAt: '2026-05-01T12:00:00.000Z',
      keepsInventories: true,
      dueDays: { critical: 7, high: 30, medium: 90, low: 180, info: 365 },
      timeZone: 'UTC',
      authType: 'api-key',
    })
    expect(await other.json()).toMatchObject({ id: 'other', slug: null })
  })

  test('answers a missing, wrong, foreign, revoked and expired key with one and the same 401', async () => {
    const { runtime, clock, ask, keyFor } = await hosted()
    const good = await keyFor(['organization:read'])
    const revoked = await keyFor(['organization:read'])
    await runtime.apiKeys.revoke({ organizationId: 'acme', id: revoked.id })
    const expired = await keyFor(['organization:read'], { expiresAt: '2026-05-01T12:00:01Z' })
    clock.advance(1_000)
    const other = await keyFor(['organization:read'])
    const mixed = `cw_${good.id}_${other.key.slice(-43)}`
    const wrong = [undefined, '', 'nonsense', `${good.key}x`, good.key.slice(0, -1), mixed, revoked.key, expired.key]

    const answers = await Promise.all(wrong.map((key) => ask(key)))

    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ detail: string }>))
    for (const [index, { status, headers }] of answers.entries()) {
      expect([wrong[index], status]).toEqual([wrong[index], 401])
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('www-authenticate')).toBe('ApiKey header="X-API-Key"')
    }
    for (const body of bodies) expect(body).toEqual(problem(401, 'API_UNAUTHENTICATED'))
    expect(new Set(bodies.map(({ detail }) => detail)).size).toBe(1)
    expect((await ask(good.key)).status).toBe(200)
  })

  test('answers a key without the scope with 403 that names it', async () => {
    const { ask, keyFor } = await hosted()
    const { key } = await keyFor(['comments:read'])

    const response = await ask(key)

    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      ...problem(403, 'API_FORBIDDEN'),
      detail: 'The API key lacks the scope "organization:read".',
    })
  })
})

describe('createHost()', () => {
  test('answers what is not there with a problem, whatever the path holds', async () => {
    const { ask } = await hosted()

    for (const path of ['/', '/v1', '/v1/organization/x', '/v1/%3Cscript%3E', '//v1/organization', '/%ff']) {
      const response = await ask(undefined, path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.json()).toEqual(problem(404, 'NOT_FOUND'))
    }
  })

  test('answers a mistake of ours with 500 and no detail, and logs where it happened but not what it said', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [] })
    const { key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes: ['organization:read'] })
    const organizations = {
      ...runtime.organizations,
      settings: () => Promise.reject(new TypeError('secret-12345 is wrong')),
    }
    const logger = createRecordingLogger()
    const host = createHost({ runtime: { ...runtime, organizations }, logger: { error: logger.error } })

    const response = await host.fetch(new Request(`${publicUrl}/v1/organization`, { headers: { 'x-api-key': key } }))
    const body = (await response.json()) as { requestId: string }

    expect(response.status).toBe(500)
    expect(body).toEqual(problem(500, 'INTERNAL'))
    expect(logger.lines).toEqual([
      {
        level: 'error',
        message: 'Request failed',
        fields: {
          requestId: body.requestId,
          error: 'TypeError',
          at: expect.arrayContaining([expect.stringMatching(/^at /)]),
        },
      },
    ])
    expect(JSON.stringify([body, logger.lines])).not.toContain('secret-12345')
  })
})
