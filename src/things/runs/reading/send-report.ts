import { compareRuns } from '../../../checks/findings/compare-runs.ts'
import { nameConnection } from '../../../checks/runs/recorded-run.ts'
import type { Brand } from '../../../report/pieces/brand.ts'
import { type Format, reports } from '../../../report/reports.ts'
import { mayNameConnections, type PeriodLimit } from '../../../service/rights/period.ts'
import type { Role } from '../../../service/rights/permissions.ts'
import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import { demandRecordedRun, findConnectorOfRun } from '../../api/demand.ts'
import type { Runtime } from '../../runtime/runtime.ts'

interface ReportChoice {
  /** Without a role, their scopes have decided. Who may not read connections gets a report without the name. */
  readonly person: PeriodLimit & { readonly role?: Role | undefined }
  readonly runId: string
  readonly format: Format
  readonly baseline?: string | undefined
}

/** A report of a run, as a download. @throws ApiError 404; 409 for a run that has not ended */
export async function sendReport(
  runtime: Pick<Runtime, 'runs' | 'connectorOf' | 'connectors' | 'connections' | 'appearance'>,
  { person, runId, format, baseline }: ReportChoice,
  request: Request,
): Promise<Response> {
  const run = await demandRecordedRun(runtime, person, runId)
  const earlier = baseline === undefined ? undefined : await demandRecordedRun(runtime, person, baseline)
  const comparison = earlier && (await compareRuns(run, earlier))
  const { organizationId } = person
  const { connectionId } = run.head
  const connection =
    mayNameConnections(person) && connectionId !== undefined
      ? await runtime.connections.get({ id: connectionId, organizationId })
      : undefined
  const connector = await findConnectorOfRun(runtime, run.head.connector)
  const { mediaType, extension, write } = reports[format]
  const rest = `see the format json of run ${runId}`
  const headers = buildSaveHeaders(`run-${runId}.${extension}`, mediaType)
  if (request.method !== 'GET') return new Response(null, { headers })
  return new Response(
    encodePieces(
      write([{ run: nameConnection(run, connection?.name), connector, comparison, rest }], {
        brand: await loadBrand(runtime, organizationId),
      }),
    ),
    { headers },
  )
}

/** With the bytes of the logo, which a report has inside. */
async function loadBrand({ appearance }: Pick<Runtime, 'appearance'>, organizationId: string): Promise<Brand> {
  const { name, colour, logo } = await appearance.get({ organizationId })
  return { name, colour, logo: (logo && (await appearance.findLogo(logo.id))) ?? null }
}
