import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor, fixedClock } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith, runStored } from '../runtime/world.ts'

/** Logs in by user and password, and gets a session that the vendor may end. */
async function sessions({ lifeMs }: { readonly lifeMs?: number } = {}) {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  let valid = 0
  const during: { login: () => unknown } = { login: () => undefined }
  const vendor = await fakeVendor({
    routes: {
      'POST /login': async (request) => {
        await during.login()
        if (request.text() !== 'ada:right-password') return { status: 401 }
        valid++
        return { json: { session: `session-${valid}-of-ada` } }
      },
      'GET /me': ({ headers }) =>
        headers['x-session'] === `session-${valid}-of-ada` ? { json: { id: 'ada' } } : { status: 401 },
    },
  })
  onTestFinished(() => vendor.close())
  const connector = defineConnector(
    {
      id: 'sessions',
      name: 'Sessions',
      version: '1.0.0',
      baseUrl: vendor.url,
      auth: {
        type: 'custom',
        config: {
          credentialFields: [
            { id: 'user', label: 'User', type: 'text', required: true },
            { id: 'password', label: 'Password', type: 'password', required: true },
          ],
        },
      },
      test: { path: '/me' },
    },
    {
      authenticate: async ({ credentials: { user, password }, fetch }) => {
        const response = await fetch('/login', { method: 'POST', body: `${user}:${password}` })
        const { session } = (await response.json()) as { session: string }
        const expiresAtMs = lifeMs === undefined ? undefined : clock.nowMs() + lifeMs
        return { headers: { 'X-Session': session }, expiresAtMs }
      },
    },
  )
  const check = connector.check({ id: 'me', title: 'Me', onEmpty: 'pass', run: (ctx) => ctx.get('/me') })
  const store = join(createTempFolder(), 'store.db')
  const options = { connectors: [connector.with(check)], store: `sqlite:${store}`, keys: makeKeyText(), clock }
  const { runtime } = await openRuntimeWith(options)
  const { id } = await runtime.connections.create({
    connector: 'sessions',
    organizationId: 'acme',
    credentials: { user: 'ada', password: 'right-password' },
  })
  const logins = () => vendor.requests.filter(({ path }) => path === '/login').length
  const endSession = () => void valid++
  return { runtime, id, clock, store, during, logins, endSession, reopened: () => openRuntimeWith(options) }
}

describe('the login of an authenticate hook', () => {
  test('is kept between runs, tests and restarts, sealed', async () => {
    const { runtime, id, store, logins, reopened } = await sessions()

    await runStored(runtime, id, ['me'])
    await runtime.connections.test(id)
    await runtime.close()
    const { runtime: later } = await reopened()
    const result = await runStored(later, id, ['me'])

    const database = new DatabaseSync(store, { readOnly: true })
    const row = JSON.stringify(database.prepare('SELECT sealed_values FROM credentials').get())
    database.close()
    expect(result.status).toBe('pass')
    expect(logins()).toBe(1)
    expect(row).toContain('$login')
    expect(row).not.toContain('session-1-of-ada')
    expect(Object.keys(result.inputs.credentials)).toEqual(['user', 'password'])
  })

  test('is made anew once when the vendor refuses it, and when its time is over', async () => {
    const { runtime, id, clock, logins, endSession } = await sessions({ lifeMs: 60_000 })
    await runStored(runtime, id, ['me'])
    endSession()
    await runStored(runtime, id, ['me'])
    const afterRefusal = logins()

    clock.advance(60_000)
    const result = await runStored(runtime, id, ['me'])

    expect(result.status).toBe('pass')
    expect(afterRefusal).toBe(2)
    expect(logins()).toBe(3)
  })

  test('does not outlive the credentials that it was made with', async () => {
    const { runtime, id, logins } = await sessions()
    await runStored(runtime, id, ['me'])

    await runtime.connections.update(id, { credentials: { password: 'wrong-password' } })
    const wrong = await runStored(runtime, id, ['me'])
    await runtime.connections.update(id, { credentials: { password: 'right-password' } })
    const right = await runStored(runtime, id, ['me'])

    expect(wrong.checks[0]?.error?.kind).toBe('auth')
    expect(right.status).toBe('pass')
    expect(logins()).toBe(3)
  })

  test('is not kept when the credentials were changed while it was made', async () => {
    const { runtime, id, during, logins } = await sessions()
    during.login = () => runtime.connections.update(id, { credentials: { user: 'ada' } })
    await runStored(runtime, id, ['me'])
    during.login = () => undefined

    await runStored(runtime, id, ['me'])
    await runStored(runtime, id, ['me'])

    expect(logins()).toBe(2)
  })
})
