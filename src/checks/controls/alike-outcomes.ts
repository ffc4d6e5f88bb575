import { createHash } from 'node:crypto'
import type { CheckHead, ResultStatus } from '../../define/index.ts'
import type { WaiverScope } from '../waivers/standing-waivers.ts'
import { type ControlJudgement, isWaiting, judgeEvidence } from './judge.ts'

/** Newest outcomes of one check on several connections that say the same for controls, unless somebody has decided about their results. */
export interface AlikeOutcomes {
  readonly connectorId: string
  readonly checkId: string
  /** The same for the same controls, bounds and variables. null: not known, because an earlier version has kept them. */
  readonly shape: string | null
  /** What they say while they are fresh. null: not known. */
  readonly verdict: UndecidedVerdict | null
  readonly isFresh: boolean
}

/** `to_review` is undetermined, and a person can decide it. */
export type UndecidedVerdict = ControlJudgement['state'] | 'to_review'

/** One of them. */
export interface AlikeOutcome extends AlikeOutcomes {
  readonly connectionId: string
  readonly runId: string
}

/** Begin of runs whose evidence is neither too old nor dated in the future, epoch ms. */
export interface FreshTime {
  readonly fromMs: number
  readonly toMs: number
}

/** Some checks of a connector. */
export interface ChecksOfConnector {
  readonly connectorId: string
  readonly checkIds: readonly string[]
}

/** Outcomes that waivers or judgements may change. */
export interface DecidedScopes {
  readonly waivers: readonly WaiverScope[]
  /** Connections with a judgement. */
  readonly judged: readonly string[]
}

/** What a check says for a control by its results alone, while they are fresh and its variables are within bounds. */
export function judgeUndecided(
  check: CheckHead,
  { fail, manual }: Pick<Record<ResultStatus, number>, 'fail' | 'manual'>,
): UndecidedVerdict {
  const results = { pass: 0, fail, manual, not_applicable: 0 }
  const evidence = { ...{ connector: '', runId: '', atMs: 0, check, results }, waived: 0, lapsed: 0, isRevoked: false }
  const { state } = judgeEvidence(evidence, { requires: [], now: new Date(0), staleAfterMs: 0 })
  return state === 'undetermined' && isWaiting(evidence) ? 'to_review' : state
}

const verdicts = ['satisfied', 'not_satisfied', 'undetermined', 'to_review', 'not_applicable'] as const

/** A verdict as it was kept; undefined: none. */
export function parseVerdict(text: string): UndecidedVerdict | undefined {
  return verdicts.find((verdict) => verdict === text)
}

/** Outcomes of one check with one shape support the same controls, and are within the same bounds or not. */
export function computeShape({ title, controls, controlBounds, variables }: CheckHead): string {
  const shape = JSON.stringify([title, controls, controlBounds, variables])
  return createHash('sha256').update(shape).digest('base64url').slice(0, 22)
}
