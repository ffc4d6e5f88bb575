import { z } from '@hono/zod-openapi'
import { defineRoute } from '../../route.ts'
import { demandRun } from '../../services/demand.ts'
import { streamRunEvents } from '../../services/stream-run-events.ts'
import { runParams } from './schemas.ts'

export const followRun = defineRoute({
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
  handle: async ({ params: { runId: id }, request, caller: { organizationId, countsFor } }, host) => {
    await demandRun(host.runtime, organizationId, id)
    return streamRunEvents(host, { id, organizationId }, request, countsFor)
  },
})
