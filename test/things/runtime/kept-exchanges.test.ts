import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Check, RunResult } from '../../../src/define/index.ts'
import { type ExchangesOption, readLedger } from '../../../src/http/exchanges/ledger.ts'
import { type RunChecksOptions, runChecks } from '../../../src/things/runs/run-checks.ts'
import { checkWith } from '../../checks/support.ts'
import { type Answerer, catchError, collectItems, createConnectorWith, secretKey, serve } from '../../http/support.ts'

const result = { resource: { type: 'user', id: 'u1' }, title: 'On' }

/** Runs checks on a real vendor, with the exchanges kept, and reads those. */
async function run(
  checks: readonly Check[],
  options: Partial<RunChecksOptions> & {
    readonly answer?: Answerer
    readonly hooks?: object
    readonly definition?: object
    readonly keep?: Partial<ExchangesOption>
  } = {},
) {
  const { answer, hooks, definition, keep, ...given } = options
  const vendor = await serve(answer)
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-exchanges-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'exchanges.ndjson')
  const connector = createConnectorWith({ baseUrl: vendor.origin, ...definition }, hooks as never)
  const outcome: RunResult = await runChecks(
    { ...connector, checks },
    {
      credentials: { api_key: secretKey },
      allowPrivateNetwork: true,
      exchanges: { file, ...keep },
      ...given,
    },
  )
  return { outcome, vendor, bytes: readFileSync(file, 'utf8'), records: await collectItems(readLedger(file)) }
}

describe('runChecks({ exchanges }) is replayable', () => {
  test('with every exchange of every check kept under its number', async () => {
    const asks = (id: string) =>
      checkWith({ id }, async (ctx) => {
        await Promise.all([ctx.get(`/${id}/1`), ctx.get(`/${id}/2`)])
        ctx.pass(result)
      })

    const { outcome, records } = await run([asks('a'), asks('b')])

    expect(outcome).toMatchObject({ status: 'pass', replayable: true })
    expect(outcome.notReplayableBecause).toBeUndefined()
    const kept = (id: string) => records.filter(({ checkId }) => checkId === id).map(({ number }) => number)
    for (const { id, exchanges } of outcome.checks) expect(kept(id).toSorted()).toEqual(exchanges.toSorted())
    expect(records).toHaveLength(4)
  })

  test('with what checks have in common sent and kept once, and named by each of them', async () => {
    const asks = (id: string) =>
      checkWith({ id }, async (ctx) => {
        if (id === 'late') await new Promise((resolve) => setTimeout(resolve, 30))
        await ctx.get('/common', { query: { tries: id === 'other' ? 2 : 1 } })
        ctx.pass(result)
      })

    const { outcome, records } = await run([asks('a'), asks('b'), asks('late'), asks('other')])

    const numberOf = (path: string) => records.find(({ url }) => url.endsWith(path))?.number
    const [common, other] = [numberOf('/common?tries=1'), numberOf('/common?tries=2')]
    expect(outcome).toMatchObject({ status: 'pass', replayable: true, summary: { requests: 2, retries: 0 } })
    expect(outcome.checks.map(({ id, exchanges }) => [id, exchanges])).toEqual([
      ['a', [common]],
      ['b', [common]],
      ['late', [common]],
      ['other', [other]],
    ])
    expect(records).toHaveLength(2)
  })

  test('when the vendor cannot be reached: that is an exchange too', async () => {
    const { outcome, records } = await run([checkWith({}, (ctx) => ctx.get('/a', { retry: false }))], {
      definition: { baseUrl: 'http://127.0.0.1:9' },
    })

    expect(outcome).toMatchObject({ replayable: true, checks: [{ error: { kind: 'network' } }] })
    expect(records.map(({ errorCode }) => errorCode)).toEqual(['HTTP_NETWORK'])
  })

  test('after a login, of which no body is kept, and whose token is nowhere', async () => {
    const token = 'minted-by-login-5521'
    const { outcome, records, bytes } = await run(
      [
        checkWith({}, async (ctx) => {
          await ctx.get('/early')
          ctx.secret('learned-in-check-77')
          ctx.pass(result)
        }),
      ],
      {
        credentials: { user: 'ada' },
        definition: {
          auth: {
            type: 'custom',
            config: {
              description: 'Login',
              credentialFields: [{ id: 'user', label: 'User', type: 'text', required: true }],
            },
          },
        },
        hooks: {
          authenticate: async ({ fetch }: { fetch: (path: string, init: RequestInit) => Promise<Response> }) => {
            const reply = await fetch('/login', { method: 'POST', body: 'login-body' })
            return { headers: { 'x-session': ((await reply.json()) as { t: string }).t } }
          },
        },
        answer: ({ path }) => ({ json: path === '/login' ? { t: token } : { seen: `learned-in-check-77 ${token}` } }),
      },
    )

    expect(outcome.replayable).toBe(true)
    expect(records.map(({ number, checkId, method }) => [number, checkId, method])).toEqual([
      [1, undefined, 'POST'],
      [2, 'mfa', 'GET'],
    ])
    expect(records[0]).not.toHaveProperty('request')
    expect(records[1]?.response?.body).toEqual({ text: '{"seen":"[redacted] [redacted]"}' })
    expect(bytes).not.toMatch(/login-body|minted|learned/)
    expect(outcome.checks[0]?.exchanges).toEqual([2])
  })
})

describe('runChecks({ exchanges }) is not replayable, and says why,', () => {
  test('when a body is above the limit', async () => {
    const check = checkWith({}, async (ctx) => {
      await ctx.get('/a')
      ctx.pass(result)
    })

    const { outcome } = await run([check], { keep: { bodyBytesMax: 5 } })

    expect(outcome).toMatchObject({ status: 'pass', replayable: false })
    expect(outcome.notReplayableBecause).toBe(
      'Exchange 1 has a body in its answer that has 11 bytes, more than the 5 that are kept.',
    )
  })

  test('when a request was cancelled', async () => {
    const check = checkWith({}, async (ctx) => {
      await ctx.fetch('/slow', { signal: AbortSignal.timeout(30) }).catch(() => undefined)
      ctx.pass(result)
    })

    const { outcome } = await run([check], { answer: () => undefined as never })

    expect(outcome.notReplayableBecause).toBe('Exchange 1 was cancelled before its answer had arrived.')
  })

  test('when a check ended before its request did', async () => {
    const check = checkWith({ timeoutMs: 50 }, (ctx) => ctx.get('/slow'))

    const { outcome } = await run([check], { answer: () => undefined as never })

    expect(outcome.checks[0]?.error?.code).toBe('CHECK_TIMEOUT')
    expect(outcome.notReplayableBecause).toMatch(/^Exchange 1 was (still under way|cancelled)/)
  })

  test.each([
    ['credentials that lack something', { credentials: {} }, 'CREDENTIAL_MISSING'],
    ['a run that was cancelled', { signal: AbortSignal.abort() }, 'CANCELLED'],
  ])('for %s', async (_name, options, code) => {
    const { outcome } = await run([checkWith({}, (ctx) => ctx.pass(result))], options)

    expect(outcome.notReplayableBecause).toBe(
      `The check "mfa" ended for a reason that its exchanges do not show (${code}).`,
    )
  })
})

test('runChecks() without `exchanges` keeps none and says so', async () => {
  const { outcome } = await run([checkWith({}, (ctx) => ctx.pass(result))])
  const vendor = await serve()
  const plain = await runChecks(
    { ...createConnectorWith({ baseUrl: vendor.origin }), checks: [checkWith({}, (ctx) => ctx.pass(result))] },
    { credentials: { api_key: secretKey } },
  )

  expect(outcome.replayable).toBe(true)
  expect(plain).toMatchObject({
    replayable: false,
    notReplayableBecause: 'The exchanges of this run were not kept.',
  })
})

test('runChecks({ exchanges }) rejects and asks nothing when the file cannot be made', async () => {
  const vendor = await serve()
  const connector = {
    ...createConnectorWith({ baseUrl: vendor.origin }),
    checks: [checkWith({}, (ctx) => ctx.get('/a'))],
  }

  const error = await catchError(
    runChecks(connector, { credentials: { api_key: secretKey }, exchanges: { file: join(tmpdir(), 'no/such/x') } }),
  )

  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(vendor.seen).toEqual([])
})
