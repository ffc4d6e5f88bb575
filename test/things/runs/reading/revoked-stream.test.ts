import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHost, SignInLinks } from '../../../../src/app/host/index.ts'
import { faults } from '../../../../src/author/testing/index.ts'
import { askEveryMs } from '../../../../src/things/api/answers/limit-asking.ts'
import type { Runtime } from '../../../../src/things/runtime/runtime.ts'
import { createBrowserClient } from '../../../app/pages/world.ts'
import { openVaultHost } from '../../../app/routes/world.ts'

/** A run that does not end by itself, and everything that a stream of it says until it ends. */
async function world() {
  const made = await openVaultHost({}, {})
  const { vendor, call, connected, runtime } = made
  vendor.fail('GET /boxes', faults.hang())
  const { body: run } = await call('POST', `/connections/${await connected()}/runs`, { checks: ['boxes-locked'] })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@acme.example' })
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'member' })
  const end = () => call('POST', `/runs/${run.id}/cancel`)
  return { ...made, runId: String(run.id), end }
}

const ada = { organizationId: 'acme', userId: 'ada' }

/** How long it takes until the stream ends, by itself. */
async function waitForEnd(response: Response): Promise<number> {
  const beganAtMs = performance.now()
  const text = await response.text()
  expect(text).not.toContain('run.finished')
  return performance.now() - beganAtMs
}

test('the stream of a key ends soon after its person is deactivated, in the middle of a silent run', async () => {
  const { host, runtime, runId, end } = await world()
  const { key } = await runtime.apiKeys.create({ ...ada, scopes: ['integrations:read'] })
  const url = `${runtime.publicUrl}/v1/integrations/runs/${runId}/events`

  const stream = await host.fetch(new Request(url, { headers: { 'x-api-key': key } }))
  await runtime.people.setActive({ ...ada, active: false })

  expect([stream.status, (await waitForEnd(stream)) < 5_000]).toEqual([200, true])
  await end()
})

test.each([
  ['is made a viewer', { role: 'viewer' }],
  ['is limited to a day', { role: 'viewer', periodFrom: '2026-01-01', periodTo: '2026-01-01' }],
] as const)('the stream of a key ends soon after its person %s, also of a key that it made', async (_name, rights) => {
  const { host, runtime, runId, end } = await world()
  const bob = { ...ada, userId: 'bob' }
  await runtime.users.put({ organizationId: 'acme', id: 'bob', name: 'Bob', email: 'bob@acme.example' })
  for (const person of [ada, bob]) await runtime.people.setRole({ ...person, role: 'admin' })
  const { key } = await runtime.apiKeys.create({ ...ada, scopes: ['api-keys:write', 'integrations:read'] })
  const made = await host.fetch(
    new Request(`${runtime.publicUrl}/v1/api-keys`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ scopes: ['integrations:read'] }),
    }),
  )
  const { key: second } = (await made.json()) as { key: string }
  const url = `${runtime.publicUrl}/v1/integrations/runs/${runId}/events`

  const streams = await Promise.all(
    [key, second].map((one) => host.fetch(new Request(url, { headers: { 'x-api-key': one } }))),
  )
  await runtime.people.setRole({ ...ada, ...rights })
  const times = await Promise.all(streams.map(waitForEnd))

  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  expect(Math.max(...times)).toBeLessThan(5_000)
  await end()
})

test('the stream of a page ends soon after the session does', async () => {
  const { runtime, runId, end } = await world()
  const session = new SignInLinks(runtime)
  const browser = createBrowserClient(createHost({ runtime, session }).fetch)
  const { url } = await session.create({ ...ada, role: 'member' })
  await browser.post(url, '/sign-in', { token: new URL(url).searchParams.get('token') ?? '' })

  const stream = await browser.ask(`/runs/${runId}/events`)
  await runtime.people.remove(ada)

  expect([stream.status, (await waitForEnd(stream)) < 5_000]).toEqual([200, true])
  await end()
})

/** As if this time had passed since the process began. */
function passTime(ms: number): void {
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => spy.mockRestore())
}

/** A download of many findings, of which the first piece was read; the rest waits for its reader. */
async function beginDownload(ask: (host: ReturnType<typeof createHost>, runtime: Runtime) => Promise<Response>) {
  const { runtime, vendorBoxes, connected, ran, clock } = await openVaultHost({}, {})
  for (let number = 0; number < 2_000; number++) vendorBoxes.push({ id: `box-${number}`, locked: false })
  await ran(await connected())
  for (const userId of ['ada', 'bob']) {
    await runtime.users.put({ organizationId: 'acme', id: userId, name: userId, email: `${userId}@acme.example` })
    await runtime.people.setRole({ organizationId: 'acme', userId, role: 'admin' })
  }
  const response = await ask(createHost({ runtime, session: new SignInLinks(runtime) }), runtime)
  const reader = response.body?.getReader()
  await reader?.read()
  const readRest = async () => {
    clock.advance(120_000)
    passTime(askEveryMs)
    for (let pieces = 1; ; pieces++) if ((await reader?.read())?.done !== false) return pieces
  }
  return { runtime, status: response.status, readRest }
}

const downloads = {
  'of a key': async (host: ReturnType<typeof createHost>, runtime: Runtime) => {
    // It ends while the download is under way, which says nothing about the person.
    const expiresAt = new Date(runtime.workspace.clock.nowMs() + 60_000)
    const { key } = await runtime.apiKeys.create({ ...ada, scopes: ['integrations:read'], expiresAt })
    const url = `${runtime.publicUrl}/v1/integrations/findings?format=csv`
    return host.fetch(new Request(url, { headers: { 'x-api-key': key } }))
  },
  'of a page': async (host: ReturnType<typeof createHost>, runtime: Runtime) => {
    const browser = createBrowserClient(host.fetch)
    const { url } = await new SignInLinks(runtime).create({ ...ada, role: 'admin' })
    await browser.post(url, '/sign-in', { token: new URL(url).searchParams.get('token') ?? '' })
    return browser.ask('/findings.csv')
  },
}

describe.each(Object.entries(downloads))('a long download %s', (_whose, begin) => {
  test('breaks off, and does not end, when its person gets fewer rights', async () => {
    const { runtime, status, readRest } = await beginDownload(begin)

    await runtime.people.setRole({ ...ada, role: 'viewer' })

    expect(status).toBe(200)
    await expect(readRest()).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
  })

  test('breaks off when its person is deactivated', async () => {
    const { runtime, readRest } = await beginDownload(begin)

    await runtime.people.setActive({ ...ada, active: false })

    await expect(readRest()).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
  })

  test('ends as it began while its person keeps them, also if the key ends meanwhile', async () => {
    const { status, readRest } = await beginDownload(begin)

    expect([status, (await readRest()) > 1]).toEqual([200, true])
  })
})

test('a long download breaks off when its key is revoked', async () => {
  let revoke = async () => {}
  const { readRest } = await beginDownload(async (host, runtime) => {
    const { id, key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes: ['integrations:read'] })
    revoke = async () => {
      await runtime.apiKeys.revoke({ organizationId: 'acme', id })
    }
    const url = `${runtime.publicUrl}/v1/integrations/findings?format=csv`
    return host.fetch(new Request(url, { headers: { 'x-api-key': key } }))
  })

  await revoke()

  await expect(readRest()).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
})
