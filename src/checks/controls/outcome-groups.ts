import { createHash } from 'node:crypto'
import type { CheckHead, ResultStatus, RunStatus } from '../../define/index.ts'
import type { CheckEvidence } from './check-evidence.ts'
import { type ControlJudgement, isWaiting, judgeEvidence } from './judge.ts'

/** Newest outcomes of one check on several connections that say the same for controls. */
export interface OutcomeGroup {
  readonly connectorId: string
  readonly checkId: string
  /** The same for the same controls, bounds and variables. */
  readonly shape: string
  /** What they say while they are fresh and nobody has decided about their results. */
  readonly verdict: UndecidedVerdict
  /** What people have decided about their results makes them this, while they are fresh. null: nobody has decided anything. */
  readonly decided: DecidedVerdict | null
  readonly isFresh: boolean
}

/** `to_review` is undetermined, and a person can decide it. */
export type UndecidedVerdict = ControlJudgement['state'] | 'to_review'

/** `unsettled`: what decisions make of it has to be found out, because they have changed, or its run is newer than they are. */
export type DecidedVerdict = UndecidedVerdict | 'unsettled'

/** One of them. */
export interface GroupedOutcome extends OutcomeGroup {
  readonly connectionId: string
  readonly runId: string
  /** How its check ended. */
  readonly status: RunStatus
}

/** One for which it has to be found out what decisions make of it. */
export interface UnsettledOutcome extends Pick<GroupedOutcome, 'connectorId' | 'checkId' | 'connectionId' | 'runId'> {
  /** How often there was something new to decide it by. */
  readonly decisions: number
}

/** What was found out. */
export interface SettledOutcome extends Pick<UnsettledOutcome, 'checkId' | 'connectionId' | 'decisions'> {
  readonly decided: UndecidedVerdict | null
  /** Results that needed review, and that people have judged. */
  readonly accepted: number
  readonly refused: number
  /** The last ms at which it is so, if a judgement ends. null: until somebody decides something else. */
  readonly untilMs: number | null
}

/** Begin of runs whose evidence is neither too old nor dated in the future, epoch ms. */
export interface FreshTime {
  readonly fromMs: number
  readonly toMs: number
}

/** What a check says for a control by its results alone, while they are fresh and its variables are within bounds. */
export function judgeUndecided(
  check: CheckHead,
  { fail, manual }: Pick<Record<ResultStatus, number>, 'fail' | 'manual'>,
): UndecidedVerdict {
  const results = { pass: 0, fail, manual, not_applicable: 0 }
  return judgeFresh({ connector: '', runId: '', atMs: 0, check, results, waived: 0, lapsed: 0, isRevoked: false })
}

/** The same by what people have decided. null: nobody has decided anything about its results. */
export function judgeDecided(evidence: CheckEvidence): UndecidedVerdict | null {
  return evidence.waived === 0 && evidence.judged === undefined ? null : judgeFresh(evidence)
}

function judgeFresh(evidence: CheckEvidence): UndecidedVerdict {
  const fresh = { ...evidence, atMs: 0, readAtMs: undefined, staleAfterMs: undefined }
  const { state } = judgeEvidence(fresh, { requires: [], now: new Date(0), staleAfterMs: 0 })
  return state === 'undetermined' && isWaiting(evidence) ? 'to_review' : state
}

const verdicts = ['satisfied', 'not_satisfied', 'undetermined', 'to_review', 'not_applicable'] as const

/** A verdict by decisions as it was kept; undefined: none. */
export function parseDecided(text: string): DecidedVerdict | undefined {
  return text === 'unsettled' ? text : parseVerdict(text)
}

/** A verdict as it was kept; undefined: none. */
export function parseVerdict(text: string): UndecidedVerdict | undefined {
  return verdicts.find((verdict) => verdict === text)
}

/** Outcomes of one check with one shape show the same statements, support the same controls, and are within the same bounds or not. */
export function computeShape({ title, controls, controlBounds, variables, states }: CheckHead): string {
  const shape = JSON.stringify([title, controls, controlBounds, variables, ...(states ? [states] : [])])
  return createHash('sha256').update(shape).digest('base64url').slice(0, 22)
}
