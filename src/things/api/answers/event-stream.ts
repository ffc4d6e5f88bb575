import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../define/index.ts'
import { askEveryMs, limitAsking } from './limit-asking.ts'

/** One event of a stream (HTML, §9.2 Server-sent events). */
export interface StreamEvent {
  /** The value that a client sends as Last-Event-ID after a lost connection. */
  readonly id: string
  readonly event: string
  /** Written as JSON, which has no line breaks. */
  readonly data: unknown
}

export interface EventStreamOptions {
  readonly clock: Pick<Clock, 'nowMs'>
  /** Silence after which a comment is sent, so that proxies do not close the connection. @default 15 s */
  readonly heartbeatMs?: number
  /** After this time the client has to connect again, with a key that is still valid. @default 15 minutes */
  readonly lifeMs?: number
  /** Whether the client may still read. Asked at most once a second, and the stream ends if not. @default always */
  readonly mayGoOn?: () => Promise<boolean>
  /** Called when the client has gone or the stream has ended. */
  readonly onEnd?: () => void
}

/** Events as `text/event-stream`, as fast as they are read, until the source ends or the client leaves. */
export function createEventStream(
  events: AsyncIterable<StreamEvent>,
  { clock, heartbeatMs = 15_000, lifeMs = 15 * 60_000, mayGoOn, onEnd }: EventStreamOptions,
): Response {
  const iterator = events[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const endsAtMs = clock.nowMs() + lifeMs
  // Not awaited, because an event that never comes must not keep an abandoned stream open.
  const letGo = () => {
    onEnd?.()
    void iterator.return?.().catch(() => undefined)
  }
  const isAllowed = mayGoOn ? limitAsking(mayGoOn) : async () => true
  let next: Promise<IteratorResult<StreamEvent>> | undefined
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      next ??= iterator.next()
      let arrived: IteratorResult<StreamEvent> | undefined
      let isGood = true
      try {
        // A silent stream ends soon after the client may no longer read, too.
        for (let silentMs = 0; arrived === undefined && isGood && silentMs < heartbeatMs; silentMs += askEveryMs) {
          arrived = await waitOrSilence(next, Math.min(askEveryMs, heartbeatMs - silentMs))
          isGood = await isAllowed()
        }
      } catch (error) {
        onEnd?.()
        throw error
      }
      if (!isGood || arrived?.done || clock.nowMs() >= endsAtMs) {
        letGo()
        controller.close()
      } else if (arrived === undefined) {
        controller.enqueue(encoder.encode(': still here\n\n'))
      } else {
        next = undefined
        controller.enqueue(encoder.encode(formatStreamEvent(arrived.value)))
      }
    },
    cancel: letGo,
  })
  return new Response(body, { headers: eventStreamHeaders })
}

export const eventStreamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would hold events back until a buffer is full.
  'x-accel-buffering': 'no',
}

/** Whether an answer is one of these. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type') === eventStreamHeaders['content-type']
}

function formatStreamEvent({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** undefined: there was no event for that time. */
async function waitOrSilence<T>(promise: Promise<T>, silenceMs: number): Promise<T | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([promise, sleep(silenceMs, undefined, { signal: timer.signal, ref: false })])
  } finally {
    timer.abort()
  }
}
