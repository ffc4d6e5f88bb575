import { createEventStream, eventStreamHeaders, type StreamEvent } from '../../api/answers/event-stream.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Id of the last event, which ends the stream. */
const lastId = 'end'

const pollMs = 2_000

type RunRef = { readonly id: string; readonly organizationId: string }

/**
 * The events of a run, from the point where the browser lost the connection.
 * @param reader.mayGoOn whether they may still read it. They may have been signed out since.
 * @throws ApiError 429 when the caller or the organization has as many streams as it may
 */
export function streamRunEvents(
  { runtime, streams }: Pick<HostParts, 'runtime' | 'streams'>,
  ref: RunRef,
  request: Request,
  { countsFor, mayGoOn }: { readonly countsFor: string; readonly mayGoOn: () => Promise<boolean> },
): Response {
  const last = request.headers.get('last-event-id') ?? ''
  // The answer that makes an EventSource stop.
  if (last === lastId) return new Response(null, { status: 204 })
  if (request.method !== 'GET') return new Response(null, { headers: eventStreamHeaders })
  const after = /^\d{1,15}$/.test(last) ? Number(last) : 0
  const onEnd = streams.open({ organizationId: ref.organizationId, countsFor })
  return createEventStream(followEvents(runtime, ref, after), { clock: runtime.workspace.clock, mayGoOn, onEnd })
}

async function* followEvents(runtime: Runtime, ref: RunRef, after: number): AsyncGenerator<StreamEvent> {
  for await (const { number, event } of runtime.runs.events(ref, { after })) {
    // The event comes before the result is stored, and a client that reads the result at once must find it.
    if (event.type !== 'run.finished') yield { id: String(number), event: event.type, data: event }
  }
  for (;;) {
    const run = await runtime.runs.kept(ref)
    if (run === undefined) return
    if (run.finishedAtMs !== null) {
      const { id: runId, status } = run
      yield { id: lastId, event: 'run.finished', data: { type: 'run.finished', runId, status } }
      return
    }
    await runtime.workspace.clock.sleep(pollMs)
  }
}
