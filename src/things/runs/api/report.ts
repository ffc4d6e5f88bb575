import { z } from '@hono/zod-openapi'
import { formats, reports } from '../../../report/reports.ts'
import { runParams } from '../../../service/api/schemas/schemas.ts'
import { ownId } from '../../../service/api/schemas/text-schema.ts'
import { defineRoute } from '../../api/route.ts'
import { sendReport } from '../reading/send-report.ts'

const mediaTypes = [...new Set(Object.values(reports).map(({ mediaType }) => mediaType.replace(/;.*/, '')))]

export const downloadReport = defineRoute({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/report',
  operationId: 'IntegrationsController_downloadReport_v1',
  tag: 'Runs',
  summary: 'Download a report of a run',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: runParams,
  query: z.strictObject({
    format: z.enum(formats).default('json').openapi({ type: 'string', default: 'json', example: 'json' }),
    baseline: ownId.optional().openapi({
      description:
        'An earlier run of the same connection. The report then shows what is new, persisting, regressed and resolved.',
    }),
  }),
  answer: {
    status: 200,
    description: 'The report as a download, with the media type of its format.',
    mediaTypes,
    schema: z.unknown().openapi({ description: 'docs/reports.md describes each format.' }),
  },
  problems: [409],
  handle: ({ params: { runId }, query, request, caller }, { runtime }) =>
    sendReport(runtime, { person: caller, runId, ...query }, request),
})
