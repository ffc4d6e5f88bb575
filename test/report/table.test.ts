import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import type { RunResult } from '../../src/define/index.ts'
import type { ReportOptions } from '../../src/report/pieces/report.ts'
import { countColumns } from '../../src/report/pieces/wrap-text.ts'
import { writeTableReport } from '../../src/report/table.ts'
import { countRuns } from '../setup/count-runs.ts'
import { check, createResult, joinPieces, run } from './records.ts'

describe('writeTableReport()', async () => {
  test('says why a check without any result fails', async () => {
    const text = await table(run(check({ status: 'fail' }), check({ status: 'not_applicable' })))

    expect(text.split('The check found nothing to judge. The check counts that as a failure.')).toHaveLength(2)
  })

  test('shows every status by symbol and word, findings with remedy, errors with kind and scope, and a summary', async () => {
    const text = await table(
      run(
        check({
          status: 'fail',
          results: [
            createResult({}),
            createResult({
              status: 'fail',
              resource: { type: 'user', id: 'u2', name: 'eve@acme.example' },
              title: 'No second factor',
              severity: 'high',
            }),
            createResult({
              status: 'fail',
              resource: { type: 'user', id: 'u3' },
              title: 'No second factor',
              severity: 'low',
            }),
            createResult({
              status: 'fail',
              resource: { type: 'user', id: 'u4' },
              title: 'No second factor',
              severity: 'low',
            }),
          ],
        }),
        check({
          status: 'error',
          title: 'The audit log is kept',
          error: {
            kind: 'permission',
            code: 'HTTP_PERMISSION_DENIED',
            message: 'Acme answered 403 to GET /audit.',
            missingScopes: ['audit:read'],
            retryable: false,
          },
        }),
        check({
          status: 'manual',
          title: 'Backups are restored as a test',
          results: [
            createResult({
              status: 'manual',
              resource: { type: 'backup', id: 'b1' },
              title: 'Read the report',
              description: 'Is it complete?',
            }),
          ],
        }),
        check({ status: 'not_applicable', title: 'Subprocessors have signed', requests: 2, retries: 1 }),
      ),
    )

    expect(text).toBe(`acme 1.0.0

✗ fail         Administrators sign in with a second factor        3 fail, 1 pass
               ✗ No second factor: eve@acme.example (user u2) [high]
                 → Enrol one.
               ✗ No second factor [low]
                 · user u3
                 · user u4
                 → Enrol one.
? error        The audit log is kept                                  permission
               Acme answered 403 to GET /audit.
               Missing scope: audit:read
               HTTP_PERMISSION_DENIED
! needs review Backups are restored as a test                     1 needs review
               ! Read the report: backup b1
                 Is it complete?
– n/a          Subprocessors have signed

4 checks: 1 error, 1 fail, 1 needs review, 1 n/a · 5 results · 5 requests (1
retried) · 1.3 s
`)
  })

  test('counts what it leaves out and says where it is, the most severe shown', async () => {
    const results = Array.from({ length: 50 }, (_, index) =>
      createResult({
        status: 'fail',
        resource: { type: 'user', id: `u${index}` },
        title: 'Bad',
        severity: index === 49 ? 'critical' : 'info',
      }),
    )

    const text = await table(run(check({ status: 'fail', results })), { shownMax: 2, rest: 'see out/run.json' })

    expect(text).toContain('✗ Bad: user u49 [critical]')
    expect(text).toContain('✗ Bad: user u0 [info]')
    expect(text).toContain('  … and 48 more (see out/run.json)\n')
    expect(text).not.toContain('u1 ')
  })

  test('tells an error that several checks share once', async () => {
    const error = { kind: 'auth', code: 'AUTH_REJECTED', message: 'Acme answered 401.', retryable: false } as const

    const text = await table(run(check({ status: 'error', error }), check({ status: 'error', error })))

    expect(text.match(/Acme answered 401\./g)).toHaveLength(1)
    expect(text).toContain('as above, AUTH_REJECTED')
  })

  test('folds several checks that say only what an earlier one said', async () => {
    const error = { kind: 'auth', code: 'AUTH_REJECTED', message: 'Acme answered 401.', retryable: false } as const
    const checks = ['a-one', 'a-two', 'a-three'].map((id) =>
      check({ id, title: `Title of ${id}`, status: 'error', error }),
    )

    const text = await table(run(...checks, check({ status: 'pass', title: 'Seen' })))

    expect(text).toContain('Title of a-one')
    expect(text).toMatch(/2 more checks\n +as above, AUTH_REJECTED: a-two, a-three\n/)
    expect(text).not.toContain('Title of a-two')
    expect(text).toContain('Seen')
  })

  test('marks a waived finding', async () => {
    const waived = { justification: 'Test account', approver: 'ada', expires: '2027-01-01' }

    const text = await table(
      run(check({ status: 'fail', results: [createResult({ status: 'fail', title: 'Bad', waived })] })),
    )

    expect(text).toContain('✗ Bad: user u1 [medium, waived]')
    expect(text).toContain('1 result (1 waived)')
  })

  test('lets no vendor text move the cursor, recolour, link, reverse or break lines', async () => {
    const hostile =
      'A\u001b[2J\u001b[31mB\u009b1mC\u001b]8;;https://evil.example\u0007D\u001b]8;;\u0007\r\nE\u202eF\u2066G\u0000H\u0007I\u200bJ\u2028K\u{e0041}L\ud800M'
    const inOneLine = 'ABCD EFGHIJ KLM'

    const text = await table(
      run(
        check({
          status: 'fail',
          title: hostile,
          results: [
            createResult({
              status: 'fail',
              resource: { type: hostile, id: hostile, name: hostile },
              title: hostile,
              remediation: hostile,
            }),
          ],
        }),
        check({
          status: 'error',
          error: {
            kind: 'upstream',
            code: 'HTTP_UPSTREAM',
            message: `${hostile} It failed.`,
            missingScopes: [`${hostile}scope`],
            retryable: true,
          },
        }),
      ),
      { width: 200, rest: hostile },
    )

    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\p{Cs}]/u)
    expect(text).toContain(`✗ fail         ${inOneLine}`)
    expect(text).toContain(`✗ ${inOneLine}: ${inOneLine} (${inOneLine} ${inOneLine}) [medium]`)
    expect(text).toContain('Missing scope: ABCD EFGHIJ KLMscope')
  })

  test('keeps to the width, whatever the texts are', async () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 40, max: 120 }),
        anyText,
        anyText,
        anyText,
        async (width, title, name, remediation) => {
          const failing = createResult({
            status: 'fail',
            title,
            resource: { type: 'user', id: name, name },
            remediation,
          })

          const text = await table(run(check({ status: 'fail', title, results: [failing] })), { width })

          for (const line of text.split('\n')) expect(countColumns(line)).toBeLessThanOrEqual(width)
        },
      ),
      { numRuns: countRuns(200) },
    )
  })

  test('says the same with colours as without', async () => {
    const finished = run(
      check({ status: 'fail', results: [createResult({ status: 'fail' })] }),
      check({ title: 'Other' }),
    )

    const colored = await table(finished, { color: true })

    expect(colored).toContain('\u001b[31m')
    expect(stripVTControlCharacters(colored)).toBe(await table(finished))
  })
})

function table(finished: RunResult, { rest, ...options }: ReportOptions & { rest?: string } = {}): Promise<string> {
  return joinPieces(writeTableReport([{ run: toRecordedRun(finished), rest }], options))
}
