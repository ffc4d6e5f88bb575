import { parquetReadObjects } from 'hyparquet'
import type { CheckOutcome, ResultRecord, RunResult, RunStatus } from '../../src/define/index.ts'

/** A result; what a test does not care about is filled in. */
export function createResult(partial: Partial<ResultRecord>): ResultRecord {
  return {
    status: 'pass',
    resource: { type: 'user', id: 'u1' },
    title: 'Second factor on',
    evidence: null,
    findingId: '00000000-0000-5000-8000-000000000000',
    severity: partial.status === 'fail' ? 'medium' : undefined,
    remediation: partial.status === 'fail' ? 'Enrol one.' : undefined,
    ...partial,
  }
}

export function check(partial: Partial<CheckOutcome>): CheckOutcome {
  return {
    id: 'admin-mfa',
    title: 'Administrators sign in with a second factor',
    severity: 'medium',
    controls: [],
    tags: [],
    status: 'pass',
    complete: true,
    exchanges: [],
    results: [],
    requests: 1,
    retries: 0,
    durationMs: 5,
    logs: [],
    ...partial,
  }
}

/** A run of checks; those of the same id are told apart by their number. */
export function run(...given: readonly CheckOutcome[]): RunResult {
  const checks = given.map((each, index) =>
    given.findIndex(({ id }) => id === each.id) === index ? each : { ...each, id: `${each.id}-${index + 1}` },
  )
  const results = checks.flatMap((each) => each.results)
  const checksOf = (status: RunStatus) => checks.filter((each) => each.status === status).length
  const resultsOf = (status: ResultRecord['status']) => results.filter((each) => each.status === status).length
  return {
    schema: 'checkwright.run/v1',
    id: '0198c0de-0000-7000-8000-000000000000',
    connector: { id: 'acme', version: '1.0.0' },
    startedAt: '2026-05-04T10:00:00.000Z',
    finishedAt: '2026-05-04T10:00:01.250Z',
    status: checks[0]?.status ?? 'not_applicable',
    replayable: false,
    inputs: { now: '2026-05-04T10:00:00.000Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
    checks,
    summary: {
      checks: {
        pass: checksOf('pass'),
        fail: checksOf('fail'),
        manual: checksOf('manual'),
        not_applicable: checksOf('not_applicable'),
        error: checksOf('error'),
      },
      results: {
        pass: resultsOf('pass'),
        fail: resultsOf('fail'),
        manual: resultsOf('manual'),
        not_applicable: resultsOf('not_applicable'),
        waived: results.filter((each) => each.waived).length,
      },
      errors: checksOf('error'),
      requests: checks.reduce((sum, each) => sum + each.requests, 0),
      retries: checks.reduce((sum, each) => sum + each.retries, 0),
    },
  }
}

/** A report in one piece; of Parquet, its rows as JSON. */
export async function joinPieces(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  const all = await Array.fromAsync(pieces)
  const bytes = all.filter((piece) => typeof piece !== 'string')
  return bytes.length === 0 ? all.join('') : JSON.stringify(await readParquet(bytes), null, 2)
}

/** The rows of a Parquet file, by a reader that is not ours. */
export async function readParquet(pieces: readonly Uint8Array[]): Promise<readonly Record<string, unknown>[]> {
  const { buffer } = new Uint8Array(Buffer.concat(pieces))
  const rows = await parquetReadObjects({ file: buffer })
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPlain(value)])))
}

function toPlain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : (value ?? null)
}
