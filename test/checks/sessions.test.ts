import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import {
  type AnyConnector,
  type AuthenticateContext,
  defineConnector,
  type LogoutContext,
} from '../../src/define/index.ts'
import { beginBundle } from '../../src/evidence/bundle/bundle-draft.ts'
import { replayBundle } from '../../src/evidence/replay/replay.ts'
import { omitUndefined } from '../../src/text/omit-undefined.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'
import { ownSigner } from '../evidence/bundle.ts'
import { type Seen, serve } from '../http/support.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

const credentials = { username: 'ada', password: 'open-sesame-4711' }
const fields = [
  { id: 'username', label: 'User', type: 'text', required: true },
  { id: 'password', label: 'Password', type: 'password', required: true },
] as const

/** As Verdaccio does: /-/whoami answers a stranger by 200 and `{}`, and lists what everybody may see. */
async function serveRegistry() {
  const right = `Basic ${Buffer.from('ada:open-sesame-4711').toString('base64')}`
  return serve(({ path, headers }) => {
    const isKnown = headers.authorization === right
    if (path === '/-/whoami') return { json: isKnown ? { username: 'ada' } : {} }
    return { json: isKnown ? [{ id: 'public' }, { id: 'private' }] : [{ id: 'public' }] }
  })
}

function createRegistry(baseUrl: string): AnyConnector {
  const registry = defineConnector(
    { id: 'registry', name: 'Registry', baseUrl, auth: { type: 'basic', config: {} } },
    {
      ready: async (ctx) => {
        const { username } = await ctx.get<{ readonly username?: string }>('/-/whoami')
        if (username !== ctx.credentials.username) ctx.reject('it takes them for a stranger')
      },
    },
  )
  const packages = (id: string) =>
    registry.check({
      id,
      title: 'Packages',
      run: async (ctx) => {
        for (const { id } of await ctx.get<{ readonly id: string }[]>('/packages'))
          ctx.pass({ resource: { type: 'package', id }, title: 'Seen' })
      },
    })
  return registry.with(packages('one'), packages('two'))
}

async function runKept(connector: AnyConnector, values: object) {
  const bundle = join(createTempFolder(), 'bundle.zip')
  const draft = await beginBundle(bundle)
  const run = await runChecks(connector, {
    credentials: { ...values },
    allowPrivateNetwork: true,
    exchanges: { file: draft.exchangesFile },
  })
  await draft.finish(toRecordedRun(run), ownSigner)
  await draft.discard()
  return { run, replay: await replayBundle(bundle, connector) }
}

describe('the hook ready', () => {
  test('lets checks run for credentials that the vendor knows, and is asked once for all of them', async () => {
    const vendor = await serveRegistry()

    const { run, replay } = await runKept(createRegistry(vendor.origin), credentials)

    expect(run.checks.map(({ status, results }) => [status, results.length])).toEqual([
      ['pass', 2],
      ['pass', 2],
    ])
    expect(vendor.seen.filter(({ path }) => path === '/-/whoami')).toHaveLength(1)
    expect(replay).toMatchObject({ same: true })
  })

  test('makes every check an error for those of a stranger, and no request of a check is sent', async () => {
    const vendor = await serveRegistry()

    const { run, replay } = await runKept(createRegistry(vendor.origin), { ...credentials, password: 'wrong' })

    for (const { status, error, results } of run.checks) {
      expect({ status, results }).toEqual({ status: 'error', results: [] })
      expect(error).toMatchObject({ kind: 'auth', code: 'AUTH_REJECTED' })
      expect(error?.message).toContain('Registry does not accept the credentials: it takes them for a stranger.')
    }
    expect(vendor.seen.map(({ path }) => path)).toEqual(['/-/whoami'])
    expect(replay).toMatchObject({ same: true })
  })

  test('that fails otherwise is an error of its own kind', async () => {
    const vendor = await serve(() => ({ status: 500, json: {} }))

    const { run } = await runKept(createRegistry(vendor.origin), credentials)

    for (const { error } of run.checks) expect(error).toMatchObject({ kind: 'upstream' })
  }, 30_000)
})

/** Sessions that are limited in number: at most two are open at a time. */
async function serveConsole(answer: (request: Seen) => number = () => 200) {
  const open = new Set<string>()
  let made = 0
  const vendor = await serve((request) => {
    const { path, method, headers } = request
    const id = String(headers['x-session'] ?? '')
    if (path === '/session' && method === 'POST') {
      if (open.size >= 2) return { status: 403, json: { message: 'too many sessions' } }
      open.add(`s-${++made}`)
      return { json: { id: `s-${made}` } }
    }
    if (path === '/session' && method === 'DELETE') return { status: open.delete(id) ? 204 : 401 }
    if (!open.has(id)) return { status: 401, json: {} }
    return { status: answer(request), json: [{ id: 'u1' }] }
  })
  return { vendor, open, made: () => made }
}

function createConsole(baseUrl: string, logout = true): AnyConnector {
  const console = defineConnector(
    { id: 'console', name: 'Console', baseUrl, auth: { type: 'custom', config: { credentialFields: fields } } },
    omitUndefined({
      authenticate: async ({ fetch, secret }: AuthenticateContext) => {
        const response = await fetch('/session', { method: 'POST' })
        if (!response.ok) throw new Error(`no session: ${response.status}`)
        const { id } = (await response.json()) as { readonly id: string }
        return { headers: { 'x-session': secret(id) } }
      },
      logout: logout
        ? async ({ fetch }: LogoutContext) => void (await fetch('/session', { method: 'DELETE' }))
        : undefined,
    }),
  )
  return console.with(
    console.check({
      id: 'users',
      title: 'Users',
      run: async (ctx) => {
        for (const { id } of await ctx.get<{ readonly id: string }[]>('/users'))
          ctx.pass({ resource: { type: 'user', id }, title: 'Seen' })
      },
    }),
  )
}

describe('the hook logout', () => {
  test('ends the session after each run, so that the vendor has always room for the next', async () => {
    const { vendor, open } = await serveConsole()

    for (let nth = 0; nth < 4; nth++) {
      const { run, replay } = await runKept(createConsole(vendor.origin), credentials)
      expect(run.status).toBe('pass')
      expect(replay).toMatchObject({ same: true })
    }

    expect(open.size).toBe(0)
  })

  test('without which the vendor refuses the third', async () => {
    const { vendor } = await serveConsole()
    const statuses: string[] = []

    for (let nth = 0; nth < 3; nth++)
      statuses.push(
        (await runChecks(createConsole(vendor.origin, false), { credentials, allowPrivateNetwork: true })).status,
      )

    expect(statuses).toEqual(['pass', 'pass', 'error'])
  })

  test('ends it after a run that failed too, and after one that was cancelled', async () => {
    const cancelled = new AbortController()
    const { vendor, open, made } = await serveConsole(() => {
      cancelled.abort()
      return 403
    })

    const { run } = await runKept(createConsole(vendor.origin), credentials)
    const stopped = await runChecks(createConsole(vendor.origin), {
      credentials,
      allowPrivateNetwork: true,
      signal: cancelled.signal,
    })

    expect(run.checks[0]).toMatchObject({ status: 'error', error: { kind: 'permission' } })
    expect(stopped.status).toBe('error')
    expect(made()).toBeGreaterThan(0)
    expect(open.size).toBe(0)
  })

  test('changes no result when it throws, and logs in nowhere anew', async () => {
    const { vendor, made } = await serveConsole()
    const connector = createConsole(vendor.origin)
    const hooks: AnyConnector['hooks'] = {
      ...connector.hooks,
      logout: async ({ fetch }) => {
        await fetch('/session', { method: 'DELETE' })
        await fetch('/session', { method: 'DELETE' })
        throw new Error('no')
      },
    }

    const { run } = await runKept({ ...connector, hooks }, credentials)

    expect(run.status).toBe('pass')
    expect(made()).toBe(1)
  })
})
