import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import type { RunScope } from '../../src/checks/context/run-scope.ts'
import { executeRun, type RunMemory } from '../../src/checks/execute-run.ts'
import { wholeRun } from '../../src/checks/runs/recorded-run.ts'
import type { Check, JsonValue, RunEvent } from '../../src/define/index.ts'
import { StoreError } from '../../src/errors/index.ts'
import { openClient, serve } from '../http/support.ts'
import { checkWith } from './support.ts'

const resource = { type: 'user', id: 'u1' }

/** Runs checks of a connection on a real vendor, with state from before. */
async function run(checks: readonly Check[], memory: Partial<RunMemory> = {}, scope: Partial<RunScope> = {}) {
  const vendor = await serve(() => ({ json: { ok: true } }))
  const { session, redactor, clock } = await openClient({ baseUrl: vendor.origin })
  const saved: [string, Readonly<Record<string, JsonValue>>][] = []
  const events: RunEvent[] = []
  const kept = await executeRun(
    {
      id: 'run-1',
      checks,
      variables: { note: 'sesame-4711-open', most: 3 },
      settings: { site: 'blue' },
      memory: { before: {}, save: async (checkId, state) => void saved.push([checkId, state]), ...memory },
    },
    {
      connector: session.connector,
      redactor,
      clock,
      session: () => session,
      credentials: { api_key: 'sesame-4711-open', region: 'eu' },
      variablesOf: () => ({}),
      connectionId: 'c1',
      organizationId: 'o1',
      grantedScopes: undefined,
      accessToken: undefined,
      now: new Date(clock.nowMs()),
      signal: new AbortController().signal,
      emit: (event) => events.push(event),
      ...scope,
    },
  )
  const result = await wholeRun(kept)
  await kept.close()
  return { result, saved, events, vendor }
}

describe('executeRun() keeps the state of a check', () => {
  const setting = (run: Check['run'] = () => {}, data = {}) =>
    checkWith({ id: 'log', ...data }, async (ctx) => {
      expect(await ctx.state.get('cursor')).toBe('before')
      await ctx.state.set('cursor', 'after')
      await run(ctx)
      ctx.pass({ resource, title: 'Seen' })
    })
  const before = { log: { cursor: 'before', kept: 1 }, other: { a: 1 } }

  test('that could tell, whole', async () => {
    const { saved, result } = await run([setting()], { before })

    expect(saved).toEqual([['log', { cursor: 'after', kept: 1 }]])
    expect(result.inputs.stateBefore).toEqual(before)
  })

  test.each<[string, Check['run']]>([
    ['threw', () => Promise.reject(new Error('no'))],
    ['said that it cannot tell', (ctx) => ctx.cannotTell({ kind: 'permission', message: 'm' })],
    ['was given null where a value had to be', (ctx) => void ctx.known(null, { kind: 'permission', message: 'm' })],
    [
      'saw a part only',
      async (ctx) =>
        void (await ctx
          .paginate('/x', { items: () => [1], next: { page: { param: 'page', first: 1 } }, maxPages: 1 })
          .next()),
    ],
  ])('not when it %s, or the next run would begin too late', async (_name, work) => {
    const { saved, result } = await run([setting(work)], { before })

    expect(result.status).toBe('error')
    expect(saved).toEqual([])
  })

  test('not when it set nothing', async () => {
    const { saved } = await run([checkWith({ id: 'log' }, (ctx) => ctx.pass({ resource, title: 'Seen' }))], { before })

    expect(saved).toEqual([])
  })

  test('or ends as error when it cannot be kept', async () => {
    const save = () => Promise.reject(new StoreError('The disk is full.', { code: 'STORE_UNAVAILABLE' }))

    const { result } = await run([setting()], { before, save })

    expect(result.checks[0]).toMatchObject({
      status: 'error',
      error: { code: 'STORE_UNAVAILABLE', kind: 'config', message: 'The disk is full.' },
      results: [{ status: 'pass' }],
    })
  })
})

describe('executeRun() gives', () => {
  test('a result that names connection and organization, with inputs that hold no secret', async () => {
    const { result } = await run([checkWith({}, (ctx) => ctx.pass({ resource, title: 'On' }))])

    expect(result).toMatchObject({
      schema: 'checkwright.run/v1',
      id: 'run-1',
      connectionId: 'c1',
      organizationId: 'o1',
      connector: { id: 'acme', version: '0.0.0' },
      replayable: false,
      inputs: {
        variables: { note: '[redacted]', most: 3 },
        settings: { site: 'blue' },
        credentials: { api_key: '[redacted]', region: 'eu' },
      },
    })
  })

  test('ctx.connection, and scopes that were granted to the failure', async () => {
    const seen: unknown[] = []
    const check = checkWith({ scopes: ['a', 'b'] }, (ctx) => {
      seen.push(ctx.connection)
      ctx.cannotTell({ kind: 'permission', message: 'Hidden.' })
    })

    const { result } = await run([check], {}, { grantedScopes: ['a'] })

    expect(seen).toEqual([{ id: 'c1', organizationId: 'o1' }])
    expect(result.checks[0]?.error?.missingScopes).toEqual(['b'])
  })

  test("a check that slept by the run's clock, and none that goes on sleeping when it is cancelled", async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const check = checkWith({}, async (ctx) => {
      await ctx.sleep(3_000)
      ctx.pass({ resource, title: 'Rested' })
    })

    const { result } = await run([check], {}, { clock })
    const cancelled = await run([check], {}, { clock, signal: AbortSignal.abort() })

    expect(result.checks[0]).toMatchObject({ status: 'pass', durationMs: 3_000 })
    expect(cancelled.result.checks[0]).toMatchObject({ status: 'error', results: [] })
  })

  test('nothing more of a check that goes on after its end', async () => {
    const late: Promise<unknown>[] = []
    const check = checkWith({ onEmpty: 'pass' }, (ctx) => {
      const work = async () => {
        await new Promise((resolve) => setTimeout(resolve, 10))
        ctx.log('late')
        ctx.pass({ resource, title: 'late' })
      }
      late.push(work())
    })

    const { result, events } = await run([check])
    const finished = JSON.stringify([result, events])
    const outcome = await Promise.allSettled(late)

    expect(outcome).toMatchObject([{ status: 'fulfilled' }])
    expect(JSON.stringify([result, events])).toBe(finished)
  })
})

describe('executeRun() compares the clocks', () => {
  const minuteMs = 60_000
  const asking = checkWith({ id: 'asks' }, async (ctx) => {
    await ctx.get('/a')
    await ctx.get('/b')
    ctx.pass({ resource, title: 'Seen' })
  })
  const runAt = async (...aheadMs: readonly number[]) => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const vendor = await serve((_request, _response, nth) => {
      const at = clock.nowMs() + (aheadMs[nth - 1] ?? 0)
      return { headers: { date: new Date(at).toUTCString() }, json: {} }
    })
    const { session } = await openClient({ baseUrl: vendor.origin }, { clock })
    return (await run([asking], {}, { session: () => session, clock })).result
  }

  test.each([7 * minuteMs, -7 * minuteMs])(
    'and says that they differ by %i ms, although nothing failed',
    async (aheadMs) => {
      const { clockAheadMs, status } = await runAt(aheadMs, aheadMs)

      expect([clockAheadMs, status]).toEqual([aheadMs, 'pass'])
    },
  )

  test.each([
    ['within two minutes', minuteMs, minuteMs],
    ['by one answer, which a cache kept', -50 * minuteMs, 0],
  ])('and says nothing where they differ %s', async (_name, first, second) => {
    expect((await runAt(first, second)).clockAheadMs).toBeUndefined()
  })
})
