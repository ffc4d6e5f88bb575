import { z } from '@hono/zod-openapi'
import type { Runtime } from '../../../runtime/runtime.ts'
import { eventStream, eventStreamHeaders, type StreamEvent } from '../../event-stream.ts'
import { route } from '../../route.ts'
import { demandRun } from './runs.ts'
import { runParams } from './schemas.ts'

/** Id of the last event, after which there is nothing. */
const lastId = 'end'

const pollMs = 2_000

export const followRun = route({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/events',
  operationId: 'IntegrationsController_followRun_v1',
  tag: 'Runs',
  summary: 'Follow a run as server-sent events',
  description:
    'Events `run.started`, `check.started`, `request`, `wait`, `log`, `result`, `check.finished` from the start of the run, or after the one that Last-Event-ID names; each has itself as JSON in `data`. The last one is `run.finished`, with the status, when the results can be read. Of a run that another process executes, or that has ended, there are `run.started`, `check.started` and `check.finished` alone before it. Comments come in between while nothing happens. A stream lasts 15 minutes at most: come again with Last-Event-ID.',
  scope: 'integrations:read',
  params: runParams,
  answer: {
    status: 200,
    description: 'The events.',
    mediaTypes: ['text/event-stream'],
    schema: z.string().openapi({
      example: 'id: 2\nevent: check.started\ndata: {"type":"check.started","checkId":"admin-mfa"}\n\n',
    }),
    nothing: 'The last event was sent already, as Last-Event-ID says.',
  },
  handle: async ({ params: { runId: id }, request, caller: { organizationId } }, { runtime }) => {
    await demandRun(runtime, organizationId, id)
    return runEventStream(runtime, { id, organizationId }, request)
  },
})

type RunRef = { readonly id: string; readonly organizationId: string }

/** The events of a run, from where the browser that asks was cut off. */
export function runEventStream(runtime: Runtime, ref: RunRef, request: Request): Response {
  const last = request.headers.get('last-event-id') ?? ''
  // What makes an EventSource stop asking.
  if (last === lastId) return new Response(null, { status: 204 })
  if (request.method !== 'GET') return new Response(null, { headers: eventStreamHeaders })
  const after = /^\d{1,15}$/.test(last) ? Number(last) : 0
  return eventStream(eventsOf(runtime, ref, after), { clock: runtime.workspace.clock })
}

async function* eventsOf(runtime: Runtime, ref: RunRef, after: number): AsyncGenerator<StreamEvent> {
  for await (const { number, event } of runtime.runs.events(ref, { after })) {
    // The run says so before its result is kept; whoever reads it at once must find it.
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
