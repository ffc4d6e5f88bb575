import { type Judgements, openJudgements } from '../../checks/judgements/open-judgements.ts'
import type { ResultRecord } from '../../define/index.ts'

/** The judgements that recorded results have. They hold for the same evidence alone, so that a replay has to reach it. */
export function openRecordedJudgements(
  results: readonly Pick<ResultRecord, 'findingId' | 'judged'>[],
  { now }: { readonly now: string },
): Judgements {
  return openJudgements(
    results.flatMap(({ findingId, judged }) => (judged ? [{ ...judged, findingId }] : [])),
    new Date(now),
  )
}
