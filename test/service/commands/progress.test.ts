import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineConnector, type RunEvent } from '../../../src/define/index.ts'
import { createRunProgress } from '../../../src/service/commands/progress.ts'
import { createProcessTerminal } from '../../../src/service/commands/terminal.ts'
import { check } from '../../report/records.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const events: readonly RunEvent[] = [
  {
    type: 'run.started',
    runId: 'r',
    checks: [
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
    ],
  },
  { type: 'check.started', checkId: 'a' },
  { type: 'check.started', checkId: 'b' },
  {
    type: 'request',
    checkId: 'a',
    method: 'GET',
    url: 'https://api.acme.example/a',
    status: 429,
    attempt: 1,
    durationMs: 5,
  },
  { type: 'wait', checkId: 'a', reason: 'rate_limit', delayMs: 30_000 },
  { type: 'check.finished', checkId: 'b', outcome: check({ id: 'b', requests: 0 }) },
]

function terminalOf(isTTY: boolean) {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 80 })
  return {
    stderr,
    terminal: createProcessTerminal({ stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: {} }),
  }
}

describe('createRunProgress()', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('writes plain lines where there is no terminal: the start, long waits, and each check as it ends', async () => {
    const { stderr, terminal } = terminalOf(false)

    const progress = createRunProgress(acme, terminal)
    for (const event of events) progress.onEvent(event)
    progress.end()

    stderr.end()
    expect(await text(stderr)).toBe(
      'Running 2 checks of Acme 1.0.0\n  a: waits 30 s (the vendor limits the rate)\n  [1/2] b: pass, 0 requests, 0.0 s\n',
    )
  })

  const listed: readonly RunEvent[] = [
    { type: 'run.started', runId: 'r', checks: [], inventories: ['account', 'credential.iam'] },
    { type: 'inventory.started', inventory: 'inventory:account' },
    { type: 'inventory.started', inventory: 'inventory:credential.iam' },
    {
      type: 'inventory.finished',
      inventory: 'inventory:account',
      outcome: {
        of: 'account',
        complete: true,
        count: 3,
        covers: [],
        leavesOut: [],
        refused: {},
        facts: {},
        requests: 1,
        retries: 0,
        durationMs: 20,
        exchanges: [],
        logs: [],
      } as never,
    },
  ]

  test('says which lists a run without checks reads', async () => {
    const { stderr, terminal } = terminalOf(false)

    const progress = createRunProgress(acme, terminal)
    for (const event of listed) progress.onEvent(event)
    progress.end()

    stderr.end()
    expect(await text(stderr)).toBe(
      'Reading the lists account, credential.iam of Acme 1.0.0\n  list account: 3 records, 1 request, 0.0 s\n',
    )
  })

  test('counts lists on a terminal, where there are no checks to count', async () => {
    const { stderr, terminal } = terminalOf(true)

    const progress = createRunProgress(acme, terminal)
    for (const event of listed) progress.onEvent(event)
    vi.advanceTimersByTime(1_000)
    progress.end()

    stderr.end()
    const drawn = (await text(stderr)).split('\r').slice(1).map(stripVTControlCharacters)
    expect(drawn.at(-2)).toMatch(/^. Acme: 1\/2 lists · 0 requests · inventory:credential\.iam$/)
  })

  test('keeps to one line of a terminal, which it takes away at the end', async () => {
    const { stderr, terminal } = terminalOf(true)

    const progress = createRunProgress(acme, terminal)
    for (const event of events) progress.onEvent(event)
    vi.advanceTimersByTime(1_000)
    progress.end()
    vi.advanceTimersByTime(1_000)

    stderr.end()
    const written = await text(stderr)
    const drawn = written.split('\r').slice(1).map(stripVTControlCharacters)
    expect(drawn.at(-2)).toMatch(/^. Acme: 1\/2 checks · 1 request · 0 results · waiting \d+ s · a$/)
    expect(drawn.every((line) => line.length <= 80 && !line.includes('\n'))).toBe(true)
    expect(written.endsWith('\r\u001b[K')).toBe(true)
  })
})
