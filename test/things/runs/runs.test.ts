import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor, faults, fixedClock } from '../../../src/author/testing/index.ts'
import type { RunEvent } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { catchError } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createKeyConnector } from '../runtime/keyed.ts'
import { openRuntimeWith, runStored } from '../runtime/world.ts'

const credentials = { api_key: 'key-of-acme-1234567890', region: 'eu' }

async function keyed(options: Partial<RuntimeOptions> = {}) {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: credentials.api_key },
    routes: { 'GET /me': { json: {} }, 'GET /admins': { json: { admins: 2 } } },
  })
  onTestFinished(() => vendor.close())
  const world = await openRuntimeWith({ connectors: [createKeyConnector(vendor.url)], ...options })
  const { id } = await world.runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials })
  return { ...world, vendor, id }
}

async function eventsOf(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

describe('runtime.runs.start({ exchanges })', () => {
  test('keeps them, without the credentials of the connection', async () => {
    const { runtime, id } = await keyed()
    const file = join(createTempFolder(), 'exchanges.ndjson')

    const run = await runtime.runs.start({ connectionId: id, exchanges: { file } })
    const result = await run.result

    const kept = readFileSync(file, 'utf8')
    expect(result.replayable).toBe(true)
    expect(await runtime.runs.get(run.id)).toMatchObject({ result: { replayable: true } })
    expect(result.checks.flatMap(({ exchanges }) => exchanges)).toHaveLength(kept.trim().split('\n').length)
    expect(kept).not.toContain(credentials.api_key)
  })

  test('rejects, and begins no run, when the file cannot be made', async () => {
    const { runtime, id, vendor } = await keyed()
    const file = join(createTempFolder(), 'missing', 'exchanges.ndjson')

    const error = await catchError(runtime.runs.start({ connectionId: id, exchanges: { file } }))

    expect(error).toMatchObject({ code: 'ENOENT' })
    expect(await runtime.runs.list({ organizationId: 'acme' })).toEqual([])
    expect(vendor.requests).toEqual([])
  })
})

describe('runtime.runs', () => {
  test('start() gives id, events and the result, which get() and list() find again', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const { runtime, id } = await keyed({ clock })

    const run = await runtime.runs.start({ connectionId: id, organizationId: 'acme', variables: { max_admins: '7' } })
    const result = await run.result

    expect(result).toMatchObject({
      schema: 'checkwright.run/v1',
      id: run.id,
      connector: { id: 'keyed', version: '2.0.0' },
      connectionId: id,
      organizationId: 'acme',
      startedAt: '2026-05-01T12:00:00.000Z',
      status: 'pass',
      inputs: { variables: { max_admins: 7 }, credentials: { api_key: '[redacted]', region: 'eu' }, stateBefore: {} },
    })
    const record = {
      id: run.id,
      organizationId: 'acme',
      connectionId: id,
      connectorId: 'keyed',
      crossCheckId: null,
      status: 'pass',
      trigger: 'request',
      startedAtMs: Date.parse('2026-05-01T12:00:00Z'),
      beganAtMs: Date.parse('2026-05-01T12:00:00Z'),
      finishedAtMs: Date.parse('2026-05-01T12:00:00Z'),
      attempts: 1,
      scoped: true,
    }
    expect(await runtime.runs.list({ organizationId: 'acme', connectionId: id })).toEqual([record])
    expect(await runtime.runs.get({ id: run.id, organizationId: 'acme' })).toEqual({ ...record, result })
    expect(await runtime.runs.get({ id: run.id, organizationId: 'other' })).toBeUndefined()
    expect(await runtime.runs.list({ organizationId: 'other' })).toEqual([])
  })

  test('events are the same for who reads along and who comes late', async () => {
    const { runtime, id } = await keyed()

    const run = await runtime.runs.start({ connectionId: id })
    const along = await eventsOf(run.events)
    await run.result
    const late = await eventsOf(run.events)

    expect(along.map(({ type }) => type)).toEqual([
      'run.started',
      'check.started',
      'request',
      'result',
      'check.finished',
      'run.finished',
    ])
    expect(late).toEqual(along)
    expect(JSON.stringify(along)).not.toContain(credentials.api_key)
  })

  test('runs of one connection wait for each other; another connection does not wait', async () => {
    const { runtime, vendor, id } = await keyed()
    const { id: free } = await runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials })
    vendor.fail('GET /admins', faults.slowBody({ pauseMs: 20, chunks: 4 }))
    const order: string[] = []
    const started = async (name: string, connectionId: string) => {
      const { events } = await runtime.runs.start({ connectionId })
      for await (const { type } of events) {
        if (type === 'run.started') order.push(`${name} begins`)
        if (type === 'run.finished') order.push(`${name} ends`)
      }
    }

    await Promise.all([started('first', id), started('second', id), started('free', free)])

    expect(order.filter((line) => !line.startsWith('free'))).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ])
    expect(order.indexOf('free ends')).toBeLessThan(order.indexOf('first ends'))
  })

  test('what a check keeps is there in the next run, also after a restart', async () => {
    const store = `sqlite:${createTempFolder()}/store.db`
    const keys = makeKeyText()
    const { runtime, vendor, id } = await keyed({ store, keys })
    await runStored(runtime, id, ['admins'])
    await runtime.close()
    const { runtime: reopened } = await openRuntimeWith({ connectors: [createKeyConnector(vendor.url)], store, keys })

    const { checks, inputs } = await runStored(reopened, id, ['admins'])

    expect(inputs.stateBefore).toEqual({ admins: { runs: 1 } })
    expect(checks[0]?.results[0]?.evidence).toMatchObject({ runs: 2 })
  })

  test('start() refuses what it cannot run, and keeps no run', async () => {
    const { runtime, id } = await keyed()
    const start = (more: object) => runtime.runs.start({ connectionId: id, ...more })

    await expect(start({ checks: ['misspelt'] })).rejects.toMatchObject({ code: 'CHECK_UNKNOWN' })
    await expect(start({ variables: { misspelt: 1 } })).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
    await expect(start({ connectionId: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    expect(await runtime.runs.list({ organizationId: 'acme' })).toEqual([])
  })

  test('cancel() ends a run with what it has, and keeps it as cancelled', async () => {
    const { runtime, vendor, id } = await keyed()
    vendor.fail('GET /admins', faults.hang())
    const run = await runtime.runs.start({ connectionId: id })
    const reading = eventsOf(run.events)
    await untilAsked(vendor)

    const foreign = await runtime.runs.cancel({ id: run.id, organizationId: 'other' })
    const cancelled = await runtime.runs.cancel({ id: run.id, organizationId: 'acme' })
    const result = await run.result

    expect([foreign, cancelled]).toEqual([false, true])
    expect(result.checks[0]?.error).toMatchObject({ kind: 'incomplete_data', code: 'CANCELLED' })
    expect(await runtime.runs.get(run.id)).toMatchObject({ status: 'cancelled', result })
    expect((await reading).at(-1)?.type).toBe('run.finished')
    expect(await runtime.runs.cancel(run.id)).toBe(false)
  })

  test('cancel() of a run that waits ends it at once, and sends nothing for it', async () => {
    const { runtime, vendor, id } = await keyed()
    vendor.fail('GET /admins', faults.hang())
    const running = await runtime.runs.start({ connectionId: id })
    const waiting = await runtime.runs.start({ connectionId: id })
    const next = await runtime.runs.start({ connectionId: id })
    await untilAsked(vendor)

    await runtime.runs.cancel(waiting.id)
    const result = await waiting.result

    expect(result.checks[0]?.error?.code).toBe('CANCELLED')
    expect(await runtime.runs.get(running.id)).toMatchObject({ status: 'running' })
    // The one behind it still waits for the first.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await runtime.runs.get(next.id)).toMatchObject({ status: 'queued', beganAtMs: null })
    expect(vendor.requests).toHaveLength(1)
    await runtime.runs.cancel(running.id)
    expect((await next.result).status).toBe('pass')
  })

  test('start({ timeoutMs }) ends a run at its deadline, as an error and not as cancelled, and refuses what is no time', async () => {
    const { runtime, vendor, id } = await keyed()
    vendor.fail('GET /admins', faults.hang())

    const run = await runtime.runs.start({ connectionId: id, timeoutMs: 200 })
    const result = await run.result
    const error = await catchError(runtime.runs.start({ connectionId: id, timeoutMs: 0 }))

    expect(result.checks.map(({ error }) => error?.kind)).toContain('timeout')
    expect(await runtime.runs.get(run.id)).toMatchObject({ status: 'error' })
    expect(error).toBeInstanceOf(TypeError)
  })

  test('cancel() after the last check has ended changes nothing', async () => {
    const { runtime, id } = await keyed()
    const run = await runtime.runs.start({ connectionId: id })
    for await (const event of run.events) if (event.type === 'check.finished') await runtime.runs.cancel(run.id)

    expect((await run.result).status).toBe('pass')
    expect(await runtime.runs.get(run.id)).toMatchObject({ status: 'pass' })
  })

  test('close() cancels what runs and refuses the next; what waits stays, and is run by the next process', async () => {
    const store = `sqlite:${createTempFolder()}/store.db`
    const keys = makeKeyText()
    const { runtime, vendor, id } = await keyed({ store, keys })
    vendor.fail('GET /admins', faults.hang())
    const running = await runtime.runs.start({ connectionId: id })
    const waiting = await runtime.runs.start({ connectionId: id })
    await untilAsked(vendor)
    const third = runtime.runs.start({ connectionId: id })

    await runtime.close()
    const late = runtime.runs.start({ connectionId: id })

    await expect(late).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(waiting.result).rejects.toMatchObject({ code: 'CANCELLED' })
    await third.catch(() => undefined)
    expect((await running.result).checks[0]?.error?.code).toBe('CANCELLED')
    const { runtime: reopened } = await openRuntimeWith({ connectors: [createKeyConnector(vendor.url)], store, keys })
    expect(await reopened.runs.get(running.id)).toMatchObject({ status: 'cancelled' })
    for await (const _ of reopened.runs.events(waiting.id));
    expect(await reopened.runs.get(waiting.id)).toMatchObject({ status: 'pass', attempts: 1 })
  })

  test('the limits of a connection hold across its runs and tests', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const vendor = await fakeVendor({ routes: { 'GET /admins': { json: { admins: 1 } }, 'GET /me': { json: {} } } })
    onTestFinished(() => vendor.close())
    const limited = createKeyConnector(vendor.url, { requestsPerSecond: 1, burst: 1 })
    const { runtime } = await openRuntimeWith({ connectors: [limited], clock })
    const { id } = await runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials })

    await runStored(runtime, id, ['admins'])
    await runStored(runtime, id, ['admins'])
    await runtime.connections.test(id)

    expect(clock.nowMs() - Date.parse('2026-05-01T12:00:00Z')).toBe(2_000)
  })
})

async function untilAsked(vendor: { readonly requests: readonly unknown[] }): Promise<void> {
  while (vendor.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
}
