import { describe, expect, test } from 'vitest'
import type { LogEntry, RunEvent } from '../../../src/define/index.ts'
import { type NumberedEvent, RunEvents } from '../../../src/things/runs/run-events.ts'
import { createResult } from '../../report/records.ts'

const request = (attempt: number): RunEvent => ({
  type: 'request',
  checkId: 'c',
  method: 'GET',
  url: '/',
  attempt,
  durationMs: 1,
})
const started = (checkId: string): RunEvent => ({ type: 'check.started', checkId })

async function read(events: AsyncIterable<RunEvent>, most = Number.POSITIVE_INFINITY): Promise<RunEvent[]> {
  const all: RunEvent[] = []
  for await (const event of events) if (all.push(event) >= most) break
  return all
}

describe('RunEvents', () => {
  test('gives every reader everything, whenever they come and however slow they are', async () => {
    const events = new RunEvents()
    const early = read(events)
    events.push(started('a'))
    const between = read(events)
    await new Promise(setImmediate)
    events.push(started('b'))
    events.end()

    const all = [started('a'), started('b')]
    expect(await Promise.all([early, between, read(events)])).toEqual([all, all, all])
  })

  test('lets a reader leave without harm to others', async () => {
    const events = new RunEvents()
    const other = read(events)
    events.push(started('a'))

    expect(await read(events, 1)).toEqual([started('a')])
    events.push(started('b'))
    events.end()

    expect(await other).toHaveLength(2)
  })

  test('keeps 10 000 requests at least and 20 000 at most for who comes late, and everything else for good', async () => {
    const events = new RunEvents()
    for (let n = 0; n < 100_000; n++) {
      events.push(request(n))
      if (n % 1_000 === 0) events.push(started(String(n)))
    }
    events.end()

    const late = await read(events)

    const requests = late.filter(({ type }) => type === 'request')
    expect(requests.length).toBeGreaterThanOrEqual(10_000)
    expect(requests.length).toBeLessThan(20_000)
    expect(requests.at(-1)).toEqual(request(99_999))
    expect(requests.map((event) => (event.type === 'request' ? event.attempt : 0))).toEqual(
      Array.from({ length: requests.length }, (_, index) => 100_000 - requests.length + index),
    )
    expect(late.filter(({ type }) => type === 'check.started')).toHaveLength(100)
  })

  test('keeps no more of results and log entries', async () => {
    const events = new RunEvents()
    const entry: LogEntry = { level: 'info', message: 'm', time: '' }
    for (let n = 0; n < 30_000; n++) {
      events.push({ type: 'result', checkId: 'c', result: createResult({}) })
      events.push({ type: 'log', checkId: 'c', entry })
    }
    events.end()

    expect((await read(events)).length).toBeLessThan(20_000)
  })

  test('gives everything to who reads along, also what is kept no longer', async () => {
    const events = new RunEvents()
    const reader = events[Symbol.asyncIterator]()
    const seen: RunEvent[] = []
    for (let n = 0; n < 50_000; n++) {
      events.push(request(n))
      // Always 100 behind: past these the older ones are taken out.
      if (n >= 100) seen.push((await reader.next()).value as RunEvent)
    }
    events.end()
    for (let next = await reader.next(); !next.done; next = await reader.next()) seen.push(next.value)

    expect(seen).toEqual(Array.from({ length: 50_000 }, (_, n) => request(n)))
  })

  test('numbered() goes on after any event, by numbers that stay the same when older ones are taken out', async () => {
    const events = new RunEvents()
    for (let n = 0; n < 50_000; n++) events.push(request(n))
    events.end()

    const rest: NumberedEvent[] = []
    for await (const event of events.readNumbered(49_997)) rest.push(event)

    expect(rest).toEqual([
      { number: 49_998, event: request(49_997) },
      { number: 49_999, event: request(49_998) },
      { number: 50_000, event: request(49_999) },
    ])
  })
})
