import type { Judged, ResultRecord, ResultStatus, Waived } from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'
import { runWords } from './run-words.ts'

/** The decision of a person in a line: "Accepted by ada@acme.example until 2026-12-31: The guest is our auditor." */
export function formatJudged(judged: Judged): string {
  const { decision, reason, files } = judged
  const names =
    files.length === 0 ? '' : ` (${countNoun(files.length, 'file')}: ${files.map(({ name }) => name).join(', ')})`
  return `${runWords[`${decision}By`](judged)}: ${reason}${names}`
}

/** The accepted risk in a line: "Waived by grace@acme.example until 2026-12-31: Replaced in June." */
export function formatWaived({ approver, expires, justification }: Waived): string {
  return `${runWords.waivedBy({ by: approver, expires })}: ${justification}`
}

/** What a result counts as for tools that know no judgements: one that a person refused fails. */
export function chooseCountedStatus({ status, judged }: Pick<ResultRecord, 'status' | 'judged'>): ResultStatus {
  return judged?.decision === 'refused' ? 'fail' : status
}
