import type { Judged, ResultRecord, ResultStatus } from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'

/** The decision of a person in a line: "Accepted by ada@acme.example until 2026-12-31: The guest is our auditor." */
export function formatJudged({ decision, by, expires, reason, files }: Judged): string {
  const names =
    files.length === 0 ? '' : ` (${countNoun(files.length, 'file')}: ${files.map(({ name }) => name).join(', ')})`
  return `${decision === 'accepted' ? 'Accepted' : 'Refused'} by ${by} until ${expires}: ${reason}${names}`
}

/** What a result counts as for tools that know no judgements: one that a person refused fails. */
export function chooseCountedStatus({ status, judged }: Pick<ResultRecord, 'status' | 'judged'>): ResultStatus {
  return judged?.decision === 'refused' ? 'fail' : status
}

/** Numbers of decisions, in words; empty if there are none. */
export function listJudgedCounts(
  { accepted, refused }: { readonly accepted: number; readonly refused: number } = { accepted: 0, refused: 0 },
): readonly string[] {
  return [...(accepted > 0 ? [`${accepted} accepted`] : []), ...(refused > 0 ? [`${refused} refused`] : [])]
}
