import type { Finding } from '../../../checks/findings/finding-store.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { formatCsvRow } from '../../../text/csv-row.ts'
import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { loadNames } from '../../people/reading/load-names.ts'
import type { Runtime } from '../../runtime/runtime.ts'

type SentChoice = Omit<Parameters<Runtime['findings']['list']>[0], 'limit' | 'before'>

/** Every chosen finding as CSV. */
export function sendFindings(
  parts: Pick<HostParts, 'runtime' | 'users'>,
  choice: SentChoice,
  { method }: Pick<Request, 'method'>,
): Response {
  const headers = buildSaveHeaders('findings.csv', 'text/csv; charset=utf-8')
  return new Response(method === 'GET' ? encodePieces(writeFindings(parts, choice)) : null, { headers })
}

const columns = [
  ...['id', 'state', 'resolution', 'severity', 'title', 'resourceType', 'resourceId', 'resourceName'],
  ...['connectionId', 'connection', 'connector', 'check', 'controls', 'owner', 'ownerName', 'due', 'dueReason'],
  ...['acceptedUntil', 'acceptedBy', 'acceptedBecause', 'firstSeenAt', 'lastSeenAt', 'changedAt'],
  ...['refusedUntil', 'refusedBy', 'refusedBecause'],
]

const pageRows = 500

/** Rows of text, the names of the columns first. */
export async function* writeFindings(
  parts: Pick<HostParts, 'runtime' | 'users'>,
  choice: SentChoice,
): AsyncGenerator<string> {
  const { findings, connections } = parts.runtime
  const { organizationId, within } = choice
  yield formatCsvRow(columns)
  // As they were at a time they are described one by one, so each page would describe all of them again.
  const limit = within === undefined ? pageRows : Number.POSITIVE_INFINITY
  for (let before: Finding | undefined; ; ) {
    const page = await findings.list({ ...choice, limit, before })
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
