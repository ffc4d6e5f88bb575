import { describe, expect, test } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../src/author/testing/vendor/fake-vendor.ts'
import { faults } from '../../src/author/testing/vendor/faults.ts'
import { paginated } from '../../src/author/testing/vendor/paginated.ts'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import type { AnyConnector, CheckContext, ErrorKind, RunEvent, RunResult } from '../../src/define/index.ts'
import { defineConnector } from '../../src/index.ts'
import { exitCodeOfRuns } from '../../src/service/commands/exit-codes.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'

const users = Array.from({ length: 30 }, (_, n) => ({ id: `u${n}`, mfa: true }))

function startVendor(): Promise<FakeVendor> {
  return fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'secret-key-4711' },
    routes: {
      'GET /users': paginated(users, { style: 'link', pageSize: 5 }),
      'GET /settings/:id': ({ params }) => ({ json: { id: params.id } }),
      'GET /audit': { status: 403, json: { error: 'forbidden' } },
      'GET /slow': { json: {} },
    },
  })
}

interface User {
  readonly id: string
}

const everyUser = async (ctx: CheckContext, maxPages?: number) => {
  for await (const { id } of ctx.paginate<User>('/users', { next: 'link', maxPages }))
    ctx.pass({ resource: { type: 'user', id }, title: 'Second factor on' })
}
const oneSetting = async (ctx: CheckContext, id: string) => {
  await ctx.get(`/settings/${id}`)
  ctx.pass({ resource: { type: 'setting', id }, title: 'As it should be' })
}

type Work = (ctx: CheckContext) => unknown

/** The faults, each different, with their expected names. */
const broken: Readonly<Record<string, { readonly kind: ErrorKind; readonly code: string; readonly work: Work }>> = {
  throwing: {
    kind: 'check_bug',
    code: 'CHECK_THREW',
    work: async (ctx) => {
      await oneSetting(ctx, 'seen-before')
      throw new TypeError('Cannot read properties of undefined')
    },
  },
  hanging: { kind: 'timeout', code: 'CHECK_TIMEOUT', work: (ctx) => ctx.get('/slow') },
  forbidden: { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', work: (ctx) => ctx.get('/audit') },
  capped: { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE', work: (ctx) => everyUser(ctx, 3) },
}

function connectorOf(origin: string, works: Readonly<Record<string, Work>>): AnyConnector {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  return acme.with(
    ...Object.entries(works).map(([id, work]) =>
      acme.check({
        id,
        title: id,
        scopes: ['audit:read'],
        timeoutMs: id.startsWith('hanging') ? 500 : undefined,
        run: async (ctx) => void (await work(ctx)),
      }),
    ),
  )
}

async function run(works: Readonly<Record<string, Work>>) {
  await using vendor = await startVendor()
  vendor.fail('GET /slow', faults.hang(), { times: Number.POSITIVE_INFINITY })
  const events: RunEvent[] = []
  const result = await runChecks(connectorOf(vendor.origin, works), {
    credentials: { api_key: 'secret-key-4711' },
    allowPrivateNetwork: true,
    onEvent: (event) => events.push(event),
  })
  return { result, events }
}

const errorsOf = ({ checks }: RunResult) =>
  Object.fromEntries(checks.flatMap(({ id, error }) => (error ? [[id, [error.kind, error.code]]] : [])))

describe('A run with 50 checks', () => {
  const sound = Object.fromEntries(
    Array.from({ length: 46 }, (_, n): [string, Work] => [
      `sound-${n}`,
      n % 2 === 0 ? (ctx) => everyUser(ctx) : (ctx) => oneSetting(ctx, `s${n}`),
    ]),
  )
  const all = { ...sound, ...Object.fromEntries(Object.entries(broken).map(([id, { work }]) => [id, work])) }

  test('of which one throws, one hangs, one is refused and one is cut off: exactly those are errors, of their kinds', async () => {
    const { result, events } = await run(all)

    expect(result.checks).toHaveLength(50)
    expect(errorsOf(result)).toEqual(
      Object.fromEntries(Object.entries(broken).map(([id, { kind, code }]) => [id, [kind, code]])),
    )
    for (const { id, status, complete, results } of result.checks.filter(({ id }) => id.startsWith('sound'))) {
      const expected = Number(id.slice(6)) % 2 === 0 ? users.length : 1
      expect([id, status, complete, results.length]).toEqual([id, 'pass', true, expected])
    }
    expect(result).toMatchObject({
      status: 'error',
      summary: { checks: { pass: 46, error: 4, fail: 0 }, errors: 4, results: { pass: 23 * 30 + 23 + 1 + 15 } },
    })
    expect(await exitCodeOfRuns([toRecordedRun(result)], { exitZero: true })).toBe(2)
    // Told as it happens, so that somebody who watches needs nothing else.
    const counted = (type: RunEvent['type']) => events.filter((event) => event.type === type).length
    expect([counted('check.started'), counted('check.finished'), counted('result')]).toEqual([50, 50, 729])
    expect(counted('request')).toBe(result.summary.requests)
  })

  test('names the scope that the refused one lacks, and keeps what each had found before', async () => {
    const { result } = await run(all)
    const of = (id: string) => result.checks.find((check) => check.id === id)

    expect(of('forbidden')?.error?.missingScopes).toEqual(['audit:read'])
    expect(of('throwing')?.results.map(({ resource }) => resource.id)).toEqual(['seen-before'])
    expect(of('capped')?.results).toHaveLength(15)
    expect(of('hanging')?.error?.retryable).toBe(true)
  })
})

describe('A check harms no other', () => {
  test.each<[string, Work, ErrorKind, string]>([
    ['that throws text', () => Promise.reject('plainly'), 'check_bug', 'The check threw a string.'],
    ['that throws nothing', () => Promise.reject(undefined), 'check_bug', 'The check threw undefined.'],
    ['that throws null', () => Promise.reject(null), 'check_bug', 'The check threw null.'],
    ['that throws an object', () => Promise.reject({ code: 7 }), 'check_bug', 'The check threw an object.'],
    [
      'that throws what throws itself when it is read',
      () =>
        Promise.reject(
          Object.defineProperty(new Error(), 'message', {
            get: () => {
              throw new Error('no')
            },
          }),
        ),
      'check_bug',
      'The check threw a value that cannot be read.',
    ],
    [
      'that throws an error which is its own cause',
      () => {
        const error = new Error('round')
        error.cause = error
        return Promise.reject(error)
      },
      'check_bug',
      'The check threw Error: round.',
    ],
  ])('%s', async (_what, work, kind, message) => {
    const { result } = await run({ bad: work, sound: (ctx) => oneSetting(ctx, 's') })

    expect(errorsOf(result)).toEqual({ bad: [kind, 'CHECK_THREW'] })
    expect(result.checks[0]?.error?.message).toContain(message)
    expect(result.checks[1]?.status).toBe('pass')
  })

  test('that never ends, whatever its signal says', async () => {
    const { result } = await run({ hanging: () => new Promise(() => {}), sound: (ctx) => oneSetting(ctx, 's') })

    expect(errorsOf(result)).toEqual({ hanging: ['timeout', 'CHECK_TIMEOUT'] })
    expect(result.checks[1]?.status).toBe('pass')
  })
})

describe('A clock that is set back during a run', () => {
  test('makes no duration negative, and ends no run before its start', async () => {
    await using vendor = await startVendor()
    let nowMs = Date.UTC(2026, 4, 4)
    const clock = { nowMs: () => (nowMs -= 60_000), sleep: () => Promise.resolve() }

    const { startedAt, finishedAt, checks } = await runChecks(
      connectorOf(vendor.origin, { sound: (ctx) => everyUser(ctx) }),
      { credentials: { api_key: 'secret-key-4711' }, allowPrivateNetwork: true, clock },
    )

    expect(Date.parse(finishedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt))
    expect(checks[0]).toMatchObject({ status: 'pass', durationMs: 0 })
  })
})
