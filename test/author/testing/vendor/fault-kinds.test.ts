import { describe, expect, test } from 'vitest'
import { runChecks } from '../../../../src/app/runtime/index.ts'
import { type Fault, fakeVendor, faults, fixedClock, paginated } from '../../../../src/author/testing/index.ts'
import { type Clock, defineConnector } from '../../../../src/define/index.ts'

/** The check by the vendor's own address: what is cut or hangs is so on a real socket. */
function acmeAt(baseUrl: string, timeoutMs = 600_000) {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  return acme.with(
    acme.check({
      id: 'user-mfa',
      title: 'Everybody signs in with a second factor',
      scopes: ['users:read'],
      timeoutMs,
      async run(ctx) {
        for await (const user of ctx.paginate<{ id: string }>('/users', { next: 'link' }))
          ctx.pass({ resource: { type: 'user', id: user.id }, title: 'On' })
      },
    }),
  )
}

const options = { credentials: { api_key: 'sesame' }, allowPrivateNetwork: true } as const
const users = Array.from({ length: 4 }, (_, index) => ({ id: `u-${index}` }))

/** The outcome of the check on a vendor with a lasting fault on its second page. */
async function met(fault: Fault, { timeoutMs, ...more }: { timeoutMs?: number; clock?: Clock } = {}) {
  await using vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'sesame' },
    routes: { 'GET /users': paginated(users, { style: 'link', pageSize: 2 }) },
  })
  vendor.fail(/page=2/, fault, { times: Number.POSITIVE_INFINITY })
  const { checks } = await runChecks(acmeAt(vendor.url, timeoutMs), { ...options, ...more })
  return checks[0]
}

/** Waits before a retry pass at once. */
const quick = () => ({ clock: fixedClock('2026-01-15T12:00:00Z') })

describe('A check on a vendor with a fault', () => {
  test.each([
    ['auth', faults.status(401)],
    ['permission', faults.status(403)],
    ['not_found', faults.status(404)],
    ['rate_limited', faults.status(429, { retryAfter: 1 })],
    ['upstream', faults.status(500)],
    ['upstream', faults.status(503, { retryAfter: new Date('2026-01-15T12:00:30Z') })],
    ['network', faults.cut()],
    ['schema_drift', faults.wrongType()],
    ['schema_drift', { kind: 'answer', answer: { json: { users: [] } } } as const],
  ])('ends as error of kind %s, keeps what it saw before, and passes nothing', async (kind, fault) => {
    const check = await met(fault, quick())

    expect(check).toMatchObject({ status: 'error', complete: false, error: { kind } })
    expect(check?.results.map(({ resource }) => resource.id)).toEqual(['u-0', 'u-1'])
  })

  test.each([
    ['that never answers', faults.hang()],
    ['that answers too slowly', faults.slowBody({ pauseMs: 200, chunks: 10 })],
  ])('ends as error of kind timeout on one %s', async (_, fault) => {
    const check = await met(fault, { timeoutMs: 400 })

    expect(check).toMatchObject({ status: 'error', error: { kind: 'timeout' } })
  })

  test('says which scope it lacks', async () => {
    const check = await met(faults.status(403), quick())

    expect(check?.error?.missingScopes).toEqual(['users:read'])
  })

  test('passes when the fault goes away', async () => {
    await using vendor = await fakeVendor({ routes: { 'GET /users': { json: [{ id: 'ada' }] } } })
    vendor.fail('GET /users', faults.status(503), { times: 2 })

    const { checks } = await runChecks(acmeAt(vendor.url), { ...options, ...quick() })

    expect(checks[0]).toMatchObject({ status: 'pass', retries: 2 })
  })
})
