import type { Finding } from '../../../checks/findings/finding-store.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { formatCsvRow } from '../../../text/csv-row.ts'
import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { loadNames } from '../../people/reading/load-names.ts'
import type { Runtime } from '../../runtime/runtime.ts'

type SentChoice = Omit<Parameters<Runtime['findings']['list']>[0], 'limit' | 'before'>

/** The files that findings are sent as. */
export const findingFormats = ['csv', 'sarif'] as const

export type FindingFormat = (typeof findingFormats)[number]

const mediaTypes: Readonly<Record<FindingFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  sarif: 'application/sarif+json',
}

/** Every chosen finding as a file. */
export function sendFindings(
  parts: Pick<HostParts, 'runtime' | 'users'>,
  choice: SentChoice,
  { method }: Pick<Request, 'method'>,
  format: FindingFormat = 'csv',
): Response {
  const headers = buildSaveHeaders(`findings.${format}`, mediaTypes[format])
  const write = format === 'csv' ? writeFindings : writeFindingsSarif
  return new Response(method === 'GET' ? encodePieces(write(parts, choice)) : null, { headers })
}

const columns = [
  ...['id', 'state', 'resolution', 'severity', 'title', 'resourceType', 'resourceId', 'resourceName'],
  ...['connectionId', 'connection', 'connector', 'check', 'controls', 'owner', 'ownerName', 'due', 'dueReason'],
  ...['acceptedUntil', 'acceptedBy', 'acceptedBecause', 'firstSeenAt', 'lastSeenAt', 'changedAt'],
  ...['refusedUntil', 'refusedBy', 'refusedBecause'],
]

const pageRows = 500

type FindingSources = Pick<HostParts, 'runtime' | 'users'>

/** Rows of text, the names of the columns first. */
export async function* writeFindings(parts: FindingSources, choice: SentChoice): AsyncGenerator<string> {
  const { connections } = parts.runtime
  const { organizationId, within } = choice
  yield formatCsvRow(columns)
  for await (const page of listPages(parts, choice)) {
    const people = await loadNames(
      parts.users,
      organizationId,
      page.map(({ ownerId }) => ownerId),
    )
    const ids = [...new Set(page.map(({ connectionId }) => connectionId))]
    // Names are those of now, which somebody who may know of an earlier time alone is not told.
    const named = within === undefined ? await connections.search({ organizationId, ids, limit: ids.length }) : []
    const names = new Map(named.map(({ connection: { id, name } }) => [id, name]))
    for (const finding of page)
      yield formatCsvRow(
        listCells(finding, { owner: people.get(finding.ownerId), connection: names.get(finding.connectionId) }),
      )
  }
}

/** SARIF 2.1.0: one result for each finding, whose fingerprint is the finding. */
async function* writeFindingsSarif(parts: FindingSources, choice: SentChoice): AsyncGenerator<string> {
  // Loaded only where somebody asks for it.
  const { writeFindingsReport } = await import('../../../report/findings-sarif.ts')
  yield* writeFindingsReport(listPages(parts, choice))
}

async function* listPages(
  { runtime: { findings } }: FindingSources,
  choice: SentChoice,
): AsyncGenerator<readonly Finding[]> {
  // As they were at a time they are described one by one, so each page would describe all of them again.
  const limit = choice.within === undefined ? pageRows : Number.POSITIVE_INFINITY
  for (let before: Finding | undefined; ; ) {
    const page = await findings.list({ ...choice, limit, before })
    yield page
    if (page.length < limit) return
    before = page.at(-1)
  }
}

function listCells(
  finding: Finding,
  names: { readonly owner: string | undefined; readonly connection: string | undefined },
): readonly string[] {
  const { result, ownerId } = finding
  const { resource, waived, judged } = result
  const isFailing = finding.state !== 'resolved'
  const times = [finding.firstSeenAtMs, finding.lastSeenAtMs, finding.changedAtMs]
  return [
    ...[finding.id, finding.state, finding.resolution ?? '', finding.severity, result.title],
    ...[resource.type, resource.id, resource.name ?? '', finding.connectionId, names.connection ?? ''],
    ...[finding.connectorId, finding.checkId, finding.controls.join('; '), ownerId ?? '', names.owner ?? ''],
    ...(isFailing ? [formatDay(finding.dueAtMs), finding.dueReason ?? ''] : ['', '']),
    ...(waived ? [waived.expires, waived.approver, waived.justification] : ['', '', '']),
    ...times.map((atMs) => new Date(atMs).toISOString()),
    ...(finding.judgementId !== null && judged ? [judged.expires, judged.by, judged.reason] : ['', '', '']),
  ]
}
