import { z } from '@hono/zod-openapi'
import { runParams } from '../../../service/api/schemas/schemas.ts'
import { demandRun } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { streamRunEvents } from '../reading/stream-run-events.ts'

export const followRun = defineRoute({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/events',
  operationId: 'IntegrationsController_followRun_v1',
  tag: 'Runs',
  summary: 'Follow a run as server-sent events',
  description:
    'Events `run.started`, `check.started`, `request`, `wait`, `log`, `result`, `check.finished` from the start of the run, or after the event in Last-Event-ID. The `data` of each is the event as JSON. The last one is `run.finished`, with the status; it comes when you can read the results. A run of another process, or one that has ended, only has `run.started`, `check.started` and `check.finished` before it. Comments are sent while there are no events. A stream lasts at most 15 minutes: then connect again with Last-Event-ID.',
  scope: 'integrations:read',
  params: runParams,
  answer: {
    status: 200,
    description: 'The events.',
    mediaTypes: ['text/event-stream'],
    schema: z.string().openapi({
      example: 'id: 2\nevent: check.started\ndata: {"type":"check.started","checkId":"admin-mfa"}\n\n',
    }),
    nothing: 'The event in Last-Event-ID was the last one.',
  },
  handle: async ({ params: { runId: id }, request, caller: { organizationId, countsFor }, mayGoOn }, host) => {
    await demandRun(host.runtime, organizationId, id)
    return streamRunEvents(host, { id, organizationId }, request, { countsFor, mayGoOn })
  },
})
