import type { Change, RunComparison } from '../../src/checks/findings/comparison.ts'
import { createFindingId } from '../../src/checks/results/finding-id.ts'
import { nameConnection, toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { defineConnector, type JsonValue, type ResultRecord, type RunResult } from '../../src/define/index.ts'
import type { ReportInput } from '../../src/report/pieces/report.ts'
import { check, createResult, run } from './records.ts'

/** Text that tries to leave its place in every format at once. */
export const hostile = [
  '</script><script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '"\'><svg onload=window.hacked=1>',
  '[click](javascript:window.hacked=1)',
  '| a | b |',
  '`code` ``two`` ```',
  '@everyone #1 https://evil.example www.evil.example',
  ']]>&amp;&#0;<!--',
  '\u001b[31mred\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '\u202eesrever\u2066 \u0000\u0008\ufffe\ud800',
].join(' ')

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
}).with()

/** A result whose finding id follows from what it is about, as in a run. */
function found(checkId: string, partial: Partial<ResultRecord>): ResultRecord {
  const made = createResult(partial)
  const id = createFindingId({ connectorId: 'acme', connectionId: 'c-1', checkId, resource: made.resource })
  return { ...made, findingId: id }
}

function user(number: number, name: string) {
  return { type: 'user', id: `u-${number}`, name }
}

const missing = {
  status: 'fail',
  title: 'No second factor',
  severity: 'high',
  remediation: 'Enrol one under Admin → Users → Security,\nthen end the sessions that are open.',
} as const

/** A run as it is on a good day: every status, a waiver, evidence, logs, a check without the permission. */
export const ordinary: RunResult = {
  ...run(
    check({
      id: 'admin-mfa',
      status: 'fail',
      severity: 'high',
      controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
      tags: ['mfa'],
      results: [
        found('admin-mfa', {
          resource: user(1, 'ada@acme.example'),
          evidence: { mfa: true, methods: ['totp', 'key'] },
        }),
        found('admin-mfa', {
          ...missing,
          resource: user(3, 'alan@acme.example'),
          evidence: { mfa: false, role: 'owner' },
        }),
        found('admin-mfa', {
          ...missing,
          resource: user(6, 'donald@acme.example'),
          evidence: { mfa: false },
          exchanges: [1, 4],
          waived: {
            justification: 'Break-glass account, its password is in the safe.',
            approver: 'grace@acme.example',
            expires: '2026-12-31',
          },
        }),
        found('admin-mfa', { resource: user(7, '山田 太郎'), evidence: { mfa: true } }),
        found('admin-mfa', { resource: user(8, 'Zoë Müller 👩‍💻'), evidence: null }),
      ],
    }),
    check({
      id: 'session-idle-time',
      title: 'Idle sessions end',
      status: 'fail',
      controls: ['soc2:CC6.1'],
      results: [
        found('session-idle-time', {
          status: 'fail',
          resource: { type: 'policy', id: 'session' },
          title: 'Sessions end only after 240 idle minutes',
          remediation: 'Set Admin → Policies → Session to 30 minutes or less.',
          fix: "acme policy set session '--idle-minutes=30'",
          evidence: { idleMinutes: 240, allowed: 30 },
        }),
      ],
    }),
    check({
      id: 'restore-tested',
      title: 'Restoring a backup is tested every year',
      status: 'manual',
      severity: 'low',
      controls: ['soc2:A1.3'],
      results: [
        found('restore-tested', {
          status: 'manual',
          resource: { type: 'backup', id: 'customer-database' },
          title: 'A person has to read the restore report',
          description: 'Does restore-2026-03.pdf describe a complete restore within the last year?',
          evidence: { report: 'restore-2026-03.pdf' },
        }),
      ],
    }),
    check({
      id: 'devices-encrypted',
      title: 'Disks of company devices are encrypted',
      controls: ['iso27001:A.8.1'],
      results: Array.from({ length: 12 }, (_, index) =>
        found('devices-encrypted', {
          resource: { type: 'device', id: `d-${index + 1}` },
          title: 'Disk encrypted',
          evidence: { encrypted: true },
        }),
      ),
    }),
    check({ id: 'vendor-agreements', title: 'Subprocessors have signed an agreement', status: 'not_applicable' }),
    check({
      id: 'audit-log-kept',
      title: 'The audit log is kept for a year',
      status: 'error',
      complete: false,
      controls: ['soc2:CC7.2'],
      error: {
        kind: 'permission',
        code: 'HTTP_PERMISSION_DENIED',
        message: 'Acme answered 403 to GET /audit/settings. Grant audit:read, then reconnect.',
        missingScopes: ['audit:read'],
        retryable: false,
      },
      logs: [{ level: 'warn', message: 'The list was asked for twice', time: '2026-05-04T10:00:01.000Z' }],
    }),
    check({
      id: 'keys-rotated',
      title: 'API keys are rotated',
      status: 'error',
      complete: false,
      error: { kind: 'timeout', code: 'CHECK_TIMEOUT', message: 'The check took longer than 600 s.', retryable: true },
      results: [
        found('keys-rotated', {
          resource: { type: 'key', id: 'k-1' },
          title: 'Rotated 12 days ago',
          evidence: { ageDays: 12 },
        }),
      ],
    }),
  ),
  status: 'error',
  connectionId: 'c-1',
  organizationId: 'default',
}

/** The same run held against an earlier one. */
const comparison: RunComparison = comparing(ordinary, {
  'u-3': 'new',
  'u-6': 'persisting',
  session: 'regressed',
  'u-7': 'resolved',
})

function comparing(later: RunResult, changes: Readonly<Record<string, Change>>): RunComparison {
  const results = later.checks.flatMap((each) => each.results)
  const byId = new Map(results.map(({ findingId: id, resource }) => [id, changes[resource.id]]))
  const wasThere = found('admin-mfa', { ...missing, resource: user(9, 'gone@acme.example'), evidence: { mfa: false } })
  const passes = found('admin-mfa', { ...missing, resource: user(7, '山田 太郎') })
  const unseen = found('audit-log-kept', {
    ...missing,
    title: 'Kept for 30 days',
    resource: { type: 'log', id: 'audit' },
  })
  return {
    baselineRunId: '0198c0dd-0000-7000-8000-000000000000',
    changeOf: (id) => byId.get(id),
    resolved: [
      { checkId: 'admin-mfa', result: wasThere },
      { checkId: 'admin-mfa', result: passes },
    ],
    unseen: [{ checkId: 'audit-log-kept', result: unseen }],
  }
}

/** A run in which every text is somebody else's, and means harm. */
export function createHostileRun(text = hostile, evidence: JsonValue = { [text]: [text, { deep: text }] }): RunResult {
  const given = (status: ResultRecord['status'], id: string) =>
    found('any', {
      status,
      resource: { type: text, id: `${id}${text}`, name: text },
      title: text,
      description: text,
      evidence,
      remediation: status === 'fail' ? text : undefined,
      fix: status === 'fail' ? text : undefined,
      severity: status === 'fail' ? 'critical' : undefined,
    })
  const waived = { justification: text, approver: text, expires: text }
  return {
    ...run(
      check({
        id: 'hostile',
        title: text,
        status: 'fail',
        controls: [text],
        tags: [text],
        results: [
          given('fail', '1'),
          { ...given('fail', '2'), waived },
          given('manual', '3'),
          given('pass', '4'),
          given('not_applicable', '5'),
        ],
        logs: [{ level: 'error', message: text, time: '2026-05-04T10:00:01.000Z' }],
      }),
      check({
        id: 'hostile-error',
        title: text,
        status: 'error',
        complete: false,
        error: { kind: 'upstream', code: 'HTTP_UPSTREAM', message: text, missingScopes: [text], retryable: true },
      }),
    ),
    connectionId: text,
    connectionName: text,
    inputs: { now: '2026-05-04T10:00:00.000Z', variables: { text }, settings: {}, credentials: {}, stateBefore: {} },
  }
}

const kinds = [
  'auth',
  'permission',
  'not_found',
  'plan',
  'rate_limited',
  'timeout',
  'upstream',
  'network',
  'schema_drift',
  'incomplete_data',
  'config',
  'check_bug',
] as const

/** Runs that writers stumble over, by name. */
export const shapes: Readonly<Record<string, readonly ReportInput[]>> = {
  ordinary: [{ run: toRecordedRun(ordinary), connector: described() }],
  compared: [{ run: toRecordedRun(ordinary), connector: described(), comparison }],
  hostile: [{ run: toRecordedRun(createHostileRun()) }],
  'no run': [],
  'no checks': [{ run: toRecordedRun(run()) }],
  'every kind of error': [
    {
      run: toRecordedRun(
        run(
          ...kinds.map((kind) =>
            check({
              id: kind.replaceAll('_', '-'),
              title: `Ends as ${kind}`,
              status: 'error',
              complete: false,
              error: { kind, code: 'HTTP_STATUS', message: `It is ${kind}.`, retryable: false },
            }),
          ),
        ),
      ),
    },
  ],
  'empty verdicts': [
    {
      run: toRecordedRun(
        run(
          check({ id: 'empty-pass', status: 'pass' }),
          check({ id: 'empty-fail', status: 'fail' }),
          check({ id: 'empty-na', status: 'not_applicable' }),
        ),
      ),
    },
  ],
  'a finding twice': [
    {
      run: toRecordedRun(
        run(
          check({
            status: 'fail',
            results: [1, 2].map(() => found('twice', { ...missing, resource: user(1, 'ada@acme.example') })),
          }),
        ),
      ),
    },
  ],
  'several runs': [
    { run: nameConnection(toRecordedRun(ordinary), 'Production of Acme'), connector: described() },
    {
      run: toRecordedRun({
        ...run(check({ results: [createResult({})] })),
        id: '0198c0de-0000-7000-8000-000000000001',
      }),
    },
  ],
  'large values': [
    {
      run: toRecordedRun(
        run(
          check({
            status: 'fail',
            results: [
              found('large', {
                status: 'fail',
                resource: { type: 'thing', id: 'x'.repeat(10_000), name: `${'ü'.repeat(9_999)}|` },
                title: 'y'.repeat(10_000),
                remediation: 'z '.repeat(50_000),
                evidence: { list: Array.from({ length: 20_000 }, (_, index) => `value ${index} <b>`) },
              }),
            ],
          }),
        ),
      ),
    },
  ],
}

function described(): ReportInput['connector'] {
  return {
    definition: acme.definition,
    checks: [
      { id: 'admin-mfa', description: 'A stolen password of an administrator opens everything. Asks every account.' },
      { id: 'audit-log-kept' },
    ],
  }
}
