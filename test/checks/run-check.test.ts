import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunScope } from '../../src/checks/context/run-scope.ts'
import { runCheck } from '../../src/checks/run-check.ts'
import type { Check, CheckContext, CheckOutcome } from '../../src/define/index.ts'
import { type Answerer, openClient, serve } from '../http/support.ts'
import { countRuns } from '../setup/count-runs.ts'
import { checkWith } from './support.ts'

const user = (id: string) => ({ type: 'user', id })

/** Runs one check on a real vendor that answers `/users` with an object, and refuses `/secret`. */
async function run(check: Check, scope: Partial<RunScope> = {}, answer?: Answerer): Promise<CheckOutcome> {
  const vendor = await serve(answer ?? (({ path }) => (path === '/secret' ? { status: 403, json: {} } : { json: {} })))
  const { session, redactor, clock } = await openClient({ baseUrl: vendor.origin })
  return runCheck(
    check,
    {
      connector: session.connector,
      redactor,
      clock,
      session: () => session,
      credentials: {},
      variablesOf: () => ({}),
      connectionId: 'c1',
      organizationId: 'o1',
      grantedScopes: undefined,
      accessToken: undefined,
      now: new Date(clock.nowMs()),
      signal: new AbortController().signal,
      emit: () => undefined,
      ...scope,
    },
    { before: {}, save: async () => undefined },
  )
}

/** What a check may do. Those of `bad` leave something unknown, and those of `good` report a pass. */
const good = ['pass', 'get'] as const
const bad = ['throw', 'reject', 'refused', 'passed over', 'cannot tell'] as const
type Step = (typeof good)[number] | (typeof bad)[number]

async function take(step: Step, ctx: CheckContext, nth: number): Promise<void> {
  switch (step) {
    case 'pass':
      return ctx.pass({ resource: user(`u${nth}`), title: 'Seen' })
    case 'get':
      await ctx.get('/users')
      return
    case 'throw':
      throw new Error('a mistake')
    case 'reject':
      return Promise.reject('no error at all')
    case 'refused':
      await ctx.get('/secret')
      return
    case 'passed over':
      await ctx.get('/secret').catch(() => undefined)
      return
    case 'cannot tell':
      return ctx.cannotTell({ kind: 'incomplete_data', message: 'The vendor does not say.' })
  }
}

describe('runCheck()', () => {
  test('passes nothing of which a part is unknown, in whatever order things happen (property)', async () => {
    const steps = fc.array(fc.constantFrom<Step>(...good, ...good, ...bad), { minLength: 1, maxLength: 4 })

    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const outcome = await run(
          checkWith({}, async (ctx) => {
            ctx.pass({ resource: user('first'), title: 'Seen' })
            for (const [nth, step] of all.entries()) await take(step, ctx, nth)
          }),
        )

        const isWhole = all.every((step) => good.some((each) => each === step))
        expect({ status: outcome.status, isComplete: outcome.complete }).toEqual({
          status: isWhole ? 'pass' : 'error',
          isComplete: isWhole,
        })
        expect(outcome.error === undefined).toBe(isWhole)
      }),
      { numRuns: countRuns(40) },
    )
  })

  test('keeps what was reported before a failure, and says what failed', async () => {
    const outcome = await run(
      checkWith({}, async (ctx) => {
        ctx.fail({ resource: user('u1'), title: 'No second factor', remediation: 'Enrol one.' })
        await ctx.get('/secret')
      }),
    )

    expect(outcome).toMatchObject({ status: 'error', error: { kind: 'permission', code: 'HTTP_PERMISSION_DENIED' } })
    expect(outcome.results.map(({ status }) => status)).toEqual(['fail'])
  })

  test.each([
    [undefined, 'error'],
    ['pass', 'pass'],
    ['not_applicable', 'not_applicable'],
  ] as const)('a check that reports nothing, with onEmpty %j, ends in %s', async (onEmpty, status) => {
    const outcome = await run(checkWith(onEmpty === undefined ? {} : { onEmpty }))

    expect(outcome.status).toBe(status)
  })

  test('passes nothing while a call is under way that the check did not wait for', async () => {
    const outcome = await run(
      checkWith({}, (ctx) => {
        ctx.pass({ resource: user('u1'), title: 'Seen' })
        void ctx.get('/users').catch(() => undefined)
      }),
    )

    expect(outcome).toMatchObject({ status: 'error', complete: false, error: { code: 'CHECK_INCOMPLETE' } })
  })

  test('takes nothing from a check that has ended', async () => {
    let late: CheckContext | undefined
    const outcome = await run(
      checkWith({}, (ctx) => {
        late = ctx
        ctx.pass({ resource: user('u1'), title: 'Seen' })
      }),
    )

    late?.fail({ resource: user('u2'), title: 'Late', remediation: 'None.' })

    expect(outcome.results).toMatchObject([{ status: 'pass', title: 'Seen' }])
  })

  test('ends a check at its timeout, as what could not be told', async () => {
    const endless = checkWith({ timeoutMs: 20 }, async (ctx) => {
      ctx.pass({ resource: user('u1'), title: 'Seen' })
      await new Promise(() => {})
    })

    expect(await run(endless)).toMatchObject({ status: 'error', complete: false, error: { code: 'CHECK_TIMEOUT' } })
  })

  test('lets one check know nothing of the credentials in what another throws', async () => {
    const outcome = await run(
      checkWith({}, () => {
        throw new Error('key sesame-4711-open was refused')
      }),
    )

    expect(JSON.stringify(outcome)).not.toContain('sesame-4711-open')
    expect(outcome.error).toMatchObject({ kind: 'check_bug', code: 'CHECK_THREW' })
  })
})
