import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Reporter } from '../../../src/checks/results/reporter.ts'
import type { CheckData, RunEvent } from '../../../src/define/index.ts'
import { createKnowingRedactor } from '../../http/redact/support.ts'
import { acme, catchCheckError, checkWith, createRecordedLog } from '../support.ts'

function open(data: Partial<CheckData> = {}, credentials: Readonly<Record<string, unknown>> = {}) {
  const events: RunEvent[] = []
  const results = createRecordedLog()
  const reporter = new Reporter({
    connector: acme,
    check: checkWith(data),
    connectionId: 'c1',
    redactor: createKnowingRedactor('hunter2-hunter2'),
    credentials,
    results: results.log,
    nowMs: () => 0,
    emit: (event) => events.push(event),
  })
  return { reporter, events, results: results.records }
}

const resource = { type: 'user', id: 'u1', name: 'Ada' }

describe('Reporter.report()', () => {
  test('fills in the command that mends, for what fails alone', () => {
    const fix = {
      command: 'acme lock {resource.id} --org {connection.org} {evidence.key}',
      source: 'https://acme.example',
    }
    const { reporter, results } = open({ fix }, { org: 'octo', api_key: 'hunter2-hunter2' })
    const fail = { resource, title: 'Off', remediation: 'Lock it.' }

    reporter.report('fail', { ...fail, evidence: { key: 7 } })
    reporter.report('pass', { resource, title: 'On', evidence: { key: 7 } })
    reporter.report('fail', { ...fail, resource: { type: 'user', id: '$(id)' }, evidence: { key: 7 } })
    reporter.report('fail', { ...fail, resource: { type: 'user', id: 'hunter2-hunter2' }, evidence: { key: 7 } })
    reporter.report('fail', fail)

    expect(results.map((result) => result.fix)).toEqual([
      'acme lock u1 --org octo 7',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

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
      'has an unknown severity. Use one of critical, high, medium, low, info',
    ],
    [
      'an inherited severity',
      { resource, title: 't', remediation: 'r', severity: 'toString' },
      'has an unknown severity. Use one',
    ],
  ])('refuses a failure with %s', (_name, input, why) => {
    const { reporter, events, results } = open()

    const error = catchCheckError(() => reporter.report('fail', input as never))

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
    reporter.wait({ reason: 'retry', delayMs: 1, method: 'GET', url: 'https://a.example/' })
    reporter.request({ method: 'GET', url: 'x', status: 200, attempt: 1, exchange: 1, durationMs: 1 })

    expect([results, reporter.logs, reporter.exchanges, reporter.requests, events]).toEqual([[], [], [], 0, []])
  })
})

describe('Reporter keeps', () => {
  test('log entries with time and fields, without secrets', () => {
    const { reporter, events } = open()

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
    const { reporter, events } = open()

    reporter.request({ method: 'GET', url: 'u', status: undefined, attempt: 1, exchange: 4, durationMs: 7 })
    reporter.request({ method: 'GET', url: 'u', status: 200, attempt: 2, exchange: 6, durationMs: 0 })

    expect([reporter.requests, reporter.retries, reporter.exchanges]).toEqual([2, 1, [4, 6]])
    expect(events).toEqual([
      { type: 'request', checkId: 'mfa', method: 'GET', url: 'u', attempt: 1, durationMs: 7 },
      { type: 'request', checkId: 'mfa', method: 'GET', url: 'u', attempt: 2, durationMs: 0, status: 200 },
    ])
  })

  test('the first doubt', () => {
    const { reporter } = open()

    for (const message of ['first', 'second'])
      catchCheckError(() => reporter.cannotTell({ kind: 'permission', message }))

    expect(reporter.doubt).toMatchObject({ message: 'first', kind: 'permission', code: 'CHECK_INCOMPLETE' })
  })
})

test.each([
  [{ kind: 'permision', message: 'Only owners see it.' }, /unknown kind\. Use one of auth, permission/],
  [{ kind: 'permission', message: '' }, /lacks message/],
  ['Only owners see it.', /lacks message/],
  [undefined, /lacks message/],
])('Reporter.cannotTell() names what %j lacks, and the check still cannot tell', (reason, message) => {
  const { reporter } = open()

  catchCheckError(() => reporter.cannotTell(reason as never))

  expect(reporter.doubt).toMatchObject({ code: 'CHECK_RESULT_INVALID', message: expect.stringMatching(message) })
})

describe('Reporter says at the end', () => {
  const told = (report: (reporter: Reporter) => void) => {
    const { reporter, results } = open()
    report(reporter)
    reporter.close()
    reporter.close()
    return { logs: reporter.logs.map(({ level, message }) => `${level}: ${message}`), results }
  }
  const secret = 'hunter2-hunter2'

  test('where a secret stood in what the check reports, once for each place', () => {
    const { logs, results } = told((reporter) => {
      for (const id of ['a', 'b'])
        reporter.report('pass', {
          resource: { type: 'user', id },
          title: `Key ${secret}`,
          evidence: { users: [{ note: 'fine' }, { note: `is ${secret}` }], password: 'x', pin: { password: 7 } },
        })
    })

    expect(logs).toEqual([
      'warn: Check "mfa" put a secret into a result: title (2 times), evidence.users[].note (2 times), evidence.password (2 times), evidence.pin.password (2 times). Checkwright removed it. Do not report secrets.',
    ])
    expect(JSON.stringify(results)).not.toContain(secret)
  })

  test('nothing where nothing is wrong', () => {
    const { logs } = told((reporter) => reporter.report('pass', { resource, title: 'On', evidence: { users: [1] } }))

    expect(logs).toEqual([])
  })

  test('which resources were reported twice, and which in two ways', () => {
    const { logs, results } = told((reporter) => {
      for (const id of ['a', 'a', 'b', 'c']) reporter.report('pass', { resource: { type: 'user', id }, title: 'On' })
      reporter.report('manual', { resource: { type: 'user', id: 'c' }, title: 'Look' })
      reporter.report('pass', { resource: { type: 'group', id: 'b' }, title: 'On' })
    })

    expect(logs).toEqual([
      'warn: Check "mfa" reported the same resource more than once: user "a". Report each resource once.',
      'warn: Check "mfa" reported the same resource with two statuses: user "c" as pass and as manual. The worse one counts. Report each resource once, when you know everything about it.',
    ])
    expect(results).toHaveLength(6)
  })

  test('no more than 20 places, and how many there are beside', () => {
    const { logs } = told((reporter) => {
      for (let n = 0; n < 60; n++)
        reporter.report('pass', { resource: { type: 'user', id: `u${n % 30}` }, title: 'On' })
    })

    expect(logs[0]).toMatch(/user "u19", and 10 times elsewhere\. Report each resource once\.$/)
    expect(logs).toHaveLength(1)
  })

  test('how many log entries were not kept, of which 1 000 are', () => {
    const { reporter, events } = open()

    for (let n = 0; n < 1_500; n++) reporter.log('info', `entry ${n}`)
    reporter.close()

    expect(reporter.logs).toHaveLength(1_001)
    expect(reporter.logs.at(-1)?.message).toBe('500 more log entries of check "mfa" were not kept.')
    expect(events).toHaveLength(1_001)
  })

  test('the same where they are few and long', () => {
    const { reporter } = open()

    for (let n = 0; n < 500; n++) reporter.log('info', 'x'.repeat(9_000), { list: 'y'.repeat(20_000) })
    reporter.close()

    const [first] = reporter.logs
    expect(first?.message).toMatch(/^x{4000}… \[5000 more characters\]$/)
    expect(first?.fields).toMatchObject({ '[too large]': { bytesMax: 16_384 } })
    expect(JSON.stringify(reporter.logs).length).toBeLessThan(1.1 * 1024 * 1024)
    expect(reporter.logs.at(-1)?.message).toMatch(/^\d+ more log entries/)
  })
})

describe('Reporter.report() bounds', () => {
  test('evidence of more than 256 kB, in place of which its size and digest are, visibly', () => {
    const { reporter, results } = open()
    const evidence = { note: 'ä'.repeat(140_000) }

    reporter.report('pass', { resource, title: 'On', evidence })
    reporter.report('pass', {
      resource: { type: 'user', id: 'small' },
      title: 'On',
      evidence: { note: 'ä'.repeat(100_000) },
    })
    reporter.close()

    const sha256 = createHash('sha256').update(JSON.stringify(evidence)).digest('hex')
    expect(results[0]?.evidence).toEqual({ '[too large]': { bytes: 280_011, bytesMax: 262_144, sha256 } })
    expect(results[1]?.evidence).toEqual({ note: 'ä'.repeat(100_000) })
    expect(reporter.logs.map(({ message }) => message)).toEqual([
      'Check "mfa" reported evidence that is too large: user "u1". Checkwright kept its size and digest instead. Report only the facts that decide.',
    ])
  })

  test('texts, and says how much of them is missing', () => {
    const { reporter, results } = open()

    reporter.report('fail', {
      resource: { type: 'user', id: 'u1', name: 'n'.repeat(600) },
      title: `${'t'.repeat(499)}😀`,
      description: 'd'.repeat(20_000),
      remediation: 'r'.repeat(10_001),
    })

    expect(results[0]?.title).toBe(`${'t'.repeat(499)}… [2 more characters]`)
    expect(results[0]?.resource.name).toMatch(/n{500}… \[100 more characters\]$/)
    expect(results[0]?.description).toMatch(/d{10000}… \[10000 more characters\]$/)
    expect(results[0]?.remediation).toMatch(/r{10000}… \[1 more characters\]$/)
  })

  test('ids by refusing them, because half an id is another one', () => {
    const { reporter } = open()

    const error = catchCheckError(() =>
      reporter.report('pass', { resource: { type: 'user', id: 'x'.repeat(2_049) }, title: 'On' }),
    )

    expect(error.message).toBe('A pass result of check "mfa" has a resource.id of more than 2048 characters.')
  })

  test('evidence that JSON cannot hold, each in a form of its own', () => {
    const { reporter, results } = open()
    const circle: Record<string, unknown> = { id: 1 }
    circle.self = circle
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], 'deep')
    const throwing = {
      get bad() {
        throw new Error('no')
      },
    }

    reporter.report('pass', {
      resource,
      title: 'On',
      evidence: {
        circle,
        big: 10n ** 20n,
        run: () => 1,
        map: new Map([['a', new Set([1, 2])]]),
        at: new Date(0),
        never: new Date(Number.NaN),
        json: {
          toJSON: () => {
            throw new Error('no')
          },
        },
        throwing,
        nothing: undefined,
        bytes: new Uint8Array(3),
        deep,
      },
    })

    expect(results[0]?.evidence).toMatchObject({
      circle: { id: 1, self: '[circular]' },
      big: '100000000000000000000',
      run: '[function]',
      map: { a: [1, 2] },
      at: '1970-01-01T00:00:00.000Z',
      never: 'Invalid Date',
      json: '[unreadable]',
      throwing: { bad: '[unreadable]' },
      bytes: '[3 bytes]',
    })
    expect(JSON.stringify(results[0]?.evidence)).toContain('[too deep]')
  })
})
