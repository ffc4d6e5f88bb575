import { describe, expect, test } from 'vitest'
import { Reporter } from '../../src/checks/reporter.ts'
import type { CheckData, RunEvent } from '../../src/define/index.ts'
import { acme, checkErrorOf, checkWith, knowing, recordedLog } from './support.ts'

function open(data: Partial<CheckData> = {}) {
  const events: RunEvent[] = []
  const results = recordedLog()
  const reporter = new Reporter({
    connector: acme,
    check: checkWith(data),
    connectionId: 'c1',
    redactor: knowing('hunter2-hunter2'),
    results: results.log,
    nowMs: () => 0,
    emit: (event) => events.push(event),
  })
  return { reporter, events, results: results.records }
}

const resource = { type: 'user', id: 'u1', name: 'Ada' }

describe('Reporter.report()', () => {
  test('keeps a result as it was given, and tells it at once', () => {
    const { reporter, events, results } = open()

    reporter.report('pass', { resource, title: 'On', description: 'Since May', evidence: { mfa: true } })

    const [result] = results
    expect(result).toEqual({
      status: 'pass',
      resource,
      title: 'On',
      description: 'Since May',
      evidence: { mfa: true },
      findingId: expect.any(String),
    })
    expect(events).toEqual([{ type: 'result', checkId: 'mfa', result }])
  })

  test('gives failures a remediation, and the severity of the check unless they have their own', () => {
    const { reporter, results } = open({ severity: 'high' })
    const fail = { resource, title: 'Off', remediation: 'Turn it on.' }

    reporter.report('fail', fail)
    reporter.report('fail', { ...fail, severity: 'low' })
    open().reporter.report('fail', fail)

    expect(results.map(({ severity, remediation }) => [severity, remediation])).toEqual([
      ['high', 'Turn it on.'],
      ['low', 'Turn it on.'],
    ])
  })

  test('takes secrets out of every part, and makes the finding’s id of what is shown', () => {
    const { reporter, events, results } = open()
    const secret = 'hunter2-hunter2'

    reporter.report('fail', {
      resource: { type: 'key', id: `k-${secret}`, name: secret, extra: secret } as never,
      title: `a ${secret}`,
      description: secret,
      remediation: `drop ${secret}`,
      evidence: { key: secret, list: [{ [secret]: 1 }] },
    })
    reporter.report('pass', { resource: { type: 'key', id: 'k-[redacted]' }, title: 'x' })

    expect(JSON.stringify([results, events])).not.toContain(secret)
    expect(results[0]?.resource).toEqual({ type: 'key', id: 'k-[redacted]', name: '[redacted]' })
    expect(results[0]?.findingId).toBe(results[1]?.findingId)
  })

  test('keeps no evidence as null', () => {
    const { reporter, results } = open()

    reporter.report('manual', { resource, title: 'Look' })

    expect(results[0]).toMatchObject({ status: 'manual', evidence: null })
  })

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'lacks resource.type, resource.id, title, remediation'],
    ['no resource', { title: 't', remediation: 'r' }, 'lacks resource.type, resource.id'],
    ['a number for an id', { resource: { type: 'user', id: 7 }, title: 't', remediation: 'r' }, 'lacks resource.id'],
    ['an empty id', { resource: { type: 'user', id: ' ' }, title: 't', remediation: 'r' }, 'lacks resource.id'],
    [
      'a name that is no text',
      { resource: { type: 'u', id: '1', name: null }, title: 't', remediation: 'r' },
      'lacks resource.name',
    ],
    ['a blank title', { resource, title: ' ', remediation: 'r' }, 'lacks title'],
    ['a description that is no text', { resource, title: 't', description: {}, remediation: 'r' }, 'lacks description'],
    ['no remediation', { resource, title: 't' }, 'lacks remediation'],
    ['a blank remediation', { resource, title: 't', remediation: '' }, 'lacks remediation'],
    [
      'an unknown severity',
      { resource, title: 't', remediation: 'r', severity: 'urgent' },
      'has a severity that is none of critical, high, medium, low, info',
    ],
    ['an inherited severity', { resource, title: 't', remediation: 'r', severity: 'toString' }, 'has a severity'],
  ])('refuses a failure with %s', (_name, input, why) => {
    const { reporter, events, results } = open()

    const error = checkErrorOf(() => reporter.report('fail', input as never))

    expect(error.code).toBe('CHECK_RESULT_INVALID')
    expect(error.message).toContain(`A fail result of check "mfa" ${why}`)
    expect([results, events]).toEqual([[], []])
  })

  test('asks no remediation of the others', () => {
    const { reporter, results } = open()

    for (const status of ['pass', 'manual', 'not_applicable'] as const)
      reporter.report(status, { resource, title: 't' })

    expect(results).toHaveLength(3)
  })

  test('drops what comes after the end, because an error that is thrown then would meet nobody', () => {
    const { reporter, events, results } = open()
    reporter.close()

    reporter.report('pass', { resource, title: 'late' })
    reporter.log('info', 'late')
    reporter.wait('retry', 1)
    reporter.request({ method: 'GET', url: 'x', status: 200, attempt: 1, exchange: 1 })

    expect([results, reporter.logs, reporter.exchanges, reporter.requests, events]).toEqual([[], [], [], 0, []])
  })
})

describe('Reporter keeps', () => {
  test('log entries with time and fields, without secrets', () => {
    const { reporter, events, results } = open()

    reporter.log('warn', 'saw hunter2-hunter2', { token: 'hunter2-hunter2', count: 1 })
    reporter.log('info', 5 as never)

    expect(reporter.logs).toEqual([
      {
        level: 'warn',
        message: 'saw [redacted]',
        fields: { token: '[redacted]', count: 1 },
        time: '1970-01-01T00:00:00.000Z',
      },
      { level: 'info', message: '5', time: '1970-01-01T00:00:00.000Z' },
    ])
    expect(events.map(({ type }) => type)).toEqual(['log', 'log'])
  })

  test('count and numbers of requests', () => {
    const { reporter, events, results } = open()

    reporter.request({ method: 'GET', url: 'u', status: undefined, attempt: 1, exchange: 4 })
    reporter.request({ method: 'GET', url: 'u', status: 200, attempt: 2, exchange: 6 })

    expect([reporter.requests, reporter.retries, reporter.exchanges]).toEqual([2, 1, [4, 6]])
    expect(events).toEqual([
      { type: 'request', checkId: 'mfa', method: 'GET', url: 'u', attempt: 1 },
      { type: 'request', checkId: 'mfa', method: 'GET', url: 'u', attempt: 2, status: 200 },
    ])
  })

  test('the first doubt', () => {
    const { reporter, results } = open()

    for (const message of ['first', 'second']) checkErrorOf(() => reporter.cannotTell({ kind: 'permission', message }))

    expect(reporter.doubt).toMatchObject({ message: 'first', kind: 'permission', code: 'CHECK_INCOMPLETE' })
  })
})
