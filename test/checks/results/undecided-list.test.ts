import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { collectNewestEvidence } from '../../../src/checks/controls/collect-evidence.ts'
import { judgeEvidence } from '../../../src/checks/controls/judge.ts'
import { compareRuns } from '../../../src/checks/findings/compare-runs.ts'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { CheckContext, UndecidedInput, Waiver } from '../../../src/define/index.ts'
import { compareVerdicts } from '../../../src/evidence/replay/compare-results.ts'
import { listUndecidedLines } from '../../../src/report/pieces/undecided-lines.ts'
import { type Format, formats, reports } from '../../../src/report/reports.ts'
import { type RunChecksOptions, runChecks } from '../../../src/things/runs/run-checks.ts'
import { createConnectorWith, secretKey, serve } from '../../http/support.ts'
import { joinPieces } from '../../report/records.ts'

const account = (id: string, name?: string) => ({ type: 'account', id, name })

/** Runs one check. */
async function run(
  work: (ctx: CheckContext) => void | Promise<void>,
  options: Partial<RunChecksOptions> = {},
  data = {},
) {
  const vendor = await serve()
  const connector = createConnectorWith({ baseUrl: vendor.origin }) as never as {
    check(check: object): never
    with(check: never): never
  }
  const whole = connector.with(
    connector.check({ id: 'factors', title: 'Second factors', controls: ['soc2:CC6.1'], ...data, run: work }),
  )
  const result = await runChecks(whole, {
    credentials: { api_key: secretKey },
    allowPrivateNetwork: true,
    clock: fixedClock('2026-05-04T10:00:00Z'),
    ...options,
  } as never)
  return { result, check: result.checks[0] as NonNullable<(typeof result.checks)[0]> }
}

const mixed = (ctx: CheckContext) => {
  ctx.pass({ resource: account('u1'), title: 'On' })
  ctx.undecided({ resource: account('u2', 'Bob'), because: 'Acme does not say.' })
  ctx.fail({ resource: account('u3'), title: 'Off', remediation: 'Enrol one.' })
  ctx.undecided({
    resource: account('u4'),
    because: 'Needs a scope.',
    kind: 'permission',
    missingScopes: ['audit:read'],
  })
}

describe('ctx.undecided()', () => {
  test('goes on, and ends the check as an error that names the resources', async () => {
    const { check, result } = await run(mixed)

    expect(check).toMatchObject({
      status: 'error',
      complete: false,
      error: {
        kind: 'incomplete_data',
        code: 'CHECK_UNDECIDED',
        missingScopes: ['audit:read'],
        retryable: false,
        message: expect.stringContaining(
          'could not tell for 2 resources. The first is account "u2": Acme does not say.',
        ),
      },
      undecided: {
        count: 2,
        first: [
          { resource: account('u2', 'Bob'), because: 'Acme does not say.', kind: 'incomplete_data' },
          { resource: account('u4'), because: 'Needs a scope.', kind: 'permission', missingScopes: ['audit:read'] },
        ],
      },
    })
    expect(check.results.map(({ status }) => status)).toEqual(['pass', 'fail'])
    expect(result.status).toBe('error')
  })

  test('is no result: alone it is not onEmpty', async () => {
    const { check } = await run(
      (ctx) => ctx.undecided({ resource: account('u1'), because: 'Not said.' }),
      {},
      { onEmpty: 'pass' },
    )

    expect(check).toMatchObject({ status: 'error', error: { code: 'CHECK_UNDECIDED' }, results: [] })
  })

  test('gives way to what ends the check as a whole', async () => {
    const { check } = await run(async (ctx) => {
      ctx.undecided({ resource: account('u1'), because: 'Not said.' })
      ctx.cannotTell({ kind: 'plan', message: 'Not in this plan.' })
    })

    expect(check).toMatchObject({ error: { kind: 'plan' }, undecided: { count: 1 } })
  })

  test.each<[string, (ctx: CheckContext) => void]>([
    [
      'after a pass',
      (ctx) => {
        ctx.pass({ resource: account('u1'), title: 'On' })
        ctx.undecided({ resource: account('u1'), because: 'Not said.' })
      },
    ],
    [
      'before a pass',
      (ctx) => {
        ctx.undecided({ resource: account('u1'), because: 'Not said.' })
        ctx.pass({ resource: account('u1'), title: 'On' })
      },
    ],
  ])('%s of the same resource resolves nothing in a comparison, and the author is told', async (_, work) => {
    const before = await run((ctx) => ctx.fail({ resource: account('u1'), title: 'Off', remediation: 'Enrol one.' }))
    const good = await run((ctx) => ctx.pass({ resource: account('u1'), title: 'On' }))
    const both = await run(work)
    const compare = ({ result }: typeof both) => compareRuns(toRecordedRun(result), toRecordedRun(before.result))

    expect((await compare(good)).resolved).toHaveLength(1)
    const comparison = await compare(both)
    expect([comparison.resolved.length, comparison.unseen.length]).toEqual([0, 1])
    expect(both.check.undecided).toMatchObject({ count: 1, contradicted: 1 })
    expect(JSON.stringify(both.check.logs)).toContain('undecided')
  })

  test('names a hundred of many', async () => {
    const { check } = await run((ctx) => {
      for (let at = 0; at < 250; at++) ctx.undecided({ resource: account(`u${at}`), because: 'Not said.' })
    })

    expect(check.undecided).toMatchObject({ count: 250, first: { length: 100 } })
  })

  test('holds no secret', async () => {
    const { result } = await run((ctx) =>
      ctx.undecided({ resource: account('u1', secretKey), because: `Asked with ${secretKey}.` }),
    )

    expect(JSON.stringify(result)).not.toContain(secretKey)
  })

  test.each<[string, unknown]>([
    ['no resource', { because: 'x' }],
    ['no reason', { resource: account('u1'), because: ' ' }],
    ['another kind', { resource: account('u1'), because: 'x', kind: 'odd' }],
  ])('refuses %s', async (_, input) => {
    const { check } = await run((ctx) => ctx.undecided(input as UndecidedInput))

    expect(check).toMatchObject({ status: 'error', error: { code: 'CHECK_RESULT_INVALID' } })
  })

  test('is never covered by a waiver', async () => {
    const waiver: Waiver = {
      connector: 'acme',
      check: 'factors',
      resource: ['u2', 'u3', 'u4'],
      justification: 'Old.',
      approver: 'Ada',
      expires: '2026-12-31',
    }

    const { check, result } = await run(mixed, { waivers: [waiver] })

    expect(check).toMatchObject({ status: 'error', error: { code: 'CHECK_UNDECIDED' } })
    expect(result.waivers).toMatchObject([{ state: 'applied', results: 1 }])
    expect(await judge(result)).toEqual({ state: 'undetermined', because: 'could not tell for 2 resources' })
  })

  test('leaves a control undetermined, and a failing result fails it', async () => {
    const unsure = await run((ctx) => {
      ctx.pass({ resource: account('u1'), title: 'On' })
      ctx.undecided({ resource: account('u2'), because: 'Not said.' })
    })

    expect(await judge(unsure.result)).toEqual({ state: 'undetermined', because: 'could not tell for 1 resource' })
    expect(await judge((await run(mixed)).result)).toMatchObject({ state: 'not_satisfied' })
  })

  test('is compared in a replay, by number and resource', async () => {
    const { check } = await run(mixed)
    const [first] = check.undecided?.first ?? []
    const other = { ...check, undecided: { count: 2, first: first ? [first, first] : [] } }

    expect(compareVerdicts(check, check)).toEqual([])
    expect(compareVerdicts(check, { ...check, undecided: { count: 1 } })).toMatchObject([
      { of: 'undecided' },
      { field: 'first' },
    ])
    expect(compareVerdicts(check, other)).toMatchObject([{ of: 'undecided', field: 'first' }])
  })
})

describe('a report', () => {
  // A verification result names what passes, and nothing else.
  test.each<Format>(formats.filter((format) => format !== 'svr'))(
    'as %s names what could not be told',
    async (format) => {
      const { result } = await run(mixed)

      const text = await joinPieces(reports[format].write([{ run: toRecordedRun(result) }], {}))

      expect(text).toContain('Acme does not say.')
      expect(text).toContain('u4')
      expect(text).toContain('Needs a scope.')
    },
  )
})

test('listUndecidedLines() says how many more there are', () => {
  const first = Array.from({ length: 3 }, (_, at) => ({
    resource: account(`u${at}`),
    because: 'Not said.',
    kind: 'permission' as const,
  }))

  expect(listUndecidedLines({ undecided: { count: 30, first } }, 2)).toEqual([
    'account u0: Not said.',
    'account u1: Not said.',
    '… and 28 more',
  ])
})

async function judge(result: Awaited<ReturnType<typeof runChecks>>) {
  const now = new Date('2026-05-04T12:00:00Z')
  const [evidence] = await collectNewestEvidence([result], now)
  if (!evidence) throw new Error('There is no evidence.')
  return judgeEvidence(evidence, { requires: [], now, staleAfterMs: 86_400_000 })
}
