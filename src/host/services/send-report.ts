import { compareRuns } from '../../checks/findings/compare-runs.ts'
import { type Format, reports } from '../../report/reports.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { encodePieces } from '../answers/encode-pieces.ts'
import { buildSaveHeaders } from '../answers/file-response.ts'
import { demandKept } from './demand.ts'
import type { PeriodLimit } from './period.ts'

interface ReportChoice {
  readonly person: PeriodLimit
  readonly runId: string
  readonly format: Format
  readonly baseline?: string | undefined
}

/** A report of a run, as a download. @throws ApiError 404; 409 for a run that has not ended */
export async function sendReport(
  runtime: Pick<Runtime, 'runs' | 'connectors'>,
  { person, runId, format, baseline }: ReportChoice,
  request: Request,
): Promise<Response> {
  const run = await demandKept(runtime, person, runId)
  const earlier = baseline === undefined ? undefined : await demandKept(runtime, person, baseline)
  const comparison = earlier && (await compareRuns(run, earlier))
  const connector = runtime.connectors.find(({ id }) => id === run.head.connector.id)
  const { mediaType, extension, write } = reports[format]
  const rest = `see the format json of run ${runId}`
  const headers = buildSaveHeaders(`run-${runId}.${extension}`, mediaType)
  if (request.method !== 'GET') return new Response(null, { headers })
  return new Response(encodePieces(write([{ run, connector, comparison, rest }])), { headers })
}
