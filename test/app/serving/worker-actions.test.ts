import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConnector } from '../../../src/service/commands/connector-file/load-connector.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { startLoopbackVendor } from '../../service/queue/loopback-vendor.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { renderAcmeFile } from '../acme.ts'
import { createFolder, runCheckwright, start } from '../command.ts'

describe('checkwright worker', () => {
  test('refuses a store that is no PostgreSQL, and says what to do', async () => {
    const { exitCode, stderr } = await runCheckwright(['worker', '--store', 'sqlite:./store.db'])

    expect(exitCode).toBe(3)
    expect(stderr).toContain('--store postgres://')
  })
})

describePostgres('checkwright worker on PostgreSQL', () => {
  test('executes what others ask for, tells how it is, and stops when asked', { timeout: 90_000 }, async () => {
    const vendor = await startLoopbackVendor()
    const [cwd, store, keys] = [createFolder(), await testPostgres(), makeKeyText()]
    const file = join(cwd, 'acme.ts')
    writeFileSync(file, renderAcmeFile(vendor.url))
    const connectors = [await loadConnector(file)]
    const runtime = await createRuntime({ connectors, store, keys, publicUrl: 'http://127.0.0.1', engine: 'pg-boss' })
    onTestFinished(() => runtime.close())
    await runtime.organizations.create({ id: 'acme', name: 'Acme' })
    const given = { connector: 'acme', organizationId: 'acme', credentials: { api_key: 'key-1234567890' } }
    const { id: connectionId } = await runtime.connections.create(given)
    const run = await runtime.runs.start({ connectionId, checks: ['policy'] })
    const args = [
      'worker',
      '--store',
      store,
      '--connector',
      file,
      '--allow-private-network',
      '--health-port',
      '0',
      '--json',
    ]

    const { child, finished } = start(args, { cwd, env: { CHECKWRIGHT_KEYS: keys } })
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const { healthUrl } = JSON.parse(line)
    const ready = await fetch(`${healthUrl}/readyz`)
    const result = await run.result
    child.kill('SIGTERM')

    expect(ready.status).toBe(200)
    expect(result).toMatchObject({ status: 'pass', id: run.id })
    expect((await finished).exitCode).toBe(0)
  })
})
