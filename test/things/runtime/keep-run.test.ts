import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { defineConnector } from '../../../src/index.ts'
import { keepRun, runChecks } from '../../../src/things/runs/run-checks.ts'
import { catchError, collectItems } from '../../http/support.ts'
import { measureMemoryGrowth } from '../../setup/growth.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { isSoak } from '../../setup/short-form.ts'

const program = await locateChild(import.meta.url, 'children/many-results.ts')
const recordsProgram = await locateChild(import.meta.url, 'children/many-records.ts')

interface Told {
  readonly status: string
  readonly passed: number
  readonly read: number
  readonly inOrder: boolean
  readonly peakBytes: number
}

async function reported(count: number): Promise<Told> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(count)])
  return JSON.parse(stdout)
}

/** Lists accounts, judges them by two checks, and keeps the bundle. */
async function reportRecords(count: number): Promise<{ readonly peakBytes: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [recordsProgram, String(count)])
  return JSON.parse(stdout)
}

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const credentials = { api_key: 'secret-key-4711' }

describe('keepRun()', () => {
  test('takes an inventory with ten times as many records (a hundred times in soak) in little more memory', async () => {
    const [few, many] = isSoak ? [2_000, 200_000] : [2_000, 20_000]

    // As objects they are a kilobyte each, 18 MB together. What grows are the ids, and the slots by which repetitions are found.
    const limitBytes = isSoak ? 70e6 : 12e6
    const { large, moreBytes } = await measureMemoryGrowth(reportRecords, [few, many], limitBytes)

    expect(large).toMatchObject({ complete: true, records: many, lines: many, judged: 2 * many, verified: true })
    expect(moreBytes).toBeLessThan(limitBytes)
  })

  test('takes a check with ten times as many results (a hundred times in soak) in the same memory', async () => {
    const [few, many] = isSoak ? [2_000, 200_000] : [2_000, 20_000]

    // As text the many are 7 MB, in soak 70 MB. Only the 9 bytes a slot grow, which find repetitions.
    const limitBytes = isSoak ? 14e6 : 5e6
    const { large, moreBytes } = await measureMemoryGrowth(reported, [few, many], limitBytes)

    expect(large).toMatchObject({ status: 'pass', passed: many, read: many, inOrder: true })
    expect(moreBytes).toBeLessThan(limitBytes)
  })

  test('gives the run that runChecks() gives, whose results are read by check', async () => {
    const connector = acme.with(
      ...['one', 'two'].map((id) =>
        acme.check({
          id,
          title: id,
          run: (ctx) => {
            for (const user of ['a', 'b']) ctx.pass({ resource: { type: 'user', id: `${id}-${user}` }, title: 'On' })
          },
        }),
      ),
    )

    await using run = await keepRun(connector, { credentials })
    const whole = await runChecks(connector, { credentials })

    expect(run.head.checks.map(({ id, status }) => [id, status])).toEqual([
      ['one', 'pass'],
      ['two', 'pass'],
    ])
    expect(await collectItems(run.results('two'))).toEqual(whole.checks[1]?.results)
    expect(await collectItems(run.results('three'))).toEqual([])
    expect(whole.summary.results.pass).toBe(4)
  })

  test('takes a secret that is registered at last out of what was reported before', async () => {
    const check = acme.check({
      id: 'late',
      title: 'Late',
      run: (ctx) => {
        ctx.pass({ resource: { type: 'key', id: 'k' }, title: 'minted-4711-token' })
        ctx.secret('minted-4711-token')
      },
    })

    const { checks } = await runChecks(acme.with(check), { credentials })

    expect(checks[0]?.results[0]?.title).toBe('[redacted]')
  })

  test('cannot be read once it is closed', async () => {
    const run = await keepRun(acme.with(acme.check({ id: 'a', title: 'A', onEmpty: 'pass', run: () => {} })), {
      credentials,
    })
    await run.close()

    expect(await catchError(collectItems(run.results('a')))).toMatchObject({ code: 'RESULTS_NOT_KEPT' })
  })
})
