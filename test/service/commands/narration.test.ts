import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../../../src/define/index.ts'
import { createNarration } from '../../../src/service/commands/narration.ts'
import { createProcessTerminal } from '../../../src/service/commands/terminal.ts'
import { check } from '../../report/records.ts'

async function narrate(events: readonly RunEvent[]): Promise<string> {
  const stderr = Object.assign(new PassThrough(), { isTTY: false, columns: 200 })
  const terminal = createProcessTerminal({ stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: {} })
  const narration = createNarration({ trace: true }, terminal)
  for (const event of events) narration.onEvent(event)
  narration.end()
  stderr.end()
  return text(stderr)
}

const finished = (requests: number): RunEvent => ({
  type: 'check.finished',
  checkId: 'a',
  outcome: check({ id: 'a', requests }),
})

describe('createNarration() with trace', () => {
  test('puts what a request waited for beside it, in the table at the end', async () => {
    const url = 'https://api.acme.example/a'
    const request = { type: 'request', checkId: 'a', method: 'GET', url, attempt: 1, durationMs: 5 } as const

    const told = await narrate([
      { ...request, status: 503 },
      { type: 'wait', checkId: 'a', reason: 'retry', delayMs: 1500, method: 'GET', url, status: 503 },
      { ...request, status: 200, attempt: 2 },
      finished(2),
    ])

    expect(told).toContain('  a: waits 1.5 s before GET https://api.acme.example/a (retry after 503)\n')
    expect(told).toMatch(/\na +200 +5 ms +1\.5 s: retry after 503 +GET https:\S+\/a \(attempt 2\)\n/)
  })

  test('says truly that no request was sent, or that another process did not list them', async () => {
    expect(await narrate([finished(0)])).toContain('No request was sent.')
    expect(await narrate([finished(3)])).toContain('3 requests were sent by another process, which did not list them.')
    expect(await narrate([finished(1)])).toContain('1 request was sent by another process')
  })
})
