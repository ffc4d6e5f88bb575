import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { createEventStream, type StreamEvent } from '../../../../src/things/api/answers/event-stream.ts'

const clock = fixedClock('2026-05-01T12:00:00Z')

async function* of(...events: StreamEvent[]): AsyncGenerator<StreamEvent> {
  yield* events
}

async function* never(): AsyncGenerator<StreamEvent> {
  yield { id: '1', event: 'first', data: {} }
  await new Promise(() => undefined)
}

describe('createEventStream()', () => {
  test('writes each event with id, name and JSON on a line of its own, and ends with them', async () => {
    const data = { text: 'two\nlines\r\nand \u2028 more' }

    const answer = createEventStream(of({ id: '1', event: 'log', data }, { id: 'end', event: 'done', data: {} }), {
      clock,
    })

    expect(await answer.text()).toBe(
      `id: 1\nevent: log\ndata: ${JSON.stringify(data)}\n\nid: end\nevent: done\ndata: {}\n\n`,
    )
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  })

  test('sends comments while nothing happens, and ends when its life is over', async () => {
    // It goes on with each look, so that a slow machine does not end the life before the first comment.
    let nowMs = 0
    const answer = createEventStream(never(), { clock: { nowMs: () => nowMs++ }, heartbeatMs: 5, lifeMs: 5 })

    const text = await answer.text()

    expect(text).toMatch(/^id: 1\nevent: first\ndata: {}\n\n(: still here\n\n)+$/)
  })

  test('asks for no more events than are read', async () => {
    let asked = 0
    async function* many(): AsyncGenerator<StreamEvent> {
      for (;;) yield { id: String(++asked), event: 'n', data: null }
    }
    const reader = createEventStream(many(), { clock }).body?.getReader()
    for (let n = 0; n < 3; n++) await reader?.read()

    expect(asked).toBeLessThan(6)
    await reader?.cancel()
  })

  test('lets go of the events when nobody reads them any more', async () => {
    let ended = false
    async function* endless(): AsyncGenerator<StreamEvent> {
      try {
        for (;;) yield { id: '1', event: 'n', data: null }
      } finally {
        ended = true
      }
    }
    const reader = createEventStream(endless(), { clock }).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await setImmediate()

    expect(ended).toBe(true)
  })

  test('breaks off when the events do', async () => {
    async function* broken(): AsyncGenerator<StreamEvent> {
      yield { id: '1', event: 'n', data: null }
      throw new Error('the store is gone')
    }

    await expect(createEventStream(broken(), { clock }).text()).rejects.toThrow()
  })
})
