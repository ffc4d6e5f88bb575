import { describe, expect, test } from 'vitest'
import type { RunHead } from '../../../src/checks/runs/recorded-run.ts'
import type { RunStatus } from '../../../src/define/index.ts'
import { isSignedBy, parseEnvelope } from '../../../src/evidence/bundle/dsse.ts'
import { signStatements } from '../../../src/evidence/bundle/sign-statements.ts'
import { buildStatements, predicateTypes } from '../../../src/evidence/bundle/statement.ts'
import { ownKey, ownSigner } from '../bundle.ts'

const head = (statuses: Readonly<Record<string, RunStatus>>) =>
  ({
    id: 'run-1',
    connector: { id: 'acme', version: '1.0.0' },
    startedAt: '2026-05-01T12:00:00.000Z',
    finishedAt: '2026-05-01T12:00:01.000Z',
    status: 'pass',
    replayable: true,
    summary: {},
    checks: Object.entries(statuses).map(([id, status]) => ({
      id,
      status,
      controls: ['soc2:CC6.1'],
      error:
        status === 'error'
          ? { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', message: 'of the vendor' }
          : undefined,
    })),
  }) as unknown as RunHead

const files = [{ name: 'run.json', sha256: 'ab', size: 2 }] as const
const build = (statuses: Readonly<Record<string, RunStatus>>) =>
  buildStatements(head(statuses), files, undefined).map((text) => JSON.parse(text))

describe('buildStatements()', () => {
  test.each([
    [{ a: 'pass', b: 'fail', c: 'error' }, 'FAILED'],
    [{ a: 'pass', b: 'error' }, 'WARNED'],
    [{ a: 'pass', b: 'manual' }, 'WARNED'],
    [{ a: 'pass', b: 'not_applicable' }, 'PASSED'],
  ] as const)('of %j says %s: what could not be told is neither a pass nor a fail', (statuses, result) => {
    const [testResult] = build(statuses)

    expect(testResult.predicateType).toBe(predicateTypes.testResult)
    expect(testResult.predicate.result).toBe(result)
  })

  test('names each check once, by its outcome, and none that is not applicable', () => {
    const [{ predicate }] = build({ a: 'pass', b: 'fail', c: 'error', d: 'manual', e: 'not_applicable' })

    expect(predicate).toMatchObject({ passedTests: ['a'], failedTests: ['b'], warnedTests: ['c', 'd'] })
  })

  test('is about every file by its digest, in both statements', () => {
    const subjects = build({ a: 'pass' }).map(({ subject }) => subject)

    const subject = [{ name: 'run.json', digest: { sha256: 'ab' } }]
    expect(subjects).toEqual([subject, subject])
  })

  test('repeats kind and code of an error, and no message of a vendor', () => {
    const [, { predicate }] = build({ c: 'error' })

    expect(predicate.checks[0].error).toEqual({ kind: 'permission', code: 'HTTP_PERMISSION_DENIED' })
  })
})

test('signStatements() writes an envelope a line, each signed by the key', async () => {
  const text = await signStatements(buildStatements(head({ a: 'pass' }), files, undefined), ownSigner)

  const envelopes = text.trimEnd().split('\n').map(parseEnvelope)
  const signed = envelopes.map((envelope) => envelope !== undefined && isSignedBy(envelope, ownKey))
  expect(await Promise.all(signed)).toEqual([true, true])
})
