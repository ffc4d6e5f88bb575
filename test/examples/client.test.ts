import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { createClient } from 'checkwright/client'
import { expect, onTestFinished, test } from 'vitest'
import { openVaultHost } from '../app/routes/world.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

test('examples/client asks once about each finding that is overdue', async () => {
  const { host, key, clock, connected, ran } = await openVaultHost()
  await ran(await connected())
  clock.advance(31 * 86_400_000)
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: host.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  onTestFinished(() => void server.close())
  const env = { CHECKWRIGHT_URL: `http://127.0.0.1:${await listening}`, CHECKWRIGHT_API_KEY: key, USER_ID: 'ada' }
  const start = async () => {
    const args = ['--import', join(checkout, 'test/examples/from-source.ts'), 'overdue.ts']
    const options = { cwd: join(checkout, 'examples/client'), env: { PATH: process.env.PATH, ...env } }
    return (await promisify(execFile)(process.execPath, args, options)).stdout
  }

  expect([await start(), await start()]).toEqual(['Open: asked\n', 'Open: has comments\n'])
  const client = createClient({ url: env.CHECKWRIGHT_URL, key })
  const [finding] = (await client.findings.list({ overdue: 'true' })).data
  const { data } = await client.comments.list({ entityType: 'finding', entityId: finding?.findingId ?? '' })
  expect(data).toMatchObject([{ content: 'Overdue since 2026-05-31. Who takes it?' }])
})
