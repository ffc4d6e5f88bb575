import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import type { CheckOutcome, ResultRecord, RunResult } from '../../src/define/index.ts'
import { beginBundle } from '../../src/evidence/bundle/bundle-draft.ts'
import { createKeySigner, generateSigningKey, type Signer } from '../../src/evidence/bundle/signer.ts'
import { verifyBundle } from '../../src/evidence/verification/verify.ts'
import type { Verification } from '../../src/evidence/verification/verify-source.ts'
import type { ExchangeRecord } from '../../src/http/exchanges/exchange.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

/** The key of all bundles of a file of tests; making one takes longer than using it. */
const { privateKey, publicKey: key } = generateSigningKey()
export const ownKey = key
export const ownSigner = createKeySigner(privateKey)

export function createResult(id: string, more: Partial<ResultRecord> = {}): ResultRecord {
  return {
    status: 'pass',
    resource: { type: 'user', id, name: `${id}@acme.example` },
    title: 'Second factor on',
    evidence: { mfa: true, factors: ['totp'], since: null },
    findingId: `f-${id}`,
    ...more,
  }
}

export function createCheck(id: string, more: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    id,
    title: `Check ${id}`,
    severity: 'high',
    controls: ['soc2:CC6.1'],
    tags: [],
    status: 'pass',
    complete: true,
    exchanges: [1],
    results: [createResult('u1'), createResult('u2')],
    requests: 1,
    retries: 0,
    durationMs: 3,
    logs: [],
    ...more,
  }
}

export function createRun(more: Partial<RunResult> = {}): RunResult {
  return {
    schema: 'checkwright.run/v1',
    code: { checkwright: '0.1.0', sha256: 'c0'.repeat(32) },
    id: '0190aaaa-0000-7000-8000-000000000001',
    connector: { id: 'acme', version: '1.0.0' },
    startedAt: '2026-05-01T12:00:00.000Z',
    finishedAt: '2026-05-01T12:00:01.000Z',
    status: 'fail',
    replayable: true,
    inputs: {
      now: '2026-05-01T12:00:00.000Z',
      variables: { most: 3 },
      settings: {},
      credentials: { api_key: '[redacted]' },
      stateBefore: {},
    },
    checks: [
      createCheck('mfa', {
        status: 'fail',
        results: [
          createResult('u1'),
          createResult('u2', { status: 'fail', remediation: 'Enrol one.', severity: 'high' }),
        ],
      }),
      createCheck('policy', { exchanges: [2], results: [createResult('p1')] }),
      createCheck('audit', {
        status: 'error',
        complete: false,
        results: [],
        error: { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', message: 'Acme answered 403.', retryable: false },
      }),
    ],
    summary: {
      checks: { pass: 1, fail: 1, manual: 0, not_applicable: 0, error: 1 },
      results: { pass: 2, fail: 1, manual: 0, not_applicable: 0, waived: 0 },
      errors: 1,
      requests: 3,
      retries: 0,
    },
    ...more,
  }
}

export function createExchange(number: number, more: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    number,
    checkId: 'mfa',
    method: 'GET',
    url: `https://api.acme.example/users?page=${number}`,
    attempt: 1,
    startedAt: '2026-05-01T12:00:00.100Z',
    durationMs: 12,
    status: 200,
    request: { headers: [['accept', 'application/json']] },
    response: { headers: [['content-type', 'application/json']], body: { text: '[{"id":"u1","mfa":true}]' } },
    ...more,
  }
}

export interface BundleOptions {
  readonly name?: string
  readonly run?: RunResult
  readonly exchanges?: readonly ExchangeRecord[]
  readonly signer?: Signer
}

/** Writes a bundle into a new folder. @returns its path */
export async function writeSampleBundle(options: BundleOptions & { readonly folder?: string } = {}): Promise<string> {
  const { folder = createTempFolder(), name = 'bundle', run = createRun(), signer = ownSigner } = options
  const target = join(folder, name)
  const draft = await beginBundle(target)
  try {
    const exchanges = options.exchanges ?? [createExchange(1), createExchange(2)]
    writeFileSync(draft.exchangesFile, exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''))
    await draft.finish(toRecordedRun(run), signer)
  } finally {
    await draft.discard()
  }
  return target
}

/** Verifies by the key of the tests, unless told otherwise. */
export function verifySampleBundle(bundle: string): Promise<Verification> {
  return verifyBundle(bundle, { keys: [ownKey] })
}

/** The problems, one line each: file, field and message. */
export async function listBundleProblems(bundle: string): Promise<readonly string[]> {
  const verification = await verifySampleBundle(bundle)
  if (verification.verified) return []
  return verification.problems.map(({ file, field, message }) => [file, field, message].filter(Boolean).join(' | '))
}

/** Changes a file of a bundle as text. */
export function edit(bundle: string, file: string, change: (text: string) => string): void {
  const path = join(bundle, file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`The test changes nothing in ${file}.`)
  writeFileSync(path, after)
}
