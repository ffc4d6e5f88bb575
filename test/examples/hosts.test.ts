import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { drawRows } from '../setup/short-form.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { findFreePort } from './free-port.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** A connection that is kept for another request holds up stopping until it times out. */
const notKept = { connection: 'close' }

/** The example as a process of its own on a store that has an organization, a person and a key. */
async function started(example: string, path: string) {
  const port = await findFreePort()
  const store = `sqlite:${createTempFolder()}/store.db`
  const keys = makeKeyText()
  const publicUrl = `http://127.0.0.1:${port}${path}`
  const runtime = await createRuntime({ connectors: [], store, keys, publicUrl })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@example.com' })
  const { key } = await runtime.apiKeys.create({
    organizationId: 'acme',
    scopes: ['comments:read', 'comments:write', 'evidence-forms:write'],
  })
  await runtime.close()
  const child = spawn(process.execPath, ['--import', join(checkout, 'test/examples/from-source.ts'), 'server.ts'], {
    cwd: join(checkout, 'examples', example),
    env: { PATH: process.env.PATH, PORT: String(port), CHECKWRIGHT_STORE: store, CHECKWRIGHT_KEYS: keys },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return { child, publicUrl, key, origin: new URL(publicUrl).origin }
}

describe.each(
  drawRows(
    [
      ['host-node', ''],
      ['host-hono', '/checks'],
      ['host-express', '/checks'],
      ['host-fastify', '/checks'],
    ],
    3,
  ),
)('examples/%s', (example, path) => {
  test('serves JSON, uploads and downloads, limits by address, and stops', { timeout: 60_000 }, async () => {
    const { child, publicUrl, origin, key } = await started(example, path)
    const post = (to: string, body: string | FormData, headers: Record<string, string> = {}) =>
      fetch(`${publicUrl}${to}`, { method: 'POST', body, headers: { 'x-api-key': key, ...notKept, ...headers } })
    const json = { 'content-type': 'application/json' }
    const form = new FormData()
    form.set('formType', 'x')
    form.set('file', new File([new Uint8Array(3_000_000).fill(7)], 'f.bin'))

    const comment = { content: 'hello', entityId: 't', entityType: 'task', userId: 'ada' }
    const commented = await post('/v1/comments', JSON.stringify(comment), json)
    const broken = await post('/v1/comments', '{"a":1,"a":2}', json)
    const uploaded = await post('/v1/evidence-forms/uploads', form)
    const { downloadUrl } = (await uploaded.json()) as { downloadUrl: string }
    const downloaded = await fetch(downloadUrl, { headers: notKept })
    const unknown = await fetch(`${publicUrl}/v1/comments`, { headers: notKept })
    const around = await fetch(`${origin}/`, { headers: notKept })
    const exited = once(child, 'exit')
    child.kill('SIGTERM')

    expect([commented.status, broken.status, uploaded.status, unknown.status]).toEqual([201, 400, 201, 401])
    expect(await commented.json()).toMatchObject({ author: { id: 'ada' } })
    expect((await downloaded.bytes()).length).toBe(3_000_000)
    expect(unknown.headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=\d+$/)
    if (path !== '') expect(await around.text()).toContain('The service around it')
    expect(await exited).toEqual([0, null])
  })
})
