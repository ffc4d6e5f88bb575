import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import {
  type Check,
  type CheckContext,
  type CheckData,
  defineConnector,
  type RunEvent,
  systemClock,
} from '../../../src/define/index.ts'
import { type RunChecksOptions, runChecks } from '../../../src/things/runs/run-checks.ts'
import { type Answerer, catchError, createConnectorWith, secretKey, serve } from '../../http/support.ts'

const resource = (id = 'u1') => ({ type: 'user', id })
const pass = (ctx: CheckContext, id?: string) => ctx.pass({ resource: resource(id), title: 'On' })
const fail = (ctx: CheckContext, id?: string) =>
  ctx.fail({ resource: resource(id), title: 'Off', remediation: 'Turn it on.' })

type Work = (ctx: CheckContext) => void | Promise<void>
type Checks = Readonly<Record<string, Work | readonly [Partial<CheckData>, Work]>>

/** Runs checks, given by id, of a connector on a real vendor. */
async function run(
  checks: Checks,
  options: Partial<RunChecksOptions> & {
    readonly answer?: Answerer
    readonly definition?: object
    readonly hooks?: object
  } = {},
) {
  const { answer, definition, hooks, ...given } = options
  const vendor = await serve(answer)
  const connector = createConnectorWith({ baseUrl: vendor.origin, ...definition }, hooks as never)
  const list = Object.entries(checks).map(([id, given]): Check => {
    const [data, work] = typeof given === 'function' ? ([{}, given] as const) : given
    return { id, title: id, connectorId: 'acme', ...data, run: work }
  })
  const events: RunEvent[] = []
  const result = await runChecks(
    { ...connector, checks: list },
    {
      credentials: { api_key: secretKey },
      allowPrivateNetwork: true,
      onEvent: (event) => events.push(event),
      ...given,
    },
  )
  const check = (id: string) => {
    const outcome = result.checks.find((each) => each.id === id)
    if (!outcome) throw new Error(`There is no check "${id}".`)
    return outcome
  }
  return { result, events, vendor, check, all: JSON.stringify([result, events]) }
}

describe('runChecks() rolls up', () => {
  test.each<[string, Work, string]>([
    ['a pass', (ctx) => pass(ctx), 'pass'],
    ['a failure among passes', (ctx) => [pass(ctx, 'a'), fail(ctx, 'b'), pass(ctx, 'c')].at(0), 'fail'],
    [
      'a manual one among passes',
      (ctx) => [pass(ctx), ctx.manual({ resource: resource(), title: 'Look' })].at(0),
      'manual',
    ],
    ['not applicable alone', (ctx) => ctx.notApplicable({ resource: resource(), title: 'None' }), 'not_applicable'],
    [
      'a pass beside not applicable',
      (ctx) => [pass(ctx), ctx.notApplicable({ resource: resource(), title: 'None' })].at(0),
      'pass',
    ],
  ])('%s', async (_name, work, status) => {
    const { result } = await run({ mfa: work })

    expect([result.status, result.checks[0]?.status, result.checks[0]?.complete]).toEqual([status, status, true])
  })

  test('checks to the run, and counts both', async () => {
    const { result } = await run({
      good: (ctx) => pass(ctx),
      bad: (ctx) => fail(ctx),
      asked: async (ctx) => {
        await ctx.get('/x')
        pass(ctx)
      },
      broken: () => {
        throw new Error('no')
      },
    })

    expect(result.status).toBe('error')
    expect(result.summary).toEqual({
      checks: { pass: 2, fail: 1, manual: 0, not_applicable: 0, error: 1 },
      results: { pass: 2, fail: 1, manual: 0, not_applicable: 0, waived: 0 },
      errors: 1,
      requests: 1,
      retries: 0,
    })
  })
})

describe('runChecks() never guesses', () => {
  test('no result is an error unless onEmpty says what it means', async () => {
    const { check } = await run({
      silent: () => {},
      fine: [{ onEmpty: 'pass' }, () => {}],
      bad: [{ onEmpty: 'fail' }, () => {}],
      none: [{ onEmpty: 'not_applicable' }, () => {}],
    })

    expect(check('silent')).toMatchObject({
      status: 'error',
      complete: false,
      error: { kind: 'incomplete_data', code: 'CHECK_NO_RESULT' },
    })
    expect([check('fine').status, check('bad').status, check('none').status]).toEqual([
      'pass',
      'fail',
      'not_applicable',
    ])
  })

  test('a check that throws keeps what it reported and is an error, and its siblings run', async () => {
    const { check, result } = await run({
      broken: (ctx) => {
        pass(ctx, 'a')
        fail(ctx, 'b')
        throw new TypeError('cannot read x of undefined')
      },
      sibling: async (ctx) => {
        await systemClock.sleep(5)
        pass(ctx)
      },
    })

    expect(result.status).toBe('error')
    expect(check('broken')).toMatchObject({
      status: 'error',
      error: {
        kind: 'check_bug',
        code: 'CHECK_THREW',
        message: 'The check threw TypeError: cannot read x of undefined. This is a mistake in its code.',
      },
      results: [{ status: 'pass' }, { status: 'fail' }],
    })
    expect(check('sibling').status).toBe('pass')
  })

  test.each([
    [401, 'auth'],
    [402, 'plan'],
    [403, 'permission'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'upstream'],
  ])('a %i is an error of kind %s, also with onEmpty: pass', async (status, kind) => {
    const { check } = await run(
      {
        mfa: [{ onEmpty: 'pass', scopes: ['users:read'] }, async (ctx) => void (await ctx.get('/x', { retry: false }))],
      },
      { answer: () => ({ status, json: { message: 'the vendor says so' } }) },
    )

    expect(check('mfa')).toMatchObject({ status: 'error', error: { kind } })
    expect(check('mfa').error?.message).toContain('The vendor answered: the vendor says so')
    expect(check('mfa').error?.missingScopes).toEqual(status === 403 ? ['users:read'] : undefined)
  })

  test('a list that was cut off is an error, whatever was seen of it', async () => {
    const { check } = await run(
      {
        capped: [
          { onEmpty: 'pass' },
          async (ctx) => {
            for await (const id of ctx.paginate<number>('/x', {
              items: 'items',
              next: { cursor: 'next', param: 'c' },
              maxPages: 2,
            }))
              pass(ctx, String(id))
          },
        ],
      },
      { answer: (_request, _response, nth) => ({ json: { items: [nth], next: nth } }) },
    )

    expect(check('capped')).toMatchObject({
      status: 'error',
      complete: false,
      error: { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE' },
    })
    expect(check('capped').error?.message).toContain('cut off after 2 pages')
    expect(check('capped').results).toHaveLength(2)
  })

  test('ctx.cannotTell() ends the check where a value is missing', async () => {
    const enforced = async (ctx: CheckContext) => {
      const org = await ctx.get<{ enforced: boolean | null }>('/org')
      const value: boolean =
        org.enforced ??
        ctx.cannotTell({ kind: 'permission', message: 'Only owners see it.', missingScopes: ['admin:org'] })
      if (value) pass(ctx)
      else fail(ctx)
    }
    const asOwner = await run({ enforced }, { answer: () => ({ json: { enforced: false } }) })
    const asMember = await run({ enforced }, { answer: () => ({ json: { enforced: null } }) })

    expect(asOwner.check('enforced').status).toBe('fail')
    expect(asMember.check('enforced')).toMatchObject({
      status: 'error',
      results: [],
      error: { kind: 'permission', code: 'CHECK_INCOMPLETE', missingScopes: ['admin:org'] },
    })
    expect(asMember.check('enforced').error?.message).toBe(
      'Only owners see it. The check needs admin:org; grant it, then reconnect.',
    )
  })

  test('a check that catches its own doubt goes on and ends as error all the same', async () => {
    const { check } = await run({
      swallowing: async (ctx) => {
        for (const id of ['a', 'b', 'c']) {
          try {
            if (id === 'b') ctx.cannotTell({ kind: 'not_found', message: `${id} is hidden.` })
            pass(ctx, id)
          } catch {
            // Goes on with the others.
          }
        }
      },
    })

    expect(check('swallowing')).toMatchObject({
      status: 'error',
      error: { kind: 'not_found', message: 'b is hidden.' },
    })
    expect(check('swallowing').results.map((result) => result.resource.id)).toEqual(['a', 'c'])
  })

  test('a forgotten await is an error and never an empty list', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const forgotten: Checks = {
      each: [{ onEmpty: 'pass' }, (ctx) => void ctx.each([1, 2], async () => void (await ctx.get('/x')))],
      get: [{ onEmpty: 'pass' }, (ctx) => void ctx.get('/x').then(() => fail(ctx))],
      loop: [
        { onEmpty: 'pass' },
        (ctx) => {
          const loop = async () => {
            for await (const _item of ctx.paginate('/list', { next: 'link' })) fail(ctx)
          }
          void loop()
        },
      ],
    }

    const { result } = await run(forgotten, { answer: () => ({ json: [1] }) })
    await setImmediate()

    process.off('unhandledRejection', note)
    for (const outcome of result.checks)
      expect(outcome).toMatchObject({
        status: 'error',
        error: { kind: 'check_bug', code: 'CHECK_INCOMPLETE', message: expect.stringContaining('Await every call.') },
      })
    expect(unhandled).toEqual([])
  })

  describe('a list that the check leaves early', () => {
    const leaving = (each: (ctx: Parameters<Work>[0]) => void, partial?: boolean) =>
      run(
        {
          first: async (ctx) => {
            for await (const _item of ctx.paginate('/list', { next: 'link', partial })) {
              each(ctx)
              break
            }
          },
        },
        {
          answer: (request) =>
            request.path === '/list' ? { json: [1, 2], headers: { link: '</more>; rel=next' } } : undefined,
        },
      )

    test('is fine where it said that a part is enough', async () => {
      const { check, vendor } = await leaving(pass, true)

      expect(check('first')).toMatchObject({ status: 'pass', complete: true })
      expect(vendor.seen[0]?.path).toBe('/list')
    })

    test('proves nothing where it did not', async () => {
      const { check } = await leaving(pass)

      expect(check('first')).toMatchObject({
        status: 'error',
        complete: false,
        error: { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE' },
      })
      expect(check('first').error?.message).toBe(
        'The check left the list /list before its end, so it did not see everything. If a part of the list is enough, add partial: true.',
      )
    })

    test('has failed where one item failed, and may hold more of them', async () => {
      const { check } = await leaving(fail)

      expect(check('first')).toMatchObject({ status: 'fail', complete: false })
    })
  })

  test('a result that lacks something is an error of the check', async () => {
    const { check } = await run({ bad: (ctx) => ctx.fail({ resource: resource(), title: 'Off' } as never) })

    expect(check('bad')).toMatchObject({ status: 'error', error: { kind: 'check_bug', code: 'CHECK_RESULT_INVALID' } })
  })

  test('a vendor whose answers changed is schema_drift', async () => {
    const { check } = await run(
      { drift: async (ctx) => void (await ctx.paginate('/x', { items: 'users', next: 'link' }).next()) },
      { answer: () => ({ json: { people: [] } }) },
    )

    expect(check('drift')).toMatchObject({ status: 'error', error: { kind: 'schema_drift', code: 'SCHEMA_DRIFT' } })
  })
})

describe('runChecks() and time', () => {
  test('a check that hangs ends at its deadline, keeps its results, and harms no other', async () => {
    const { check } = await run(
      {
        hanging: [
          { timeoutMs: 60 },
          async (ctx) => {
            pass(ctx, 'early')
            await ctx.get('/hang')
          },
        ],
        deaf: [{ timeoutMs: 60 }, () => new Promise<void>(() => {})],
        fine: (ctx) => pass(ctx),
      },
      { answer: () => undefined },
    )

    for (const id of ['hanging', 'deaf'])
      expect(check(id)).toMatchObject({
        status: 'error',
        error: { kind: 'timeout', code: 'CHECK_TIMEOUT', retryable: true },
      })
    expect(check('hanging').results).toHaveLength(1)
    expect(check('fine').status).toBe('pass')
  })

  test('a run ends at its deadline, and what had ended by then counts', async () => {
    const { check } = await run(
      {
        done: (ctx) => pass(ctx),
        hanging: async (ctx) => void (await ctx.get('/hang')),
        deaf: () => new Promise<void>(() => {}),
      },
      { timeoutMs: 300, answer: () => undefined },
    )

    expect(check('done').status).toBe('pass')
    for (const id of ['hanging', 'deaf'])
      expect(check(id)).toMatchObject({
        status: 'error',
        error: { kind: 'timeout', code: 'CHECK_TIMEOUT', message: expect.stringContaining("the run's 0.3 s") },
      })
  })

  test.each([0, -1, Number.NaN])('a run refuses %s as its time', async (timeoutMs) => {
    await expect(run({ a: (ctx) => pass(ctx) }, { timeoutMs })).rejects.toThrow(TypeError)
  })

  test('a cancelled run ends within a second with what it has', async () => {
    const controller = new AbortController()
    const startedAt = performance.now()

    const { check, result, events } = await run(
      {
        done: (ctx) => pass(ctx),
        partial: async (ctx) => {
          pass(ctx, 'a')
          setTimeout(() => controller.abort(), 10)
          await ctx.get('/hang')
        },
        waiting: async (ctx) => void (await ctx.get('/limited')),
      },
      {
        signal: controller.signal,
        answer: (request) =>
          request.path === '/limited' ? { status: 429, headers: { 'retry-after': '60' } } : undefined,
      },
    )

    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(result.status).toBe('error')
    expect(check('done').status).toBe('pass')
    for (const id of ['partial', 'waiting'])
      expect(check(id)).toMatchObject({ status: 'error', error: { kind: 'incomplete_data', code: 'CANCELLED' } })
    expect(check('partial').results).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'error' })
  })

  test('a run lets go of the signal that might have cancelled it', async () => {
    const { signal } = new AbortController()

    await run({ a: (ctx) => pass(ctx) }, { signal })

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('a run that is cancelled before it begins sends nothing', async () => {
    const { check, vendor } = await run(
      { a: async (ctx) => void (await ctx.get('/x')) },
      { signal: AbortSignal.abort() },
    )

    expect(check('a')).toMatchObject({ status: 'error', error: { code: 'CANCELLED' } })
    expect(vendor.seen).toEqual([])
  })

  test('ctx.now is the start of the run, and each check has its own', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const seen: string[] = []
    const work: Work = async (ctx) => {
      clock.advance(60_000)
      ctx.now.setFullYear(1999 + seen.length)
      seen.push(ctx.now.toISOString())
      await setImmediate()
      pass(ctx)
    }

    const { result } = await run(
      { a: work, b: (ctx) => [seen.push(ctx.now.toISOString()), pass(ctx)].at(1) as undefined },
      { clock },
    )

    expect(seen).toEqual(['1999-05-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z'])
    expect(result).toMatchObject({
      startedAt: '2026-05-01T12:00:00.000Z',
      finishedAt: '2026-05-01T12:01:00.000Z',
      inputs: { now: '2026-05-01T12:00:00.000Z' },
    })
    expect(result.checks[0]?.durationMs).toBe(60_000)
  })

  test.each([-3_600_000, 86_400_000])(
    'a clock that jumps by %i ms spoils neither verdict nor order of times',
    async (jumpMs) => {
      let nowMs = Date.parse('2026-05-01T12:00:00Z')
      const clock = { nowMs: () => nowMs, sleep: async () => void (await setImmediate()) }
      const work: Work = async (ctx) => {
        await ctx.get('/x')
        nowMs += jumpMs
        await ctx.get('/y')
        pass(ctx)
      }

      const { result, check } = await run({ a: work }, { clock })

      expect(check('a')).toMatchObject({ status: 'pass', complete: true, requests: 2 })
      expect(check('a')?.durationMs).toBe(Math.max(0, jumpMs))
      expect(Date.parse(result.finishedAt)).toBe(Date.parse(result.startedAt) + Math.max(0, jumpMs))
    },
  )
})

describe('runChecks() and what a check leaves running', () => {
  test('neither a deadline nor a cancelled run lets its failure end the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const forgetful: Work = async (ctx) => {
      for (const path of ['/a', '/b'])
        void (async () => {
          await ctx.get(path)
        })()
      await new Promise(() => {})
    }
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 30)

    const timedOut = await run({ mfa: [{ timeoutMs: 30 }, forgetful] }, { answer: () => undefined })
    const cancelled = await run({ mfa: forgetful }, { answer: () => undefined, signal: controller.signal })
    await setImmediate()

    process.off('unhandledRejection', note)
    expect([timedOut, cancelled].map(({ check }) => check('mfa').error?.code)).toEqual(['CHECK_TIMEOUT', 'CANCELLED'])
    expect(unhandled).toEqual([])
  })
})

describe('runChecks() and configuration', () => {
  test.each([
    ['a missing credential', { credentials: {} }, 'CREDENTIAL_MISSING', 'api_key: is required'],
    [
      'a malformed one',
      { credentials: { api_key: 'SEKRET\n1' } },
      'CREDENTIAL_INVALID',
      'api_key: must not contain line breaks',
    ],
    [
      'an unknown one',
      { credentials: { api_key: 'SEKRET1', other: 'SEKRET1' } },
      'CREDENTIAL_INVALID',
      'other: is not a credential field',
    ],
    ['plain http without the private network', { allowPrivateNetwork: false }, 'HTTP_HOST_REFUSED', 'https only'],
  ])('%s is every check’s error of kind config, and nothing is sent', async (_name, options, code, message) => {
    const work: Work = async (ctx) => void (await ctx.get('/x'))

    const { result, vendor, all } = await run({ a: [{ onEmpty: 'pass' }, work], b: work }, options)

    expect(result.checks.map(({ status, error }) => [status, error?.kind, error?.code])).toEqual(
      Array(2).fill(['error', 'config', code]),
    )
    expect(result.checks[0]?.error?.message).toContain(message)
    expect(vendor.seen).toEqual([])
    expect(all).not.toContain('SEKRET')
  })

  test('a value that would lead credentials elsewhere is refused', async () => {
    const definition = {
      baseUrl: 'https://{site}.acme.example',
      credentialFields: [{ id: 'site', label: 'Site', type: 'text', required: true }],
    }

    const { check } = await run(
      { a: async (ctx) => void (await ctx.get('/x')) },
      { definition, credentials: { api_key: 'k', site: 'evil.example/' } },
    )

    expect(check('a')).toMatchObject({ status: 'error', error: { kind: 'config', code: 'CREDENTIAL_INVALID' } })
  })

  test('the token of oauth2 is demanded, sent as bearer, current in ctx.accessToken, and not among the credentials', async () => {
    const definition = {
      auth: {
        type: 'oauth2',
        config: { authorizeUrl: 'https://acme.example/a', tokenUrl: 'https://acme.example/t', scopes: [] },
      },
      credentialFields: [{ id: 'site', label: 'Site', type: 'text' }],
    }
    const seen: unknown[] = []
    const work: Work = async (ctx) => {
      seen.push(ctx.credentials, 'accessToken' in ctx && ctx.accessToken)
      await ctx.get('/x')
      pass(ctx)
    }

    const good = await run({ a: work }, { definition, credentials: { access_token: 'token-123456', site: 'blue' } })
    const bad = await run({ a: work }, { definition, credentials: { site: 'blue' } })

    expect(good.vendor.seen[0]?.headers.authorization).toBe('Bearer token-123456')
    expect(seen).toEqual([{ site: 'blue' }, 'token-123456'])
    expect(good.all).not.toContain('token-123456')
    expect(bad.check('a').error).toMatchObject({
      kind: 'config',
      code: 'CREDENTIAL_MISSING',
      message: expect.stringContaining('access_token: is required'),
    })
    expect(bad.vendor.seen).toEqual([])
  })

  test('variables are typed, have defaults, and are each check’s own', async () => {
    const seen: Record<string, unknown> = {}
    const note: Work = (ctx) => {
      seen[Object.keys(seen).length] = ctx.variables
      pass(ctx)
    }
    const days = { id: 'days', label: 'Days', type: 'number', default: 90 } as const

    const { result, check } = await run(
      {
        plain: note,
        own: [{ variables: [days] }, note],
        bad: [{ variables: [{ ...days, id: 'size', min: 5 }] }, note],
      },
      {
        definition: { variables: [{ id: 'most', label: 'Most', type: 'number', default: 4 }] },
        variables: { most: '2', size: 1 },
      },
    )

    expect(seen).toEqual({ 0: { most: 2 }, 1: { most: 2, days: 90 } })
    expect(check('bad')).toMatchObject({ status: 'error', error: { kind: 'config', code: 'VARIABLE_INVALID' } })
    expect(check('bad').error?.message).toContain('size: must be at least 5')
    expect(result.inputs.variables).toEqual({ most: 2, days: 90 })
  })

  test('misuse throws: an unknown check or variable, no connector, no credentials', async () => {
    const work: Work = () => {}

    expect(await catchError(run({ a: work }, { checks: ['b'] }))).toMatchObject({
      name: 'CheckError',
      code: 'CHECK_UNKNOWN',
    })
    expect(await catchError(run({ a: work }, { variables: { nobody: 1 } }))).toMatchObject({ code: 'VARIABLE_INVALID' })
    expect(await catchError(run({}))).toMatchObject({ code: 'CHECK_UNKNOWN' })
    expect(await catchError(runChecks({} as never, { credentials: {} }))).toBeInstanceOf(TypeError)
    expect(await catchError(run({ a: work }, { credentials: undefined as never }))).toBeInstanceOf(TypeError)
  })

  test('only the chosen checks run', async () => {
    const { result, events } = await run({ a: (ctx) => pass(ctx), b: (ctx) => fail(ctx) }, { checks: ['a'] })

    expect(result.checks.map(({ id }) => id)).toEqual(['a'])
    expect(events[0]).toMatchObject({ type: 'run.started', runId: result.id, checks: [{ id: 'a', title: 'a' }] })
  })
})

describe('runChecks() tells', () => {
  test('what happens, in order', async () => {
    const { events, result } = await run(
      {
        mfa: async (ctx) => {
          ctx.log('begin')
          await ctx.get('/users?page=1')
          pass(ctx)
        },
      },
      {
        answer: (_request, _response, nth) => (nth === 1 ? { status: 503, json: {} } : { json: {} }),
        clock: fixedClock(0),
      },
    )

    expect(events.map(({ type }) => type)).toEqual([
      'run.started',
      'check.started',
      'log',
      'request',
      'wait',
      'request',
      'result',
      'check.finished',
      'run.finished',
    ])
    expect(events.filter(({ type }) => type === 'request')).toMatchObject([
      { method: 'GET', url: expect.stringContaining('/users?page=1'), status: 503, attempt: 1 },
      { status: 200, attempt: 2 },
    ])
    const { results: _, ...outcome } = result.checks[0] ?? {}
    expect(events.find(({ type }) => type === 'check.finished')).toEqual({
      type: 'check.finished',
      checkId: 'mfa',
      outcome,
    })
    expect(result.checks[0]).toMatchObject({ requests: 2, retries: 1, exchanges: [1, 2] })
  })

  test('a listener that throws changes nothing', async () => {
    const onEvent = () => {
      throw new Error('listener')
    }

    const { check } = await run({ a: (ctx) => pass(ctx) }, { onEvent })

    expect(check('a').status).toBe('pass')
  })

  test('neither does one that rejects later', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const onEvent = async () => {
      throw new Error('listener')
    }

    const { check } = await run({ a: (ctx) => pass(ctx) }, { onEvent })
    await setImmediate()

    expect(check('a').status).toBe('pass')
    expect(unhandled).toEqual([])
  })

  test('no secret, wherever a careless check puts it', async () => {
    const minted = 'minted-during-the-run'
    const careless: Work = async (ctx) => {
      const { token } = await ctx.get<{ token: string }>('/token')
      ctx.secret(token)
      const key = String(ctx.credentials.api_key)
      ctx.log(`key ${key}`, { token, nested: [key], password: 'other-secret' })
      ctx.warn(Buffer.from(key).toString('base64'))
      ctx.error(`failed for ${encodeURIComponent(token)}`)
      await ctx.state.set('last', token)
      ctx.fail({
        resource: { type: 'token', id: token, name: key },
        title: `Found ${token}`,
        description: key,
        remediation: `Revoke ${token}`,
        evidence: { token, key, map: new Map([[key, token]]), url: new URL(`https://x.example/?sig=${token}`) },
      })
      throw new Error(`boom ${key}`, { cause: new Error(token) })
    }

    const { all, check } = await run({ careless }, { answer: () => ({ json: { token: minted } }) })

    expect(check('careless').results).toHaveLength(1)
    for (const text of [secretKey, minted, 'other-secret', Buffer.from(secretKey).toString('base64')])
      expect(all).not.toContain(text)
    expect(check('careless').logs[0]).toMatchObject({
      level: 'info',
      message: 'key [redacted]',
      fields: { token: '[redacted]', nested: ['[redacted]'] },
    })
  })

  test('no key that travels in the query, in errors, events and links of the vendor', async () => {
    const definition = { auth: { type: 'api_key', config: { in: 'query', name: 'key', prefix: 'p-' } } }
    const list: Work = async (ctx) => {
      for await (const item of ctx.paginate('/list', { items: 'items', next: { url: 'next' } }))
        ctx.pass({ resource: resource(), title: 'Seen', evidence: { item } })
    }

    const { all, check, vendor } = await run(
      { list },
      {
        definition,
        answer: (request) =>
          request.path.startsWith('/list')
            ? { json: { items: [`${request.path}`], next: `/more?key=p-${secretKey}` } }
            : { status: 400, json: { message: `You asked for ${request.path}` } },
      },
    )

    expect(vendor.seen.map(({ path }) => path)).toEqual([`/list?key=p-${secretKey}`, `/more?key=p-${secretKey}`])
    expect(check('list')).toMatchObject({ status: 'error', results: [{ status: 'pass' }] })
    expect(all).not.toContain(secretKey)
  })

  test('credentials that are no secrets, and of the others that they were there', async () => {
    const definition = {
      credentialFields: [
        { id: 'region', label: 'Region', type: 'text' },
        { id: 'port', label: 'Port', type: 'number' },
        { id: 'pem', label: 'PEM', type: 'textarea' },
      ],
    }

    const { result, all } = await run(
      { a: (ctx) => pass(ctx) },
      { definition, credentials: { api_key: secretKey, region: 'eu', port: 443, pem: 'line one\nline two' } },
    )

    expect(result.inputs.credentials).toEqual({ api_key: '[redacted]', region: 'eu', port: 443, pem: '[redacted]' })
    expect(all).not.toContain('line two')
  })

  test('a field that is called access_token, where OAuth does not bring one', async () => {
    const definition = { credentialFields: [{ id: 'access_token', label: 'Token of the agent', type: 'text' }] }
    let seen: unknown

    const { result } = await run(
      {
        a: (ctx) => {
          seen = ctx.credentials.access_token
          pass(ctx)
        },
      },
      { definition, credentials: { api_key: secretKey, access_token: 'agent-7' } },
    )

    expect(result.status).toBe('pass')
    expect(seen).toBe('agent-7')
  })

  test('findings by the same id in every run', async () => {
    const work: Work = (ctx) => [fail(ctx, 'a'), fail(ctx, 'b')].at(0)
    const [first, second] = [await run({ mfa: work }), await run({ mfa: work })]
    const idsOf = ({ result }: typeof first) => result.checks[0]?.results.map(({ findingId }) => findingId)

    expect(idsOf(first)).toEqual(idsOf(second))
    expect(new Set(idsOf(first)).size).toBe(2)
    expect(first.result.id).not.toBe(second.result.id)
  })
})

describe('runChecks() shares one way to the vendor', () => {
  test('with one login and one limit for all checks', async () => {
    let inFlight = 0
    let most = 0
    const four = Promise.withResolvers<void>()
    const auth = {
      type: 'custom',
      config: { credentialFields: [{ id: 'secret', label: 'Secret', type: 'password', required: true }] },
    }
    let logins = 0
    const { result, vendor } = await run(
      Object.fromEntries(
        Array.from({ length: 10 }, (_each, index): [string, Work] => [
          `check-${index}`,
          async (ctx) => {
            await ctx.each([1, 2, 3], async (id) => void (await ctx.get(`/${index}/${id}`)))
            pass(ctx)
          },
        ]),
      ),
      {
        definition: { auth, limits: { concurrency: 4 } },
        credentials: { secret: secretKey },
        hooks: { authenticate: async () => ({ headers: { 'X-Session': `session-${++logins}` } }) },
        answer: async () => {
          most = Math.max(most, ++inFlight)
          // The first four wait for each other: on a busy machine one may be answered before the next has come.
          if (inFlight === 4) four.resolve()
          await four.promise
          await systemClock.sleep(1)
          inFlight--
          return { json: {} }
        },
      },
    )

    expect(result.status).toBe('pass')
    expect([logins, most, vendor.seen.length]).toEqual([1, 4, 30])
    // Every exchange has its own number, whoever asked.
    expect(result.checks.flatMap(({ exchanges }) => exchanges).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_each, index) => index + 1),
    )
  })

  test('and runs checks that were written with types', async () => {
    const vendor = await serve(() => ({
      json: {
        admins: [
          { id: 'u1', mfa: true },
          { id: 'u2', mfa: false },
        ],
      },
    }))
    const acme = defineConnector({
      id: 'acme',
      name: 'Acme',
      baseUrl: vendor.origin,
      auth: { type: 'basic', config: { passwordField: 'token' } },
      variables: [
        { id: 'role', label: 'Role', type: 'select', options: [{ value: 'admin', label: 'Admin' }], default: 'admin' },
      ],
    })
    const mfa = acme.check({
      id: 'admin-mfa',
      title: 'Administrators sign in with a second factor',
      severity: 'high',
      controls: ['soc2:CC6.1'],
      tags: ['mfa'],
      async run(ctx) {
        const { admins } = await ctx.get<{ admins: { id: string; mfa: boolean }[] }>(`/${ctx.variables.role}s`, {
          query: { by: ctx.credentials.username },
        })
        for (const { id, mfa } of admins) {
          const resource = { type: 'user', id }
          if (mfa) ctx.pass({ resource, title: 'Second factor on', evidence: { mfa } })
          else ctx.fail({ resource, title: 'No second factor', remediation: 'Enrol one.', evidence: { mfa } })
        }
      },
    })

    const result = await runChecks(acme.with(mfa), {
      credentials: { username: 'ada', token: 'pass-word-1' },
      allowPrivateNetwork: true,
    })

    expect(vendor.seen[0]).toMatchObject({
      path: '/admins?by=ada',
      headers: { authorization: `Basic ${btoa('ada:pass-word-1')}` },
    })
    expect(result.checks[0]).toMatchObject({
      id: 'admin-mfa',
      severity: 'high',
      controls: ['soc2:CC6.1'],
      tags: ['mfa'],
      status: 'fail',
      results: [{ status: 'pass' }, { status: 'fail', severity: 'high', remediation: 'Enrol one.' }],
    })
  })
})
