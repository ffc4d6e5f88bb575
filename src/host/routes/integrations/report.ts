import { z } from '@hono/zod-openapi'
import { compareRuns } from '../../../checks/compare-runs.ts'
import { type Format, formats, reports } from '../../../report/reports.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { savedAs } from '../../file-response.ts'
import { route } from '../../route.ts'
import { ownId } from '../../schemas/texts.ts'
import { demandKept } from './runs.ts'
import { runParams } from './schemas.ts'

const mediaTypes = [...new Set(Object.values(reports).map(({ mediaType }) => mediaType.replace(/;.*/, '')))]

export const downloadReport = route({
  method: 'get',
  path: '/v1/integrations/runs/{runId}/report',
  operationId: 'IntegrationsController_downloadReport_v1',
  tag: 'Runs',
  summary: 'Download a report of a run',
  scope: 'integrations:read',
  params: runParams,
  query: z.strictObject({
    format: z.enum(formats).default('json').openapi({ type: 'string', default: 'json', example: 'json' }),
    baseline: ownId.optional().openapi({
      description: 'An earlier run of the same connection: says what is new, persisting, regressed and resolved.',
    }),
  }),
  answer: {
    status: 200,
    description: 'The report, to be saved; its media type is that of the format.',
    mediaTypes,
    schema: z.unknown().openapi({ description: 'docs/reports.md tells of each format.' }),
  },
  problems: [409],
  handle: ({ params: { runId }, query, request, caller: { organizationId } }, { runtime }) =>
    reportOf(runtime, { organizationId, runId, ...query }, request),
})

interface ReportChoice {
  readonly organizationId: string
  readonly runId: string
  readonly format: Format
  readonly baseline?: string | undefined
}

/** A report of a run, to be saved. @throws ApiError 404; 409 for a run that has not ended */
export async function reportOf(
  runtime: Runtime,
  { organizationId, runId, format, baseline }: ReportChoice,
  request: Request,
): Promise<Response> {
  const run = await demandKept(runtime, organizationId, runId)
  const earlier = baseline === undefined ? undefined : await demandKept(runtime, organizationId, baseline)
  const comparison = earlier && (await compareRuns(run, earlier))
  const connector = runtime.connectors.find(({ id }) => id === run.head.connector.id)
  const { mediaType, extension, write } = reports[format]
  const rest = `see the format json of run ${runId}`
  const headers = savedAs(`run-${runId}.${extension}`, mediaType)
  if (request.method !== 'GET') return new Response(null, { headers })
  return new Response(bytesOf(write([{ run, connector, comparison, rest }])), { headers })
}

/** As fast as it is read. */
function bytesOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}
