import { expect, test } from 'vitest'
import { faults } from '../../../src/author/testing/index.ts'
import { apiKey, openVaultHost } from './world.ts'

/** Events of a stream, in order. */
function eventsIn(text: string): { id: string; event: string; data: Record<string, unknown> }[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id:'))
    .map((block) => {
      const [id = '', event = '', data = ''] = block.split('\n').map((line) => line.replace(/^[a-z]+: /, ''))
      return { id, event, data: JSON.parse(data) }
    })
}

test('an account is connected, tested, run, followed, and its results and report are read, all over HTTP', async () => {
  const { call, ask, held } = await openVaultHost()
  const { promise: isFollowed, resolve: follow } = Promise.withResolvers<void>()

  const connector = await call('GET', '/connectors/vault')
  const made = await call('POST', '/connections', {
    connector: 'vault',
    credentials: { api_key: apiKey, region: 'eu' },
    userId: 'ada',
  })
  const tested = await call('POST', `/connections/${made.body.id}/test`)
  // Requests and results are told while they happen alone, so the run goes on when its stream has begun.
  held.until = isFollowed
  const started = await call('POST', `/connections/${made.body.id}/runs`)
  const stream = await ask('GET', `/v1/integrations/runs/${started.body.id}/events`)
  await stream.clone().body?.getReader().read()
  follow()
  const events = eventsIn(await stream.text())
  const run = await call('GET', `/runs/${started.body.id}`)
  const failing = await call('GET', `/runs/${started.body.id}/results?status=fail`)
  const report = await ask('GET', `/v1/integrations/runs/${started.body.id}/report?format=markdown`)

  expect(connector.body).toMatchObject({
    strategy: 'api_key',
    connectBy: 'credentials',
    setupInstructions: 'Open **Settings**, then *API*.',
    credentialFields: [{ id: 'api_key', secret: true, required: true }, { id: 'region' }],
    checks: [{ id: 'boxes-locked', severity: 'high', controls: ['soc2:CC6.1'] }, { id: 'audits-kept' }],
  })
  expect([made.status, made.headers.get('location')]).toEqual([
    201,
    `https://checks.example.com/v1/integrations/connections/${made.body.id}`,
  ])
  expect(made.body).toMatchObject({ state: 'active', userId: 'ada', variables: {} })
  expect(tested).toMatchObject({ status: 200, body: { ok: true, status: null, message: null } })
  expect([started.status, started.body.status, started.headers.get('location')]).toEqual([
    202,
    'running',
    `https://checks.example.com/v1/integrations/runs/${started.body.id}`,
  ])
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['run.started', 'check.started', 'request', 'result', 'check.finished']),
  )
  expect(events.filter(({ event }) => event === 'run.finished')).toHaveLength(1)
  expect(events.at(-1)).toEqual({
    id: 'end',
    event: 'run.finished',
    data: { type: 'run.finished', runId: started.body.id, status: 'error' },
  })
  expect(run.body).toMatchObject({
    status: 'error',
    connectorVersion: '1.2.0',
    summary: { results: { pass: 1, fail: 2 }, checks: { fail: 1, error: 1 } },
    checks: [
      { id: 'boxes-locked', status: 'fail', results: 3, error: null },
      { id: 'audits-kept', status: 'error', error: { kind: 'permission', missingScopes: ['audits:read'] } },
    ],
  })
  expect(failing.body).toMatchObject({
    data: [
      { checkId: 'boxes-locked', severity: 'low', resource: { id: 'attic' }, remediation: 'Lock it.' },
      { checkId: 'boxes-locked', severity: 'high', resource: { id: 'hall' } },
    ],
    nextCursor: null,
  })
  expect(report.headers.get('content-disposition')).toBe(`attachment; filename=run-${started.body.id}.md`)
  expect(await report.text()).toContain('Boxes are locked')
})

test('the stream of a run goes on after the event that was read last, and says when there is nothing more', async () => {
  const { ask, call, connected, held } = await openVaultHost()
  const id = await connected()
  const { promise: bothFollow, resolve: goOn } = Promise.withResolvers<void>()
  held.until = bothFollow
  const { body: run } = await call('POST', `/connections/${id}/runs`, { checks: ['boxes-locked'] })
  const follow = (headers: Record<string, string> = {}) =>
    ask('GET', `/v1/integrations/runs/${run.id}/events`, { headers })

  // A run that has ended gives its end alone to whoever says that they have read something of it.
  const streams = await Promise.all([follow(), follow({ 'last-event-id': '2' })])
  goOn()
  const [all = '', rest = ''] = await Promise.all(streams.map((answer) => answer.text()))
  const late = eventsIn(await (await follow()).text())
  const done = await follow({ 'last-event-id': 'end' })

  expect(eventsIn(rest)).toEqual(eventsIn(all).slice(2))
  expect(eventsIn(all).map((each) => each.id)).toEqual([
    ...eventsIn(all)
      .slice(0, -1)
      .map((_, index) => String(index + 1)),
    'end',
  ])
  expect(late).toMatchObject([
    { event: 'run.started' },
    { event: 'check.started' },
    { event: 'check.finished', data: { checkId: 'boxes-locked', outcome: { status: 'fail' } } },
    { id: 'end', event: 'run.finished', data: { status: 'fail' } },
  ])
  expect([done.status, await done.text()]).toEqual([204, ''])
})

test('results can be read at the moment that the stream says the run has finished', async () => {
  const { ask, call, connected } = await openVaultHost()
  const { body: run } = await call('POST', `/connections/${await connected()}/runs`, {})
  const stream = (await ask('GET', `/v1/integrations/runs/${run.id}/events`)).body
  if (stream === null) throw new Error('no stream')
  let seen = ''
  for await (const chunk of stream) {
    seen += Buffer.from(chunk).toString()
    if (seen.includes('event: run.finished')) break
  }

  const results = await call('GET', `/runs/${run.id}/results`)

  expect([results.status, results.body.data.length]).toEqual([200, 3])
})

test('a run is cancelled, and says so; what has ended stays as it is', async () => {
  const { call, connected, vendor, ask } = await openVaultHost()
  const id = await connected()
  vendor.fail('GET /boxes', faults.hang())
  const { body: run } = await call('POST', `/connections/${id}/runs`, { checks: ['boxes-locked'] })
  const early = await call('GET', `/runs/${run.id}/results`)

  const cancelled = await call('POST', `/runs/${run.id}/cancel`)
  await (await ask('GET', `/v1/integrations/runs/${run.id}/events`)).text()
  const again = await call('POST', `/runs/${run.id}/cancel`)

  expect([early.status, early.body.code]).toEqual([409, 'STORE_CONFLICT'])
  expect(cancelled.status).toBe(200)
  expect([again.status, again.body.status]).toEqual([200, 'cancelled'])
})

test('a run that is asked for twice with one Idempotency-Key is started once, and found at the same place', async () => {
  const { ask, connected, call } = await openVaultHost()
  const id = await connected()
  const start = () =>
    ask('POST', `/v1/integrations/connections/${id}/runs`, { headers: { 'idempotency-key': 'nightly-1' } })

  const [first, second] = [await start(), await start()]

  expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([202, 202, 'true'])
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  expect((await call('GET', '/runs')).body.data).toHaveLength(1)
})
