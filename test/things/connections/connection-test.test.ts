import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor, faults } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const secret = 'secret-of-the-test-12345'

type Hook = () => Promise<void>

async function tested(hook: Hook | undefined, path?: string) {
  const vendor = await fakeVendor({ routes: { 'GET /me': { json: {} } } })
  onTestFinished(() => vendor.close())
  const connector = defineConnector(
    {
      id: 'tested',
      name: 'Tested',
      version: '1.0.0',
      baseUrl: vendor.url,
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
      test: path === undefined ? undefined : { path },
    },
    hook ? { test: hook } : {},
  )
  const { runtime } = await openRuntimeWith({ connectors: [connector] })
  const { id } = await runtime.connections.create({
    connector: 'tested',
    organizationId: 'acme',
    credentials: { api_key: secret },
  })
  return { vendor, runtime, id, outcome: () => runtime.connections.test(id) }
}

describe('runtime.connections.test()', () => {
  test('asks the hook where there is one, and believes it', async () => {
    const { outcome, vendor } = await tested(async () => undefined, '/me')

    expect(await outcome()).toEqual({ ok: true })
    expect(vendor.requests).toEqual([])
  })

  test('says what the hook threw, shortened and without the credentials', async () => {
    const { outcome } = await tested(() =>
      Promise.reject(new Error(`wrong account for ${secret} ${'x'.repeat(1_000)}`)),
    )

    const { ok, message = '' } = await outcome()

    expect(ok).toBe(false)
    expect(message).toMatch(/^The test of Tested failed: wrong account for \[redacted\] x+$/)
    expect(message.length).toBeLessThanOrEqual(500)
  })

  test('says so when the connector declares no test', async () => {
    const { outcome, vendor } = await tested(undefined)

    expect(await outcome()).toEqual({ ok: true, message: expect.stringContaining('no request was sent') })
    expect(vendor.requests).toEqual([])
  })

  test('gives the status that the vendor answered with, and what to do', async () => {
    const { outcome, vendor } = await tested(undefined, '/me')
    vendor.fail('GET /me', faults.status(403))

    expect(await outcome()).toMatchObject({ ok: false, status: 403, message: expect.stringMatching(/403/) })
  })

  test('has no status to give when the vendor cannot be reached', async () => {
    const { outcome, vendor } = await tested(undefined, '/me')
    await vendor.close()

    const failed = await outcome()

    expect(failed).toEqual({
      ok: false,
      code: 'HTTP_NETWORK',
      undecided: true,
      message: expect.stringMatching(/cannot be reached|refused/i),
    })
  })

  test('is ended by close()', async () => {
    const { outcome, vendor, runtime } = await tested(undefined, '/me')
    vendor.fail('GET /me', faults.hang())

    const testing = outcome()
    while (vendor.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await runtime.close()

    expect(await testing).toEqual({ ok: false, code: 'CANCELLED', message: 'The runtime was closed.', undecided: true })
  })
})
