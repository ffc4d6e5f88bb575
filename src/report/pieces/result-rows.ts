import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { CheckHead, ResultRecord, UndecidedResource } from '../../define/index.ts'
import { formatJudged } from './judged-text.ts'
import type { ReportInput } from './report.ts'

/** Columns of a table of results, in their order. */
export const resultColumns = [
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

/** The cells of a row. What there is none of is undefined. */
export type ResultCells = Readonly<Record<(typeof resultColumns)[number], string | undefined>>

/**
 * A row for each result, one for each check that could not tell or had nothing to judge, and one for each resource that a check could not
 * tell.
 */
export async function* listResultRows(runs: readonly ReportInput[]): AsyncGenerator<ResultCells, void, undefined> {
  for (const { run } of runs)
    for (const check of run.head.checks) {
      let count = 0
      for await (const result of run.results(check.id)) {
        count++
        yield toRow(run.head, check, result)
      }
      if (check.error || count === 0) yield toRow(run.head, check, undefined)
      for (const undecided of check.undecided?.first ?? []) yield toRow(run.head, check, undefined, undecided)
    }
}

function toRow(
  head: RunHead,
  check: CheckHead,
  result: ResultRecord | undefined,
  undecided?: UndecidedResource,
): ResultCells {
  const resource = result?.resource ?? undecided?.resource
  const { id, connector, connectionId, connectionName = connectionId, inputs, received } = head
  return {
    run: id,
    connector: connector.id,
    connection: connectionName,
    at: received?.oldestAt ?? inputs.now,
    check: check.id,
    check_title: check.title,
    controls: check.controls.join(' '),
    // A check that could not tell is neither pass nor fail.
    status: result?.status ?? check.status,
    severity: result?.severity ?? check.severity,
    resource_type: resource?.type,
    resource_id: resource?.id,
    resource_name: resource?.name,
    title: result?.title ?? undecided?.because ?? check.error?.message,
    waived_until: result?.waived?.expires,
    judged: result?.judged && formatJudged(result.judged),
    finding: result?.findingId,
    evidence: result && JSON.stringify(result.evidence),
    // Another tool said so, and nothing was observed.
    received_from: received?.tool.name,
  }
}
