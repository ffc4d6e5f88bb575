import type { CheckData, Judged, ResultRecord } from '../../define/index.ts'
import { isExpired } from '../waivers/limits.ts'
import { computeEvidenceDigest } from './evidence-digest.ts'

/** A decision about one finding. */
export type FindingJudgement = Judged & { readonly findingId: string }

/** Judgements, ready to be applied to results. */
export interface Judgements {
  /** The judgement that holds for a result; undefined if it does not need review, or nobody has judged its evidence. */
  judgementFor(result: JudgeableResult, check: Pick<CheckData, 'volatile'>): Judged | undefined
}

export type JudgeableResult = Pick<ResultRecord, 'status' | 'findingId' | 'evidence'>

/**
 * Opens judgements, for a run or for what was recorded.
 * @param judgements one of each finding and evidence
 * @param now a judgement holds to the end of its last day, in UTC
 */
export function openJudgements(judgements: Iterable<FindingJudgement>, now: Date): Judgements {
  const byFinding = new Map<string, Map<string, Judged>>()
  for (const judgement of judgements) {
    if (isExpired(judgement, now)) continue
    const ofFinding = byFinding.get(judgement.findingId) ?? new Map<string, Judged>()
    byFinding.set(judgement.findingId, ofFinding.set(judgement.evidenceSha256, toJudged(judgement)))
  }
  return {
    judgementFor(result, check) {
      // Most results pass or fail, and most findings are not judged, so that few digests are computed.
      const ofFinding = result.status === 'manual' ? byFinding.get(result.findingId) : undefined
      return ofFinding?.get(computeEvidenceDigest(result, check))
    },
  }
}

/** The part of a judgement that a result shows. */
export function toJudged(judgement: Judged): Judged {
  const { id, decision, by, at, reason, files, expires, evidenceSha256 } = judgement
  return { id, decision, by, at, reason, files, expires, evidenceSha256 }
}
