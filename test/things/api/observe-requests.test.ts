import { inspect } from 'node:util'
import { propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApiHost } from '../../app/host/world.ts'
import { registerSdk, type Sdk } from '../../service/telemetry/sdk.ts'
import { Canaries } from '../runtime/canaries.ts'
import { createRecordingLogger } from '../runtime/log.ts'

let sdk: Sdk
beforeAll(() => {
  sdk = registerSdk()
  // The header that W3CTraceContextPropagator reads.
  propagation.setGlobalPropagator({
    inject: () => undefined,
    fields: () => ['traceparent'],
    extract: (context, carrier, getter) => {
      const [, traceId, spanId] = String(getter.get(carrier, 'traceparent')).split('-')
      return traceId && spanId
        ? trace.setSpanContext(context, { traceId, spanId, traceFlags: 1, isRemote: true })
        : context
    },
  })
})
beforeEach(() => sdk.reset())
afterAll(() => sdk.close())

test('a request is a span below its caller, a measurement and a line of the log, by the template of its route', async () => {
  const logger = createRecordingLogger()
  const { ask } = await openApiHost({ logger })
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

  await ask('GET', '/v1/integrations/connections/no-such-one', {
    headers: { traceparent, 'x-request-id': 'request-4711' },
  })

  const [span] = sdk.spans
  const route = '/v1/integrations/connections/{connectionId}'
  const answered = { 'http.request.method': 'GET', 'http.route': route, 'http.response.status_code': 404 }
  expect([span?.name, span?.kind, span?.spanContext().traceId, span?.parentSpanContext?.spanId]).toEqual([
    `GET ${route}`,
    SpanKind.SERVER,
    'a'.repeat(32),
    'b'.repeat(16),
  ])
  expect(span?.attributes).toEqual({ ...answered, 'url.scheme': 'https', 'checkwright.request.id': 'request-4711' })
  expect(span?.status.code).toBe(SpanStatusCode.UNSET)
  expect((await sdk.metrics())['http.server.request.duration']).toEqual([
    { attributes: { ...answered, 'url.scheme': 'https' }, count: 1 },
  ])
  expect(logger.lines).toEqual([
    {
      level: 'info',
      message: 'Request answered',
      fields: { requestId: 'request-4711', method: 'GET', route, status: 404, durationMs: expect.any(Number) },
    },
  ])
})

test('what is nowhere has no route; a fault of ours is an error; a method of nobody is not told', async () => {
  const { ask, runtime } = await openApiHost()
  await ask('GET', '/nowhere/at/all')
  await ask('BREW', '/v1/organization')
  await runtime.close()
  await ask('GET', '/v1/organization')

  expect(sdk.spans.map(({ name, attributes, status }) => [name, attributes['http.route'], status.code])).toEqual([
    ['GET', undefined, SpanStatusCode.UNSET],
    ['_OTHER', undefined, SpanStatusCode.UNSET],
    ['GET /v1/organization', '/v1/organization', SpanStatusCode.ERROR],
  ])
})

test('no span, metric or line of the log holds a key, an address or a body', async () => {
  const logger = createRecordingLogger()
  const { ask, key } = await openApiHost({ logger })
  const canaries = new Canaries()
  canaries.add('key', key.slice(-43))
  canaries.add('path', 'CANARY-in-the-path')
  canaries.add('query', 'CANARY-in-the-query')
  canaries.add('body', 'CANARY-in-the-body')
  canaries.add('cookie', 'CANARY-in-the-cookie')

  for (const path of [
    '/v1/integrations/connections/CANARY-in-the-path',
    '/CANARY-in-the-path',
    '/v1/integrations/oauth/callback',
  ]) {
    const headers = { cookie: 'a=CANARY-in-the-cookie' }
    await ask('GET', `${path}?state=CANARY-in-the-query`, { headers })
    await ask('POST', `${path}?state=CANARY-in-the-query`, { headers, body: { a: 'CANARY-in-the-body' } })
  }

  const spans = sdk.spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))
  const told = inspect([spans, await sdk.metrics(), logger.lines], { depth: 10, maxArrayLength: null })
  expect(logger.lines.length).toBeGreaterThan(5)
  expect(canaries.in(told)).toEqual([])
})
