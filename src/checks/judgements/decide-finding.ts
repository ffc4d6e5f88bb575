import type { Judged } from '../../define/index.ts'

/** What a judgement decides about a finding. `open`: its evidence, or a part of it, is other evidence than that which was judged. */
export type FindingDecision = Judged['decision'] | 'open'

/**
 * What a judgement decides about a finding by one more of its results that need review. One result that it refuses suffices; it accepts
 * a finding only with all of them.
 * @param before by the results before; undefined: this is the first
 * @param digest of the result's evidence, as `computeEvidenceDigest` gives it
 */
export function decideFinding(
  before: FindingDecision | undefined,
  { decision, evidenceSha256 }: Pick<Judged, 'decision' | 'evidenceSha256'>,
  digest: string,
): FindingDecision {
  if (before === 'refused') return before
  if (digest !== evidenceSha256) return 'open'
  return decision === 'refused' || before !== 'open' ? decision : before
}
