import { channel } from 'node:diagnostics_channel'
import { inspect } from 'node:util'
import { context, isSpanContextValid, SpanStatusCode, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor, faults } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { Canaries } from '../../things/runtime/canaries.ts'
import { connect, openAcmeRuntime, runStored, startTestServers } from '../../things/runtime/world.ts'
import { registerSdk, type Sdk } from './sdk.ts'

let sdk: Sdk
beforeAll(() => {
  sdk = registerSdk()
})
beforeEach(() => sdk.reset())
afterAll(() => sdk.close())

/** A vendor that is asked with a key in the query, and a connector with checks of its own making. */
async function vendorAnd() {
  const vendor = await fakeVendor({
    routes: {
      'GET /users': { json: [] },
      'GET /accounts/:id': { json: {} },
      'GET /forbidden': { status: 403, json: {} },
    },
  })
  onTestFinished(() => vendor.close())
  const connector = defineConnector({
    id: 'traced',
    name: 'Traced',
    version: '3.1.0',
    baseUrl: vendor.url,
    credentialFields: [{ id: 'account', label: 'Account', type: 'password', required: true }],
    auth: { type: 'api_key', config: { in: 'query', name: 'key' } },
  })
  return { vendor, connector }
}

const credentials = { api_key: 'CANARY+key/0123456789', account: 'CANARYaccount98765' }
const run = (...[connector, options]: Parameters<typeof runChecks>) =>
  runChecks(connector, { allowPrivateNetwork: true, ...options })

describe('a run', () => {
  test('is a span with its checks below, and each attempt at the vendor below its check', async () => {
    const { vendor, connector } = await vendorAnd()
    vendor.fail('GET /users', faults.status(503))
    const users = connector.check({
      id: 'users',
      title: 'Users',
      onEmpty: 'pass',
      run: async (ctx) => void (await ctx.get('/users', { query: { q: 'ada@example.com' } })),
    })
    const parent = trace.getTracer('host').startSpan('host')

    const result = await context.with(trace.setSpan(context.active(), parent), () =>
      run(connector.with(users), { credentials }),
    )
    parent.end()

    const [ran] = sdk.spansNamed('run traced')
    const [check] = sdk.spansNamed('check users')
    const requests = sdk.spans.filter((span) => span.parentSpanContext?.spanId === check?.spanContext().spanId)
    expect(ran?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId)
    expect(ran?.attributes).toEqual({
      'checkwright.connector.id': 'traced',
      'checkwright.connector.version': '3.1.0',
      'checkwright.run.id': result.id,
      'checkwright.run.status': 'pass',
    })
    expect(check?.parentSpanContext?.spanId).toBe(ran?.spanContext().spanId)
    expect(check?.attributes).toMatchObject({ 'checkwright.check.status': 'pass', 'checkwright.check.requests': 2 })
    expect(check?.events.map(({ name, attributes }) => [name, attributes?.['checkwright.wait.reason']])).toEqual([
      ['wait', 'retry'],
    ])
    expect(requests.map(({ name, attributes, status }) => [name, attributes, status.code])).toEqual([
      ['GET', { ...asked(vendor.url), 'http.response.status_code': 503, 'error.type': '503' }, SpanStatusCode.ERROR],
      ['GET', { ...asked(vendor.url), 'http.response.status_code': 200, 'http.request.resend_count': 1 }, 0],
    ])
    expect(ran?.duration[0]).toBeLessThan(30)
  })

  test('that could not tell is an error by its kind and code; one that fails is an answer', async () => {
    const { connector } = await vendorAnd()
    const forbidden = connector.check({
      id: 'forbidden',
      title: 'Forbidden',
      run: async (ctx) => void (await ctx.get('/forbidden')),
    })
    const failing = connector.check({
      id: 'failing',
      title: 'Failing',
      run: async (ctx) => ctx.fail({ resource: { type: 'a', id: 'a' }, title: 'No', remediation: 'Do.' }),
    })

    await run(connector.with(forbidden, failing), { credentials })

    const [refused] = sdk.spansNamed('check forbidden')
    expect(refused?.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(refused?.attributes).toMatchObject({
      'error.type': 'permission',
      'checkwright.error.code': 'HTTP_PERMISSION_DENIED',
    })
    expect(sdk.spansNamed('check failing')[0]?.status.code).toBe(SpanStatusCode.UNSET)
    expect(sdk.spansNamed('run traced')[0]?.status).toEqual({ code: SpanStatusCode.ERROR })
  })

  test('is counted by connector and status, its requests by status class, retries and waits apart', async () => {
    const { vendor, connector } = await vendorAnd()
    vendor.fail('GET /users', faults.status(503))
    const users = connector.check({
      id: 'users',
      title: 'Users',
      onEmpty: 'pass',
      run: async (ctx) => void (await ctx.get('/users')),
    })

    await run(connector.with(users), { credentials })

    const of = { 'checkwright.connector.id': 'traced' }
    const metrics = await sdk.metrics()
    const request = { ...of, 'http.request.method': 'GET' }
    expect(metrics['checkwright.runs']).toEqual([{ attributes: { ...of, 'checkwright.run.status': 'pass' }, count: 1 }])
    expect(metrics['checkwright.run.duration']).toHaveLength(1)
    expect(metrics['checkwright.check.duration']).toEqual([
      { attributes: { ...of, 'checkwright.check.id': 'users', 'checkwright.check.status': 'pass' }, count: 1 },
    ])
    expect(metrics['checkwright.vendor.request.duration']).toEqual([
      { attributes: { ...request, 'checkwright.http.status_class': '5xx' }, count: 1 },
      { attributes: { ...request, 'checkwright.http.status_class': '2xx' }, count: 1 },
    ])
    expect(metrics['checkwright.vendor.retries']).toEqual([{ attributes: of, count: 1 }])
    expect(metrics['checkwright.vendor.wait.duration']).toEqual([
      { attributes: { ...of, 'checkwright.wait.reason': 'retry' }, count: 1 },
    ])
  })
})

describe('a refresh', () => {
  test('is a span of the run that needs it, and is counted', async () => {
    const world = await startTestServers()
    const { runtime } = await openAcmeRuntime(world)
    const connection = await connect(runtime)
    world.accept(() => false)

    await runStored(runtime, connection.id)

    const [ran] = sdk.spansNamed('run acme')
    const [refresh] = sdk.spansNamed('token refresh')
    expect(refresh?.parentSpanContext?.spanId).toBe(ran?.spanContext().spanId)
    expect(refresh?.attributes).toEqual({
      'checkwright.connector.id': 'acme',
      'checkwright.connection.id': connection.id,
      'checkwright.organization.id': 'acme',
    })
    expect((await sdk.metrics())['checkwright.token.refreshes']).toEqual([
      { attributes: { 'checkwright.connector.id': 'acme' }, count: 1 },
    ])
  })
})

describe('the queue', () => {
  test('tells how many runs there are, and how long each waited; a stored run is a trace of its own', async () => {
    const { runtime } = await openAcmeRuntime(await startTestServers())
    const connection = await connect(runtime)
    const parent = trace.getTracer('host').startSpan('host')

    await context.with(trace.setSpan(context.active(), parent), () => runStored(runtime, connection.id))
    parent.end()

    const metrics = await sdk.metrics()
    expect(sdk.spansNamed('run acme').map(({ parentSpanContext }) => parentSpanContext)).toEqual([undefined])
    expect(metrics['checkwright.queue.latency']).toEqual([
      { attributes: { 'checkwright.connector.id': 'acme' }, count: 1 },
    ])
    expect(metrics['checkwright.queue.depth']).toEqual([{ attributes: {}, count: 0 }])
  })
})

test('no span and no metric holds a secret, a query or what a check wrote', async () => {
  const canaries = new Canaries()
  for (const [name, secret] of Object.entries(credentials)) canaries.add(name, secret)
  canaries.add('query', 'search-for-ada')
  canaries.add('minted', 'CANARY-minted-4711')
  canaries.add('thrown', 'a vendor said this')
  const { connector } = await vendorAnd()
  const leaking = connector.check({
    id: 'leaking',
    title: 'Leaking',
    async run(ctx) {
      const minted = ctx.secret('CANARY-minted-4711')
      await ctx.get(`/accounts/${ctx.credentials.account}`, { query: { q: 'search-for-ada' } })
      await ctx.get(`/accounts/${minted}`, { query: { session: minted }, headers: { 'x-session': minted } })
      throw new Error(`a vendor said this: ${ctx.credentials.account}`)
    },
  })

  const result = await run(connector.with(leaking), { credentials })

  const told = inspect([sdk.spans.map(plain), await sdk.metrics()], { depth: 10, maxArrayLength: null })
  expect(result.checks[0]?.requests).toBe(2)
  expect(told).toContain("'server.address'")
  expect(told).not.toContain('/accounts')
  expect(canaries.in(told)).toEqual([])
})

test('an instrumented HTTP client finds neither trace nor baggage to hand to a vendor', async () => {
  const { vendor, connector } = await vendorAnd()
  const created = channel('undici:request:create')
  // The same as @opentelemetry/instrumentation-undici.
  const instrument = (message: unknown) => {
    const { request } = message as { request: { addHeader(name: string, value: string): void } }
    const span = trace.getTracer('undici').startSpan('instrumented')
    const { traceId, spanId } = span.spanContext()
    if (isSpanContextValid(span.spanContext())) request.addHeader('traceparent', `00-${traceId}-${spanId}-01`)
    if (trace.getActiveSpan()) request.addHeader('x-active', 'yes')
    span.end()
  }
  created.subscribe(instrument)
  onTestFinished(() => void created.unsubscribe(instrument))
  const users = connector.check({
    id: 'users',
    title: 'Users',
    onEmpty: 'pass',
    run: async (ctx) => void (await ctx.get('/users')),
  })

  await run(connector.with(users), { credentials })
  await fetch(`${vendor.url}/users`)

  const [byCheck, byHost] = vendor.requests
  expect(Object.keys(byCheck?.headers ?? {}).filter((name) => /trace|active|baggage/.test(name))).toEqual([])
  expect(byHost?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
})

function asked(url: string) {
  return {
    'http.request.method': 'GET',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(url).port),
    'url.scheme': 'http',
  }
}

function plain({ name, attributes, events, status, links }: Sdk['spans'][number]) {
  return { name, attributes, events, status, links }
}
