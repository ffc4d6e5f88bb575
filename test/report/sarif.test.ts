import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { writeSarifReport } from '../../src/report/sarif.ts'
import { check, joinPieces, run } from './records.ts'
import { ordinary, shapes } from './shapes.ts'

interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
  readonly invocations: readonly {
    readonly executionSuccessful: boolean
    readonly toolExecutionNotifications: readonly {
      readonly message: { readonly text: string }
      readonly associatedRule: { readonly id: string; readonly index: number }
    }[]
  }[]
  readonly results: readonly {
    readonly ruleId: string
    readonly ruleIndex: number
    readonly kind: string
    readonly level: string
    readonly baselineState?: string
    readonly suppressions?: readonly { readonly kind: string; readonly justification: string }[]
    readonly partialFingerprints: Readonly<Record<string, string>>
    readonly locations: readonly unknown[]
  }[]
}

describe('writeSarifReport()', () => {
  test('tells what could not be told as a notification of an unsuccessful run, never as a result', async () => {
    const { invocations, results } = await sarif('ordinary')

    expect(invocations[0]?.executionSuccessful).toBe(false)
    expect(
      invocations[0]?.toolExecutionNotifications.map(({ associatedRule, message }) => [
        associatedRule.id,
        message.text.split('\n')[0],
      ]),
    ).toEqual([
      ['acme/audit-log-kept', 'Could not tell: The audit log is kept for a year'],
      ['acme/keys-rotated', 'Could not tell: API keys are rotated'],
    ])
    expect(results.filter(({ ruleId }) => ruleId === 'acme/audit-log-kept')).toEqual([])
  })

  test('gives every result a kind, and a level to failing ones alone', async () => {
    const { results } = await sarif('ordinary')

    expect(
      [...Map.groupBy(results, ({ kind, level }) => `${kind} ${level}`)].map(([key, all]) => `${all.length} ${key}`),
    ).toEqual(['16 pass none', '2 fail error', '1 fail warning', '1 review none', '1 notApplicable none'])
  })

  test('keeps the failure of a check that found nothing although something has to be there', async () => {
    const empty = run(check({ id: 'backups', title: 'There are backups', severity: 'high', status: 'fail' }))

    const { results } = JSON.parse(await joinPieces(writeSarifReport([{ run: toRecordedRun(empty) }]))).runs[0]

    expect(results).toEqual([
      expect.objectContaining({
        ruleId: 'acme/backups',
        kind: 'fail',
        level: 'error',
        message: { text: 'No result: There are backups' },
      }),
    ])
  })

  test('names the finding, its rule and a file in each result, as GitHub demands', async () => {
    const { results, tool } = await sarif('ordinary')

    const found = results.filter(({ kind }) => kind !== 'notApplicable')
    expect(found.map(({ partialFingerprints }) => partialFingerprints['checkwrightFinding/v1'])).toEqual(
      ordinary.checks.flatMap((check) => check.results.map(({ findingId }) => findingId)),
    )
    for (const { ruleId, ruleIndex, locations } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
      expect(locations).toHaveLength(1)
    }
  })

  test('suppresses a waived failure with its justification, and no other', async () => {
    const { results } = await sarif('ordinary')

    expect(results.flatMap(({ suppressions = [] }) => suppressions)).toEqual([
      expect.objectContaining({
        kind: 'external',
        status: 'accepted',
        justification: 'Break-glass account, its password is in the safe.',
      }),
    ])
  })

  test('says how each finding stands against the baseline, also one that is gone', async () => {
    const { results } = await sarif('compared')
    const stateOf = (kind: string) =>
      results.filter((each) => each.kind === kind).map(({ baselineState }) => baselineState)

    expect(stateOf('fail')).toEqual(['new', 'unchanged', 'new', 'absent'])
    expect(new Set(stateOf('pass'))).toEqual(new Set(['unchanged', 'updated']))
  })

  test('leaves what GitHub should show after the filter of docs/reports.md', async ({ skip }) => {
    const text = await joinPieces(writeSarifReport(shapes.compared ?? []))
    const page = readFileSync(fileURLToPath(new URL('../../docs/reports.md', import.meta.url)), 'utf8')
    const filter = /jq '(\.runs[^']*)'/.exec(page)?.[1] ?? 'no filter in docs/reports.md'

    const shown = JSON.parse(jq(filter, text) ?? skip('needs jq'))

    expect(shown.runs[0].results.map(({ kind }: { kind: string }) => kind)).toEqual(['fail', 'fail', 'review'])
  })
})

async function sarif(shape: string): Promise<SarifRun> {
  return JSON.parse(await joinPieces(writeSarifReport(shapes[shape] ?? []))).runs[0]
}

function jq(filter: string, input: string): string | undefined {
  try {
    return execFileSync('jq', [filter], { input, encoding: 'utf8' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
