import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Redactor } from '../../src/http/redact/redact.ts'
import { RequestsInFlight } from '../../src/http/requests-in-flight.ts'
import { ShownUrl } from '../../src/http/shown-url.ts'

const url = new ShownUrl(new URL('https://api.acme.example/users'), new Redactor())

/** Timers that would keep a process from exiting. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
}

describe('InFlight', () => {
  test('ends each attempt when its own time is over, with its own reason, in whatever order they began', async () => {
    const inFlight = RequestsInFlight.of(new AbortController().signal)
    const ended: string[] = []
    const startedAt = performance.now()
    for (const ms of [90, 30, 150, 60]) {
      const attempt = inFlight.begin(ms, 'GET', url)
      attempt.addEventListener('abort', {
        handleEvent: () => {
          expect(performance.now() - startedAt).toBeGreaterThan(ms - 2)
          ended.push((attempt.reason as Error).message)
        },
      })
    }

    await expect.poll(() => ended.length).toBe(4)

    expect(
      ended.map((message) => /^api.acme.example did not answer GET \/users within (.*) s\./.exec(message)?.[1]),
    ).toEqual(['0.03', '0.06', '0.09', '0.15'])
  })

  test('ends all of them with the reason of their signal, on which they hang by one listener', () => {
    const controller = new AbortController()
    const attempts = Array.from({ length: 50 }, () => RequestsInFlight.of(controller.signal).begin(10_000, 'GET', url))
    const listeners = getEventListeners(controller.signal, 'abort').length

    controller.abort('cancelled')

    expect(listeners).toBe(1)
    expect(attempts.map(({ aborted, reason }) => [aborted, reason])).toEqual(attempts.map(() => [true, 'cancelled']))
  })

  test('leaves alone what has finished, and the others where they are', async () => {
    const controller = new AbortController()
    const inFlight = RequestsInFlight.of(controller.signal)
    const attempts = Array.from({ length: 6 }, () => inFlight.begin(20, 'GET', url))
    for (const index of [0, 5, 2]) inFlight.finish(attempts[index] as (typeof attempts)[number])

    await wait(40)

    expect(attempts.map(({ aborted }) => aborted)).toEqual([false, true, false, true, true, false])
  })

  test('keeps no process from exiting once nothing is in flight, also after a second request', () => {
    const before = timers()
    const inFlight = RequestsInFlight.of(new AbortController().signal)

    const first = inFlight.begin(10_000, 'GET', url)
    const during = timers()
    inFlight.finish(first)
    const between = timers()
    const second = inFlight.begin(20_000, 'GET', url)
    const again = timers()
    inFlight.finish(second)

    expect([during, between, again, timers()]).toEqual([before + 1, before, before + 1, before])
  })
})
