import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createKeyConnector } from './keyed.ts'
import { createRecordingLogger } from './log.ts'
import { openRuntimeWith, publicUrl, runStored } from './world.ts'

const keyed = createKeyConnector('https://api.keyed.example')
const good = { connectors: [keyed], store: 'memory:', keys: makeKeyText(), publicUrl }

describe('createRuntime()', () => {
  test.each([
    ['no connectors', { connectors: undefined }, /connectors must be a list/],
    ['what is no connector', { connectors: [{ id: 'x' }] }, /connectors of defineConnector/],
    ['two connectors of one id', { connectors: [keyed, keyed] }, /two connectors have the id "keyed"/],
    ['no public URL', { publicUrl: undefined }, /publicUrl must be/],
    ['a public URL with a query', { publicUrl: `${publicUrl}?x=1` }, /publicUrl must be/],
    ['a public URL with a user', { publicUrl: 'https://user@checks.example.com' }, /publicUrl must be/],
    ['a public URL with an escape', { publicUrl: 'https://x.example/pr%C3%BCfung' }, /path of publicUrl may have/],
    [
      'a public URL with a letter that is escaped',
      { publicUrl: 'https://x.example/prüfung' },
      /path of publicUrl may have/,
    ],
    ['a public URL of another scheme', { publicUrl: 'ftp://checks.example.com' }, /publicUrl must be/],
    [
      'a return origin with a path',
      { returnOrigins: ['https://app.example.com/x'] },
      /returnOrigins must contain origins/,
    ],
    ['a return origin that is no URL', { returnOrigins: ['app.example.com'] }, /returnOrigins must contain origins/],
    ['an engine that it does not have', { engine: 'cloud' }, /engine must be "local" or "pg-boss"/],
    ['workers on a store that they cannot share', { engine: 'pg-boss' }, /needs a store of postgres/],
    ['a worker that may do nothing', { worker: { concurrency: 0 } }, /concurrency must be a whole number above 0/],
  ])('refuses %s before anything is made', async (_what, wrong, message) => {
    const file = join(createTempFolder(), 'store.db')

    const creating = Reflect.apply(createRuntime, undefined, [{ ...good, store: `sqlite:${file}`, ...wrong }])

    await expect(creating).rejects.toThrow(TypeError)
    await expect(creating).rejects.toThrow(message)
    expect(existsSync(file)).toBe(false)
  })

  test('refuses keys and stores that cannot be used, by their codes', async () => {
    await expect(createRuntime({ ...good, keys: 'k1:short' })).rejects.toMatchObject({ code: 'KEYS_INVALID' })
    await expect(createRuntime({ ...good, store: 'mongodb://x' })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })

  test('shows its connectors, their fields, and the redirect URI to register', async () => {
    const { runtime } = await openRuntimeWith({ ...good, publicUrl: `${publicUrl}/` })

    expect(runtime.connectors).toEqual([keyed])
    expect(runtime.publicUrl).toBe(publicUrl)
    expect(runtime.callbackUrl).toBe(`${publicUrl}/v1/integrations/oauth/callback`)
    expect(runtime.fields('keyed').map(({ id }) => id)).toEqual(['api_key', 'region', 'port', 'note'])
    expect(runtime.fields(keyed)).toEqual(runtime.fields('keyed'))
    expect(() => runtime.fields('unknown')).toThrow(expect.objectContaining({ code: 'CONNECTOR_UNKNOWN' }))
  })

  test('tells the log when it makes a key file, and where', async () => {
    const folder = createTempFolder()
    const logger = createRecordingLogger()
    const file = join(folder, 'keys', 'master')

    const runtime = await createRuntime({
      ...good,
      keys: { file },
      store: `sqlite:${join(folder, 'data', 'store.db')}`,
      logger,
    })
    await runtime.close()

    expect(logger.lines).toEqual([{ level: 'warn', fields: {}, message: expect.stringContaining(file) }])
  })

  test("takes a fetch of the host's for API requests, as `(url, init)`", async () => {
    const calls: unknown[] = []
    const { runtime } = await openRuntimeWith({
      ...good,
      fetch: async (url, init) => {
        calls.push([typeof url, url, init?.method, init?.redirect])
        return Response.json({ admins: 1 })
      },
    })
    const credentials = { api_key: 'key-1234567890', region: 'eu' }
    const { id } = await runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials })

    const result = await runStored(runtime, id, ['admins'])

    expect(result.status).toBe('pass')
    expect(calls).toEqual([['string', 'https://api.keyed.example/admins', 'GET', 'manual']])
  })

  test('tells the log that a fetch of the host resolves names, where that matters', async () => {
    const fetch = async () => Response.json({})
    const [confined, open, ours] = await Promise.all([
      openRuntimeWith({ ...good, fetch, allowPrivateNetwork: false }),
      openRuntimeWith({ ...good, fetch, allowPrivateNetwork: true }),
      openRuntimeWith({ ...good, allowPrivateNetwork: false }),
    ])

    const told = [confined, open, ours].map(({ lines }) => lines.map(({ fields }) => fields))

    expect(told).toEqual([[{ resolver: 'fetch' }], [], []])
  })

  test('reaches no private address unless it may', async () => {
    const vendor = await fakeVendor({ routes: { 'GET /admins': { json: { admins: 1 } } } })
    onTestFinished(() => vendor.close())
    const { runtime } = await openRuntimeWith({
      ...good,
      connectors: [createKeyConnector(vendor.url)],
      allowPrivateNetwork: false,
    })
    const credentials = { api_key: 'key-1234567890', region: 'eu' }
    const { id } = await runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials })

    const result = await runStored(runtime, id, ['admins'])

    expect(result.checks[0]?.error).toMatchObject({ kind: 'config', code: 'HTTP_HOST_REFUSED' })
    expect(vendor.requests).toEqual([])
  })

  test('close() may be called again', async () => {
    const runtime = await createRuntime(good)

    await runtime.close()
    await runtime.close()

    await expect(runtime.organizations.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })
})
