import { describe, expect, test } from 'vitest'
import type { CheckContext, RunResult } from '../../../src/define/index.ts'
import { HttpError } from '../../../src/errors/index.ts'
import { defineConnector } from '../../../src/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { serve } from '../../http/support.ts'

const resource = { type: 'account', id: 'a' }

/** A check that does something and then says that all is well, at a vendor whose paths are the statuses they answer. */
async function outcomeOf(work: (ctx: CheckContext) => Promise<unknown>): Promise<RunResult['checks'][number]> {
  const vendor = await serve((request, _response, nth) => {
    if (request.path === '/never') return undefined
    const [path = ''] = request.path.split('?')
    if (path === '/once') return nth === 1 ? { status: 404, json: {} } : { json: { ok: true } }
    if (path === '/text') return { body: '<html>', headers: { 'content-type': 'text/html' } }
    if (path === '/pages') return { json: [1, 2], headers: { link: '</403>; rel=next' } }
    if (path === '/graphql') return { json: { errors: [{ message: 'no' }] } }
    const status = Number(path.slice(1)) || 200
    return status === 200 ? { json: { ok: true } } : { status, json: { message: `${status} says no` } }
  })
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: vendor.origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const check = acme.check({
    id: 'mfa',
    title: 'MFA',
    async run(ctx) {
      await work(ctx)
      ctx.pass({ resource, title: 'All is well' })
    },
  })
  const { checks } = await runChecks(acme.with(check), {
    credentials: { api_key: 'secret-key-4711' },
    allowPrivateNetwork: true,
  })
  const [outcome] = checks
  if (!outcome) throw new Error('There is one check.')
  return outcome
}

const quietly = (call: Promise<unknown>) => call.catch(() => undefined)

describe('A check that passes over', () => {
  test.each<[string, (ctx: CheckContext) => Promise<unknown>, string, string]>([
    ['a 404 of get', (ctx) => quietly(ctx.get('/404')), 'not_found', 'HTTP_NOT_FOUND'],
    ['a 403 of post', (ctx) => quietly(ctx.post('/403', { reads: true })), 'permission', 'HTTP_PERMISSION_DENIED'],
    ['a 404 of fetch, whose status it does not look at', (ctx) => ctx.fetch('/404'), 'not_found', 'HTTP_NOT_FOUND'],
    [
      'a 404 of fetch, whose status it looks at',
      async (ctx) => (await ctx.fetch('/404')).ok,
      'not_found',
      'HTTP_NOT_FOUND',
    ],
    [
      'a host that is not there, asked by a Request',
      (ctx) => ctx.fetch(new Request('https://acme.invalid/x')).catch(() => undefined),
      'network',
      'HTTP_NETWORK',
    ],
    ['a 500', (ctx) => quietly(ctx.get('/500')), 'upstream', 'HTTP_UPSTREAM'],
    ['what is no JSON', (ctx) => quietly(ctx.get('/text')), 'schema_drift', 'HTTP_NOT_JSON'],
    ['errors of GraphQL', (ctx) => quietly(ctx.graphql('{ a }')), 'upstream', 'GRAPHQL_ERRORS'],
    ['a method that it may not use', (ctx) => quietly(ctx.delete('/x')), 'check_bug', 'HTTP_METHOD_REFUSED'],
    [
      'a page in the middle of a list',
      async (ctx) => {
        try {
          for await (const _item of ctx.paginate('/pages', { next: 'link' })) await Promise.resolve()
        } catch {
          // As a careless author would.
        }
      },
      'permission',
      'HTTP_PERMISSION_DENIED',
    ],
    [
      'a time limit of its own',
      (ctx) => quietly(ctx.fetch('/never', { signal: AbortSignal.timeout(0) })),
      'timeout',
      'HTTP_TIMEOUT',
    ],
    [
      'another status than it expects',
      (ctx) => quietly(ctx.get('/403', { expect: [404] })),
      'permission',
      'HTTP_PERMISSION_DENIED',
    ],
    [
      'what its own function does not take for an answer',
      (ctx) => quietly(ctx.get('/404', { expect: ({ excerpt }) => excerpt?.includes('not protected') ?? false })),
      'not_found',
      'HTTP_NOT_FOUND',
    ],
    [
      'what its own function cannot judge',
      (ctx) =>
        quietly(
          ctx.get('/404', {
            expect: () => {
              throw new Error('no')
            },
          }),
        ),
      'not_found',
      'HTTP_NOT_FOUND',
    ],
    [
      'a 401 that its own function takes for an answer, which it never is',
      (ctx) => quietly(ctx.get('/401', { expect: () => true })),
      'auth',
      'AUTH_REJECTED',
    ],
    [
      'an answer to another question',
      (ctx) => quietly(ctx.get('/404', { query: { a: 1 } })).then(() => quietly(ctx.get('/200', { query: { a: 2 } }))),
      'not_found',
      'HTTP_NOT_FOUND',
    ],
    [
      'the same path asked with other headers',
      (ctx) =>
        quietly(ctx.get('/once', { headers: { 'x-org': 'a' } })).then(() =>
          ctx.get('/once', { headers: { 'x-org': 'b' } }),
        ),
      'not_found',
      'HTTP_NOT_FOUND',
    ],
    [
      'a search that is asked again with another body',
      (ctx) =>
        quietly(ctx.post('/once', { body: { a: 1 }, reads: true })).then(() =>
          ctx.post('/once', { body: { a: 2 }, reads: true }),
        ),
      'not_found',
      'HTTP_NOT_FOUND',
    ],
    [
      'more refusals than anybody explains',
      async (ctx) => {
        for (let n = 0; n < 1_100; n++) await quietly(ctx.get('/404', { query: { n }, retry: false }))
      },
      'not_found',
      'HTTP_NOT_FOUND',
    ],
  ])('%s ends as error of that', async (_what, work, kind, code) => {
    const outcome = await outcomeOf(work)

    expect(outcome).toMatchObject({ status: 'error', complete: false, error: { kind, code } })
    expect(outcome.error?.message).toMatch(/[.!?…] The check continued without this answer/)
    // Results are kept; they only do not count for a verdict.
    expect(outcome.results).toHaveLength(1)
  })

  test('a 404 is told how to say that it is an answer, and one of a 500 is not', async () => {
    const [missing, broken] = [
      await outcomeOf((ctx) => quietly(ctx.get('/404'))),
      await outcomeOf((ctx) => quietly(ctx.get('/500'))),
    ]

    expect(missing.error?.message).toMatch(/answered 404 to GET \/404\. .*add it to the request: expect: \[404\]\.$/)
    expect(broken.error?.message).not.toContain('expect')
  })
})

describe('A check may', () => {
  test.each<[string, (ctx: CheckContext) => Promise<unknown>]>([
    ['expect a status', (ctx) => quietly(ctx.get('/404', { expect: [404] }))],
    [
      'expect a status of fetch',
      async (ctx) => expect((await ctx.fetch('/404', { expect: [404, 410] })).status).toBe(404),
    ],
    ['expect a status of a list', (ctx) => quietly(ctx.paginate('/403', { next: 'link', expect: [403] }).next())],
    [
      'expect what the vendor says',
      (ctx) => quietly(ctx.get('/404', { expect: (refusal) => refusal.excerpt?.includes('404 says no') ?? false })),
    ],
    ['ask the same again, and be answered', (ctx) => quietly(ctx.get('/once')).then(() => ctx.get('/once'))],
    ['ask the same again by fetch', async (ctx) => [await ctx.fetch('/once'), await ctx.fetch('/once')]],
    [
      'break off a request that it no longer needs',
      async (ctx) => {
        const controller = new AbortController()
        const call = ctx.fetch('/200', { signal: controller.signal })
        controller.abort()
        await quietly(call)
      },
    ],
  ])('%s', async (_what, work) => {
    expect(await outcomeOf(work)).toMatchObject({ status: 'pass', complete: true })
  })

  test('still be thrown what it expects, to tell it from an answer', async () => {
    let thrown: unknown
    await outcomeOf((ctx) =>
      ctx.get('/404', { expect: [404] }).catch((error: unknown) => {
        thrown = error
      }),
    )

    expect(thrown).toBeInstanceOf(HttpError)
    expect(thrown).toMatchObject({ status: 404 })
  })

  test.each([401, 407, 408, 425, 429, 500, 503, 200])('not expect a %i, which is no answer', async (status) => {
    const outcome = await outcomeOf((ctx) => ctx.get('/200', { expect: [404, status] }))

    expect(outcome.error).toMatchObject({ kind: 'check_bug', code: 'CHECK_THREW' })
    expect(outcome.error?.message).toContain(`expect: ${status} does not describe the resource`)
  })
})
