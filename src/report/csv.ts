import type { RunHead } from '../checks/runs/recorded-run.ts'
import type { CheckHead, ResultRecord, UndecidedResource } from '../define/index.ts'
import { formatCsvRow } from '../text/csv-row.ts'
import { clipEvidence } from './pieces/clip-evidence.ts'
import { formatJudged } from './pieces/judged-text.ts'
import type { Report } from './pieces/report.ts'
import { cleanLine } from './pieces/safe-text.ts'

const columns = [
  'run',
  'connector',
  'connection',
  'at',
  'check',
  'check_title',
  'controls',
  'status',
  'severity',
  'resource_type',
  'resource_id',
  'resource_name',
  'title',
  'waived_until',
  'judged',
  'finding',
  'evidence',
  'received_from',
] as const

/**
 * CSV (RFC 4180): a row for each result, one for each check that could not tell or had nothing to judge, and one for each resource that a
 * check could not tell.
 */
export const writeCsvReport: Report = async function* (runs) {
  yield formatCsvRow(columns)
  for (const { run } of runs)
    for (const check of run.head.checks) {
      let count = 0
      for await (const result of run.results(check.id)) {
        count++
        yield formatRow(run.head, check, result)
      }
      if (check.error || count === 0) yield formatRow(run.head, check, undefined)
      for (const undecided of check.undecided?.first ?? []) yield formatRow(run.head, check, undefined, undecided)
    }
}

function formatRow(
  head: RunHead,
  check: CheckHead,
  result: ResultRecord | undefined,
  undecided?: UndecidedResource,
): string {
  const resource = result?.resource ?? undecided?.resource
  const { id, connector, connectionId = '', connectionName = connectionId, inputs } = head
  const cells: Readonly<Record<(typeof columns)[number], string>> = {
    run: id,
    connector: connector.id,
    connection: connectionName,
    at: head.received?.oldestAt ?? inputs.now,
    check: check.id,
    check_title: check.title,
    controls: check.controls.join(' '),
    // A check that could not tell is neither pass nor fail.
    status: result?.status ?? check.status,
    severity: result?.severity ?? check.severity,
    resource_type: resource?.type ?? '',
    resource_id: resource?.id ?? '',
    resource_name: resource?.name ?? '',
    title: result?.title ?? undecided?.because ?? check.error?.message ?? '',
    waived_until: result?.waived?.expires ?? '',
    judged: result?.judged ? formatJudged(result.judged) : '',
    finding: result?.findingId ?? '',
    evidence: result ? clipEvidence(JSON.stringify(result.evidence)) : '',
    // Another tool said so, and nothing was observed.
    received_from: head.received?.tool.name ?? '',
  }
  return formatCsvRow(columns.map((column) => cleanLine(cells[column], 4_000)))
}
