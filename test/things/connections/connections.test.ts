import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor, faults, fixedClock } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createKeyConnector } from '../runtime/keyed.ts'
import { openRuntimeWith, runStored } from '../runtime/world.ts'

const key = 'key-of-acme-1234567890'
const credentials = { api_key: key, region: 'eu' }

async function keyed(options: Partial<RuntimeOptions> = {}) {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: key },
    routes: { 'GET /me': { json: {} }, 'GET /admins': { json: { admins: 2 } } },
  })
  onTestFinished(() => vendor.close())
  const world = await openRuntimeWith({ connectors: [createKeyConnector(vendor.url)], ...options })
  const create = (more: object = {}) =>
    world.runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials, ...more })
  return { ...world, vendor, create }
}

describe('runtime.connections', () => {
  test('create() keeps a connection and shows it without its credentials', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const { runtime, create } = await keyed({ clock })

    const connection = await create({ userId: 'usr_1', variables: { max_admins: '3' } })

    const shown = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organizationId: 'acme',
      connector: 'keyed',
      state: 'active',
      stateReason: undefined,
      variables: { max_admins: 3 },
      grantedScopes: undefined,
      userId: 'usr_1',
      createdAt: '2026-05-01T12:00:00.000Z',
      updatedAt: '2026-05-01T12:00:00.000Z',
    }
    expect(connection).toEqual(shown)
    expect(await runtime.connections.get(connection.id)).toEqual(connection)
    expect(await runtime.connections.list({ organizationId: 'acme', connector: 'keyed' })).toEqual([connection])
    expect(JSON.stringify(connection)).not.toContain(key)
  })

  test('create() names every bad value, shows none, and keeps nothing', async () => {
    const { runtime, create } = await keyed()

    const bad = create({ credentials: { region: 'moon-base', port: 'many', secret: 'x-secret-x' } })

    await expect(bad).rejects.toMatchObject({
      name: 'CredentialError',
      code: 'CREDENTIAL_INVALID',
      problems: [{ path: 'api_key' }, { path: 'region' }, { path: 'port' }, { path: 'secret' }],
      message: expect.not.stringMatching(/moon-base|many|x-secret-x/),
    })
    await expect(create({ credentials: { region: 'eu' } })).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' })
    await expect(create({ variables: { max_admins: 0 } })).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
    await expect(create({ variables: { misspelt: 0 } })).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
    await expect(create({ organizationId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(create({ connector: 'unknown' })).rejects.toMatchObject({ code: 'CONNECTOR_UNKNOWN' })
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test("another organization's connection is not found, whatever is asked", async () => {
    const { runtime, create } = await keyed()
    const { id } = await create()
    const ref = { id, organizationId: 'other' }
    const { connections } = runtime

    expect(await connections.get(ref)).toBeUndefined()
    expect(await connections.list({ organizationId: 'other' })).toEqual([])
    for (const ask of [
      connections.update(ref, { credentials: { api_key: 'stolen' } }),
      connections.pause(ref),
      connections.resume(ref),
      connections.disconnect(ref),
      connections.test(ref),
      runtime.runs.start({ connectionId: id, organizationId: 'other' }),
    ]) {
      await expect(ask).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await connections.get({ id, organizationId: 'acme' })).toMatchObject({ state: 'active' })
  })

  test('update() replaces what is given, empties what is emptied, and leaves the rest', async () => {
    const { runtime, create } = await keyed()
    const { id } = await create({ credentials: { ...credentials, port: 8080, note: 'mine' } })

    await runtime.connections.update(id, { credentials: { note: '' }, variables: { max_admins: 9, strict: true } })
    const kept = await runStored(runtime, id, ['admins'])
    await runtime.connections.update(id, { credentials: { port: 9090 } })
    const changed = await runStored(runtime, id, ['admins'])

    expect(kept.inputs.credentials).toEqual({ api_key: '[redacted]', region: 'eu', port: 8080 })
    expect(kept.checks[0]?.results[0]?.evidence).toMatchObject({ max: 9, strict: true, port: 8080 })
    expect(changed.checks[0]?.results[0]?.evidence).toMatchObject({ max: 9, port: 9090 })
    await expect(runtime.connections.update(id, { credentials: { api_key: '' } })).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
    })
  })

  test('update() with new credentials ends an error, and not a pause', async () => {
    const { runtime, create } = await keyed()
    const { id } = await create({ credentials: { ...credentials, api_key: 'wrong' } })
    await runtime.connections.test(id)
    const before = await runtime.connections.get(id)

    const updated = await runtime.connections.update(id, { credentials: { api_key: key } })
    await runtime.connections.pause(id)
    const paused = await runtime.connections.update(id, { credentials: { api_key: key } })

    expect(before).toMatchObject({ state: 'error', stateReason: expect.stringContaining('does not accept') })
    expect(updated).toMatchObject({ state: 'active', stateReason: undefined })
    expect(paused).toMatchObject({ state: 'paused' })
  })

  test('pause() stops runs until resume(); both may be repeated', async () => {
    const { runtime, vendor, create } = await keyed()
    const { id } = await create()

    await runtime.connections.pause(id)
    const paused = await runtime.connections.pause(id)
    const refused = runtime.runs.start({ connectionId: id })
    await expect(refused).rejects.toMatchObject({ code: 'CONNECTION_UNUSABLE' })
    const before = vendor.requests.length
    await runtime.connections.resume(id)
    const resumed = await runtime.connections.resume(id)

    expect(paused).toMatchObject({ state: 'paused', stateReason: 'Paused by a person.' })
    expect(resumed).toMatchObject({ state: 'active', stateReason: undefined })
    expect(before).toBe(0)
    expect((await runStored(runtime, id, ['admins'])).status).toBe('pass')
  })

  test('resume() does not turn an error into an active connection', async () => {
    const { runtime, create } = await keyed()
    const { id } = await create({ credentials: { ...credentials, api_key: 'wrong' } })
    await runtime.connections.test(id)

    expect(await runtime.connections.resume(id)).toMatchObject({ state: 'error' })
  })

  test('disconnect() deletes the credentials, keeps the connection and its history, and cannot be undone by resume()', async () => {
    const folder = createTempFolder()
    const { runtime, create } = await keyed({ store: `sqlite:${join(folder, 'store.db')}` })
    const { id } = await create()
    const { id: runId } = await runStored(runtime, id, ['admins'])

    const disconnected = await runtime.connections.disconnect(id)

    const database = new DatabaseSync(join(folder, 'store.db'), { readOnly: true })
    const row = database.prepare('SELECT sealed_values FROM credentials').get()
    database.close()
    expect(disconnected).toMatchObject({ id, state: 'disconnected', stateReason: expect.stringContaining('deleted') })
    expect(row).toEqual({ sealed_values: '{}' })
    expect((await runtime.runs.get(runId))?.result?.status).toBe('pass')
    await expect(runtime.connections.resume(id)).rejects.toMatchObject({ code: 'CONNECTION_UNUSABLE' })
    await expect(runtime.connections.pause(id)).rejects.toMatchObject({ code: 'CONNECTION_UNUSABLE' })
    await expect(runtime.runs.start({ connectionId: id })).rejects.toMatchObject({ code: 'CONNECTION_UNUSABLE' })
    expect(await runtime.connections.test(id)).toMatchObject({
      ok: false,
      message: expect.stringContaining('disconnected'),
    })
    expect(await runtime.connections.disconnect(id)).toMatchObject({ state: 'disconnected' })
  })

  test('disconnect() ends the run that is under way and the one that waits', async () => {
    const { runtime, vendor, create } = await keyed()
    const { id } = await create()
    vendor.fail('GET /admins', faults.hang())
    const running = await runtime.runs.start({ connectionId: id })
    const waiting = await runtime.runs.start({ connectionId: id })

    await runtime.connections.disconnect(id)

    const results = await Promise.all([running.result, waiting.result])
    expect(results.map(({ checks }) => checks[0]?.error?.code)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(vendor.requests.length).toBeLessThanOrEqual(1)
  })

  test('a run that waited for its turn uses the connection as it is then', async () => {
    const { runtime, vendor, create } = await keyed()
    const { id } = await create()
    vendor.fail('GET /admins', faults.slowBody({ pauseMs: 30, chunks: 4 }))
    const running = await runtime.runs.start({ connectionId: id })
    const waiting = await runtime.runs.start({ connectionId: id })
    await runtime.connections.pause(id)

    const results = await Promise.all([running.result, waiting.result])

    expect(results[0]?.status).toBe('pass')
    expect(results[1]?.checks[0]?.error).toMatchObject({ kind: 'config', code: 'CONNECTION_UNUSABLE' })
    expect(vendor.requests).toHaveLength(1)
  })

  test('test() moves the state by what the vendor says, and by nothing else', async () => {
    const { runtime, vendor, create } = await keyed()
    const { id } = await create()
    const seen: unknown[] = []
    const ask = async () => {
      const outcome = await runtime.connections.test(id)
      seen.push([outcome.ok, outcome.status, (await runtime.connections.get(id))?.state])
    }

    await ask()
    vendor.fail('GET /me', faults.status(500))
    await ask()
    vendor.fail('GET /me', faults.status(401))
    await ask()
    vendor.fail('GET /me', faults.status(403))
    await ask()
    await ask()

    expect(seen).toEqual([
      [true, undefined, 'active'],
      [false, 500, 'active'],
      [false, 401, 'error'],
      [false, 403, 'error'],
      [true, undefined, 'active'],
    ])
  })

  test('a run moves the state as well: all checks refused, or one that got through', async () => {
    const { runtime, vendor, create } = await keyed()
    const { id } = await create()
    vendor.fail('GET /admins', faults.status(401))

    await runStored(runtime, id, ['admins'])
    const refused = await runtime.connections.get(id)
    await runStored(runtime, id, ['admins'])

    expect(refused).toMatchObject({ state: 'error' })
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active', stateReason: undefined })
  })

  test('a newer version that asks for more makes every check an error that names the field, and sends nothing', async () => {
    const store = `sqlite:${join(createTempFolder(), 'store.db')}`
    const keys = makeKeyText()
    const { runtime, vendor, create } = await keyed({ store, keys })
    const { id } = await create()
    await runtime.close()
    const stricter = defineConnector({
      id: 'keyed',
      name: 'Keyed',
      version: '3.0.0',
      baseUrl: vendor.url,
      credentialFields: [{ id: 'tenant', label: 'Tenant', type: 'text', required: true }],
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    })
    const check = stricter.check({ id: 'admins', title: 'Admins', onEmpty: 'pass', run: (ctx) => ctx.get('/admins') })
    const connector = stricter.with(check)
    const { runtime: newer } = await openRuntimeWith({ connectors: [connector], store, keys })

    const { checks: outcomes } = await runStored(newer, id, ['admins'])

    expect(outcomes[0]?.error).toMatchObject({ kind: 'config', code: 'CREDENTIAL_MISSING' })
    expect(outcomes[0]?.error?.message).toContain('tenant')
    expect(vendor.requests).toHaveLength(0)
  })

  test('a newer version with fewer credential fields shows no value of a field that it lacks, and runs', async () => {
    const store = `sqlite:${join(createTempFolder(), 'store.db')}`
    const keys = makeKeyText()
    const { runtime, vendor, create } = await keyed({ store, keys })
    const { id } = await create({ credentials: { ...credentials, note: 'private-note-123' } })
    await runtime.close()
    const leaner = defineConnector({
      id: 'keyed',
      name: 'Keyed',
      version: '3.0.0',
      baseUrl: vendor.url,
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    })
    const check = leaner.check({
      id: 'admins',
      title: 'Admins',
      async run(ctx) {
        await ctx.get('/admins')
        const evidence = { credentials: ctx.credentials, variables: ctx.variables }
        ctx.pass({ resource: { type: 'account', id: 'a' }, title: 'Counted', evidence })
      },
    })
    const { runtime: newer } = await openRuntimeWith({ connectors: [leaner.with(check)], store, keys })

    const result = await runStored(newer, id, ['admins'])

    expect(result.status).toBe('pass')
    expect(result.inputs).toMatchObject({ credentials: { api_key: '[redacted]' }, variables: {} })
    expect(JSON.stringify(result)).not.toMatch(/private-note-123/)
  })

  test('get() of an unknown id is undefined', async () => {
    const { runtime } = await keyed()

    expect(await runtime.connections.get('no-such-connection')).toBeUndefined()
  })
})
