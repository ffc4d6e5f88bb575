import { countNoun } from '../../text/count-noun.ts'
import { formatNeedsReview } from '../../text/needs-review.ts'
import type { CheckEvidence } from './check-evidence.ts'
import { explainLooseness } from './control-bounds.ts'
import type { Mapping } from './frameworks/framework.ts'
import type { ParameterLimit } from './statement-index.ts'

/** A check's status for a control, and the reason. */
export interface ControlJudgement {
  readonly state: 'satisfied' | 'not_satisfied' | 'undetermined' | 'not_applicable'
  readonly because: string
}

export interface JudgeOptions {
  readonly requires: readonly NonNullable<Mapping['requires']>[]
  /** What the control demands of the statements that the check shows. @default nothing */
  readonly limits?: readonly ParameterLimit[] | undefined
  readonly now: Date
  readonly staleAfterMs: number
}

/** Clocks of two machines differ. Evidence from further ahead has a date that cannot be trusted. */
export const aheadMsMax = 5 * 60_000

/**
 * Judges the evidence of one check. The order is by certainty: old evidence proves nothing, a failing result is a fact,
 * and only the rest can pass.
 */
export function judgeEvidence(evidence: CheckEvidence, options: JudgeOptions): ControlJudgement {
  const { check, results, waived, judged, lapsed, isRevoked } = evidence
  const { accepted, refused } = judged ?? { accepted: 0, refused: 0 }
  const stale = explainStaleness(evidence, options)
  if (stale !== undefined) return createUndetermined(stale)
  const failing = results.fail - waived
  if (failing > 0) {
    const which = isRevoked ? 'a waiver that no longer holds' : 'an expired waiver'
    const over = lapsed === 0 ? '' : `, ${lapsed} of them with ${which}`
    const also = refused === 0 ? '' : `, ${countNoun(refused, 'refused result')}`
    return { state: 'not_satisfied', because: `${countNoun(failing, 'failing result')}${over}${also}` }
  }
  if (refused > 0)
    return { state: 'not_satisfied', because: `a person refused ${countNoun(refused, 'result')} that needed review` }
  if (check.status === 'fail' && results.fail === 0)
    return { state: 'not_satisfied', because: 'fails because it found none of the resources that it looks for' }
  if (check.error?.code === 'CHECK_UNDECIDED' && check.undecided)
    return createUndetermined(`could not tell for ${countNoun(check.undecided.count, 'resource')}`)
  if (check.error) return createUndetermined(`ended in error (${check.error.kind})`)
  if (check.status === 'error' || !check.complete) return createUndetermined('did not see everything')
  const open = results.manual - accepted
  if (open > 0) return createUndetermined(`${countNoun(open, 'result')} ${formatNeedsReview(open)}`)
  if (check.status === 'manual' && results.manual === 0) return createUndetermined('needs review')
  const loose = [
    ...options.requires.flatMap((bounds) =>
      Object.entries(bounds).flatMap(([id, bound]) => explainLooseness(id, bound, readVariable(evidence, id)) ?? []),
    ),
    ...(options.limits ?? []).flatMap(({ name, bound, value }) => explainLooseness(name, bound, value) ?? []),
  ]
  if (loose.length > 0) return createUndetermined(`variable too loose: ${[...new Set(loose)].join('; ')}`)
  if (check.status === 'not_applicable') return { state: 'not_applicable', because: 'had nothing to judge' }
  if (check.status !== 'pass' && waived + accepted === 0) return createUndetermined('has an unknown status')
  const apart = [
    ...(waived > 0 ? [`except for ${countNoun(waived, 'waived result')}`] : []),
    ...(accepted > 0 ? [`with ${countNoun(accepted, 'result')} that a person accepted`] : []),
  ]
  return { state: 'satisfied', because: ['passes', ...apart].join(' ') }
}

/** Whether a person can still decide it: it has results that need review, and nobody has judged them. */
export function isWaiting({ check, results, judged }: Pick<CheckEvidence, 'check' | 'results' | 'judged'>): boolean {
  return !check.error && check.complete && results.manual > (judged?.accepted ?? 0)
}

/** Why evidence is too old to count, in words; undefined if it is not. */
export function explainStaleness(
  { atMs, readAtMs = atMs, staleAfterMs: own }: CheckEvidence,
  { now, staleAfterMs: usual }: Pick<JudgeOptions, 'now' | 'staleAfterMs'>,
): string | undefined {
  const staleAfterMs = own ?? usual
  const ageMs = now.getTime() - readAtMs
  if (Number.isNaN(ageMs)) return 'its evidence has no date'
  if (ageMs < -aheadMsMax) return 'its evidence is dated in the future'
  return ageMs > staleAfterMs ? `its evidence is ${Math.floor(ageMs / 86_400_000)} days old` : undefined
}

function readVariable({ check: { variables = {} } }: CheckEvidence, id: string) {
  return Object.hasOwn(variables, id) ? variables[id] : undefined
}

function createUndetermined(because: string): ControlJudgement {
  return { state: 'undetermined', because }
}
