import type { Judged } from '../../define/index.ts'
import { endOfDay, formatDay, parseDayEnd } from '../../text/calendar-day.ts'
import type { CheckEvidence } from '../controls/check-evidence.ts'
import { isWaiting, judgeEvidence } from '../controls/judge.ts'
import type { Statement, StoredTask } from './task.ts'

/** `provided`: it waits for the decision of a person. `missing`: there is none, or it is too old. */
export type EvidenceState = 'met' | 'failing' | 'could_not_tell' | 'provided' | 'missing'

/** What one check, access review or statement says about an obligation. */
export interface TaskEvidence {
  readonly kind: 'check' | 'access_review' | 'statement' | 'record'
  readonly state: EvidenceState
  readonly title: string
  /** The reason, in words. */
  readonly because: string
  /** When it was read, or done, epoch ms. */
  readonly atMs?: number | undefined
  /** If it met the obligation: until when, or until when it did. */
  readonly untilMs?: number | undefined
  readonly connector?: string | undefined
  readonly connectionId?: string | undefined
  /** In place of one connection: how many more there are of which it says the same. */
  readonly connections?: number | undefined
  readonly checkId?: string | undefined
  readonly runId?: string | undefined
  readonly reviewId?: string | undefined
  readonly statementId?: string | undefined
  readonly judgementId?: string | undefined
}

const dayMs = 86_400_000

/**
 * What the newest run of a check, or an access review, says about an obligation. undefined: it had nothing to judge.
 * @param evidence judged by the decisions that hold at the time
 */
export function judgeForTask(
  { controls, everyDays }: Pick<StoredTask, 'controls' | 'everyDays'>,
  evidence: CheckEvidence,
  nowMs: number,
): TaskEvidence | undefined {
  const { check, atMs, readAtMs = atMs, staleAfterMs = Number.POSITIVE_INFINITY } = evidence
  const { controlBounds = {} } = check
  const bounds = controls.flatMap((control) => {
    const own = Object.hasOwn(controlBounds, control) ? controlBounds[control] : undefined
    return own === undefined ? [] : [own]
  })
  // How old it may be is the obligation's to say.
  const judgement = judgeEvidence(
    { ...evidence, staleAfterMs: Number.POSITIVE_INFINITY },
    { requires: bounds, now: new Date(nowMs), staleAfterMs: Number.POSITIVE_INFINITY },
  )
  if (judgement.state === 'not_applicable') return undefined
  const untilMs = endOfDay(readAtMs + Math.min(everyDays * dayMs, staleAfterMs))
  const place = {
    kind: evidence.reviewId === undefined ? 'check' : 'access_review',
    title: check.title,
    atMs: readAtMs,
    connector: evidence.connector,
    connectionId: evidence.connectionId,
    checkId: check.id,
    runId: evidence.reviewId === undefined ? evidence.runId : undefined,
    reviewId: evidence.reviewId,
  } as const
  const lapsed = judgement.state === 'satisfied' ? { untilMs } : {}
  if (nowMs > untilMs)
    return {
      ...place,
      ...lapsed,
      state: 'missing',
      because: `its evidence is of ${formatDay(readAtMs)}, which is too old`,
    }
  if (judgement.state === 'satisfied') return { ...place, untilMs, state: 'met', because: judgement.because }
  if (judgement.state === 'not_satisfied') return { ...place, state: 'failing', because: judgement.because }
  return { ...place, state: isWaiting(evidence) ? 'provided' : 'could_not_tell', because: judgement.because }
}

/** The last ms at which the record of an obligation says what it says at first, unless it changes. */
export function listRecordEnds({ everyDays, satisfiedBy: { record } }: Pick<StoredTask, 'everyDays' | 'satisfiedBy'>) {
  const doneMs = parseDayEnd(record?.doneDay ?? '')
  return doneMs === undefined ? [] : [doneMs - (doneMs % dayMs) - 1, endOfDay(doneMs + everyDays * dayMs)]
}

/** What the record that an obligation follows from says about it. Empty: it follows from none. */
export function judgeRecord(
  { title, everyDays, satisfiedBy: { record } }: Pick<StoredTask, 'title' | 'everyDays' | 'satisfiedBy'>,
  nowMs: number,
): readonly TaskEvidence[] {
  if (record === undefined) return []
  const { doneDay } = record
  const place = { kind: 'record', title } as const
  if (doneDay === null) return [{ ...place, state: 'missing', because: 'it was never done' }]
  const doneMs = parseDayEnd(doneDay) ?? 0
  const atMs = doneMs - (doneMs % dayMs)
  if (atMs > nowMs) return [{ ...place, state: 'missing', because: `it is planned for ${doneDay}` }]
  const untilMs = endOfDay(doneMs + everyDays * dayMs)
  return [{ ...place, atMs, untilMs, state: nowMs > untilMs ? 'missing' : 'met', because: `done on ${doneDay}` }]
}

/** Evidence of before this time, epoch ms, is too old for an obligation at a time. */
export function findFreshFrom({ everyDays }: Pick<StoredTask, 'everyDays'>, nowMs: number): number {
  return nowMs - (nowMs % dayMs) - everyDays * dayMs
}

/** A judgement of a statement: the newest one, whether or not it still holds. */
export interface StatementJudgement extends Pick<Judged, 'id' | 'decision' | 'by' | 'expires' | 'evidenceSha256'> {
  readonly withdrawnAtMs: number | null
}

/** A statement, and what was decided about it. */
export interface Stated {
  readonly statement: Pick<Statement, 'id' | 'doneDay' | 'statedBy' | 'evidenceSha256'>
  /** undefined: nobody has judged it. */
  readonly judgement: StatementJudgement | undefined
}

/** @param judgement undefined: nobody has judged it */
export function judgeStatement(
  task: Pick<StoredTask, 'everyDays'>,
  statement: Stated['statement'],
  judgement: StatementJudgement | undefined,
  nowMs: number,
): TaskEvidence {
  const { doneDay, statedBy } = statement
  const doneMs = parseDayEnd(doneDay) ?? 0
  const place = {
    kind: 'statement',
    title: `${statedBy}: done on ${doneDay}`,
    atMs: doneMs - (doneMs % dayMs),
    statementId: statement.id,
  } as const
  const untilMs = findLastMs(task, { statement, judgement })
  const isOver = nowMs > untilMs
  if (!isJudged(statement, judgement))
    return isOver
      ? { ...place, state: 'missing', because: 'too old, and nobody has judged it' }
      : { ...place, state: 'provided', because: 'waits until somebody accepts it' }
  const by = { ...place, judgementId: judgement.id }
  if (judgement.decision === 'refused') return { ...by, state: 'missing', because: `refused by ${judgement.by}` }
  const because = `accepted by ${judgement.by}${isOver ? `, until ${formatDay(untilMs)}` : ''}`
  return { ...by, untilMs, state: isOver ? 'missing' : 'met', because }
}

function isJudged(
  { evidenceSha256 }: Stated['statement'],
  judgement: StatementJudgement | undefined,
): judgement is StatementJudgement {
  return judgement !== undefined && judgement.withdrawnAtMs === null && judgement.evidenceSha256 === evidenceSha256
}

/** The last ms at which a statement says what it says at first, unless somebody decides something. */
function findLastMs({ everyDays }: Pick<StoredTask, 'everyDays'>, { statement, judgement }: Stated): number {
  const freshMs = endOfDay((parseDayEnd(statement.doneDay) ?? 0) + everyDays * dayMs)
  if (!isJudged(statement, judgement)) return freshMs
  if (judgement.decision === 'refused') return Number.MAX_SAFE_INTEGER
  return Math.min(freshMs, parseDayEnd(judgement.expires) ?? 0)
}

/** @param stated the newest first @returns what they say together, and the last ms at which each says what it says at first */
export function judgeStatements(task: Pick<StoredTask, 'everyDays'>, stated: readonly Stated[], nowMs: number) {
  const evidence = stated.map(({ statement, judgement }) => judgeStatement(task, statement, judgement, nowMs))
  return { evidence: mergeStatements(evidence) ?? null, ends: stated.map((each) => findLastMs(task, each)) }
}

const bestFirst: readonly EvidenceState[] = ['met', 'provided', 'missing']

/** Each statement is enough by itself. @returns the best one, with the end of the one that lasts longest */
export function mergeStatements(evidence: readonly TaskEvidence[]): TaskEvidence | undefined {
  const [best] = evidence.toSorted(
    (a, b) => bestFirst.indexOf(a.state) - bestFirst.indexOf(b.state) || (b.untilMs ?? 0) - (a.untilMs ?? 0),
  )
  if (best === undefined) return undefined
  const untils = evidence.flatMap(({ untilMs }) => untilMs ?? [])
  return { ...best, untilMs: untils.length === 0 ? undefined : Math.max(...untils) }
}

/**
 * Whether no earlier statement of an obligation can tell more than its newest one: nobody states that something was done on a later day than that of
 * the statement.
 * @param evidence what the newest one says
 */
export function isBestStatement(
  { everyDays }: Pick<StoredTask, 'everyDays'>,
  { madeAtMs }: Pick<Statement, 'madeAtMs'>,
  { state, untilMs = 0 }: TaskEvidence,
): boolean {
  return state === 'met' && untilMs >= endOfDay(endOfDay(madeAtMs) + everyDays * dayMs)
}
