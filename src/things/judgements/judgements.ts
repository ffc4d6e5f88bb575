import { computeEvidenceDigest } from '../../checks/judgements/evidence-digest.ts'
import type { JudgementChoice, JudgementFilter, StoredJudgement } from '../../checks/judgements/judgement-store.ts'
import { toStatementResult } from '../../checks/obligations/statement-result.ts'
import type { Statement } from '../../checks/obligations/task.ts'
import type { TimeSpan } from '../../checks/runs/run-store.ts'
import {
  type CheckHead,
  type JsonValue,
  type Judged,
  type JudgedFile,
  type ResultRecord,
  taskSourceId,
} from '../../define/index.ts'
import { CheckwrightError, StoreError } from '../../errors/index.ts'
import { isCalendarDay } from '../../text/calendar-day.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'
import { isObject } from '../../text/is-object.ts'
import { openRecords } from '../inventories/seal-inventory.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import type { Judge } from '../people/judge.ts'
import { type JudgedTotal, sumJudged } from './decisions/judged-outcomes.ts'
import { listManualResults, type ManualFilter, type ManualResult } from './decisions/manual-results.ts'
import { type ReviewTally, tallyReviews } from './decisions/tally-reviews.ts'
import { isSubject } from './is-subject.ts'
import { findJudgedFiles, judgedFilesMax } from './judged-files.ts'

/** A decision about a result that needs review. */
export interface JudgementInput {
  readonly organizationId: string
  /** The run with the result that the person looked at, or the statement of an obligation. */
  readonly runId: string
  readonly findingId: string
  /** The evidence that the person looked at. Results that need review show it. */
  readonly evidenceSha256: string
  /** `accepted`: it counts as met. `refused`: it counts as failing. */
  readonly decision: Judged['decision']
  readonly reason: string
  /** Ids of uploads that the decision rests on. @default none */
  readonly files?: readonly string[] | undefined
  /** Last day on which it holds, at most a year ahead: `2026-12-31`. */
  readonly expires: string
  /** The person who decides. The host has proved that they may. */
  readonly judge: Judge
}

/** A result that needs review, and the digest that a judgement of it has to name. */
export interface NeededReview extends ManualResult {
  readonly evidenceSha256: string
}

/** A judgement, and whether it counts. */
export interface Judgement extends StoredJudgement {
  /** `replaced`: a later judgement of the same finding counts, or would if it held. */
  readonly state: 'holds' | 'expired' | 'withdrawn' | 'replaced'
}

/** For somebody who may know of a time alone. */
export interface JudgementTime {
  /** As the judgements were at this time, epoch ms. @default as they are now */
  readonly atMs?: number | undefined
}

/** Which judgements. */
export type JudgementQuery = Omit<JudgementChoice, 'holds' | 'madeByMs'> &
  JudgementTime & {
    /** Whether it counts. @default all */
    readonly holds?: boolean | undefined
  }

/** Decisions of people about results that need review. They hold for the same finding with the same evidence. */
export interface JudgementService {
  /**
   * Replaces an earlier judgement of the finding.
   * @throws CheckwrightError `JUDGEMENT_INVALID`; `JUDGEMENT_REFUSED` where the result is about the judge, or their own statement; StoreError `NOT_FOUND`
   */
  create(input: JudgementInput): Promise<Judgement>
  get(ref: { readonly id: string; readonly organizationId: string } & JudgementTime): Promise<Judgement | undefined>
  /** The newest first, also those that no longer hold. */
  list(filter: JudgementQuery & Pick<JudgementFilter, 'limit' | 'before'>): Promise<readonly Judgement[]>
  /** How many `list` would give without a limit; at most one more than `countedMax`, which is 1,000. */
  count(choice: JudgementQuery): Promise<number>
  /** Results of the newest runs that need review, without those that a judgement in force covers. */
  listNeeded(
    filter: ManualFilter & {
      /** @default 100 */
      readonly limit?: number | undefined
    },
  ): Promise<readonly NeededReview[]>
  /** The decisions that count now, by check; checks of connections without any are left out. */
  tally(of: {
    readonly organizationId: string
    /** @default all */
    readonly connectionId?: string | undefined
    readonly within?: TimeSpan | undefined
  }): Promise<readonly ReviewTally[]>
  /** What the decisions that count now make of all checks. */
  total(of: { readonly organizationId: string }): Promise<JudgedTotal>
  /** From now on it does not hold. @returns false if there is no such judgement */
  withdraw(ref: { readonly id: string; readonly organizationId: string; readonly by: string }): Promise<boolean>
}

type JudgementParts = Uses<
  | 'judgements'
  | 'waivers'
  | 'runs'
  | 'results'
  | 'findings'
  | 'connections'
  | 'evidenceUploads'
  | 'inventories'
  | 'tasks',
  'clock' | 'connectors' | 'crossChecks' | 'vault'
>

const listed = 100
const reasonLengthMax = 10_000
/** Every run of a connection, and every look at controls, reads all that hold. */
const inForceMax = 20_000

export function createJudgementService(parts: JudgementParts): Declared<JudgementService> {
  const { store, clock } = parts
  const toChoice = ({ atMs, holds, ...choice }: JudgementQuery): JudgementChoice => ({
    ...choice,
    holds: holds === undefined ? undefined : { is: holds, atMs: atMs ?? clock.nowMs() },
    madeByMs: atMs,
  })
  return {
    create: {
      change: async (input) => {
        const { organizationId, judge, decision } = input
        const nowMs = clock.nowMs()
        const { reason, expires } = await parseDecision(input, new Date(nowMs))
        const { run, check, result, fileIds } = await findJudged(parts, input)
        if (await isAboutJudge(parts, judge, { organizationId, connectionId: run.connectionId }, result))
          throw new CheckwrightError('This result is about you, so somebody else has to judge it.', {
            code: 'JUDGEMENT_REFUSED',
          })
        if ((input.files?.length ?? 0) > judgedFilesMax)
          throw createInvalid(`A judgement has at most ${judgedFilesMax} files.`)
        // A statement rests on its files, whatever the judge adds.
        const files = await findFiles(parts, organizationId, [...fileIds, ...(input.files ?? [])])
        const { title, description, evidence, resource } = result
        const judgement: StoredJudgement = {
          id: createTimeId(),
          organizationId,
          decision,
          reason,
          expires,
          files,
          connectionId: run.connectionId,
          connectorId: run.connectorId,
          checkId: check.id,
          runId: run.id,
          findingId: result.findingId,
          evidenceSha256: input.evidenceSha256,
          by: judge.email || judge.name || judge.userId,
          userId: judge.userId,
          at: new Date(nowMs).toISOString(),
          createdAtMs: nowMs,
          withdrawnAtMs: null,
          withdrawnBy: null,
          result: { title, evidence, resource, description },
        }
        const made = await store.judgements.insert(judgement, inForceMax)
        if (made === undefined)
          throw createInvalid(`The organization has ${inForceMax} judgements that hold, which is the most.`)
        return { ...made, state: 'holds' }
      },
      audit: { action: 'judgement.create', fields: (input) => input },
    },
    get: {
      read: async ({ id, organizationId, atMs }) => {
        const found = await store.judgements.find(id, organizationId, { atMs })
        const [judgement] = await stateJudgements(parts, found ? [found] : [], { organizationId, atMs })
        return judgement
      },
    },
    list: {
      read: async ({ limit, before, ...query }) => {
        const found = await store.judgements.list({ ...toChoice(query), limit, before })
        return stateJudgements(parts, found, query)
      },
    },
    count: { read: (query) => store.judgements.count(toChoice(query)) },
    listNeeded: {
      read: async ({ limit = listed, ...filter }) => {
        const needed: ManualResult[] = []
        let looked: ManualResult[] = []
        for await (const manual of listManualResults(parts, filter)) {
          looked.push(manual)
          // As many as are wanted, so that mostly no result is read in vain.
          if (looked.length < Math.max(limit - needed.length, judgedAtOnce)) continue
          needed.push(...(await listUnjudged(parts, looked, filter)))
          looked = []
          if (needed.length >= limit) break
        }
        needed.push(...(await listUnjudged(parts, looked, filter)))
        return needed
          .slice(0, limit)
          .map((each) => ({ ...each, evidenceSha256: computeEvidenceDigest(each.result, each.check) }))
      },
    },
    tally: {
      read: ({ connectionId, ...of }) =>
        tallyReviews(parts, { ...of, connectionIds: connectionId === undefined ? undefined : [connectionId] }),
    },
    total: { read: ({ organizationId }) => sumJudged(parts, organizationId) },
    withdraw: {
      change: ({ by, ...ref }) => store.judgements.withdraw(ref, { atMs: clock.nowMs(), by }),
      audit: { action: 'judgement.withdraw' },
    },
  }
}

/** At least so many results share a look at the judgements of their connections. */
const judgedAtOnce = 10

/** Those that no judgement covers. */
async function listUnjudged(
  { store, clock }: Uses<'judgements', 'clock'>,
  results: readonly ManualResult[],
  { organizationId, within }: ManualFilter,
): Promise<readonly ManualResult[]> {
  const atMs = within?.toMs ?? clock.nowMs()
  const connectionIds = [...new Set(results.map(({ connectionId }) => connectionId))]
  const judgements = await store.judgements.listInForce({ organizationId, connectionIds, ofResults: true, atMs })
  const { openJudgements } = await import('../../checks/judgements/open-judgements.ts')
  const { judgementFor } = openJudgements(judgements, new Date(atMs))
  return results.filter(({ result, check }) => judgementFor(result, check) === undefined)
}

/** Says of each whether it counts. */
async function stateJudgements(
  { store, clock }: Uses<'judgements', 'clock'>,
  judgements: readonly StoredJudgement[],
  { organizationId, atMs = clock.nowMs() }: JudgementTime & { readonly organizationId: string },
): Promise<readonly Judgement[]> {
  const { isExpired } = await import('../../checks/waivers/limits.ts')
  const findingIds = [...new Set(judgements.map(({ findingId }) => findingId))]
  const inForce = await store.judgements.list({
    organizationId,
    findingIds,
    holds: { is: true, atMs },
    limit: findingIds.length,
  })
  const liveIds = new Set(inForce.map(({ id }) => id))
  return judgements.map((judgement): Judgement => {
    if (judgement.withdrawnAtMs !== null) return { ...judgement, state: 'withdrawn' }
    if (isExpired(judgement, new Date(atMs))) return { ...judgement, state: 'expired' }
    return { ...judgement, state: liveIds.has(judgement.id) ? 'holds' : 'replaced' }
  })
}

/** @throws CheckwrightError `JUDGEMENT_INVALID` */
async function parseDecision({ decision, reason, expires, evidenceSha256 }: JudgementInput, now: Date) {
  const { computeLatestExpiry, isExpired } = await import('../../checks/waivers/limits.ts')
  const latest = computeLatestExpiry(now)
  if (decision !== 'accepted' && decision !== 'refused')
    throw createInvalid('The decision must be "accepted" or "refused".')
  if (typeof reason !== 'string' || isBlank(reason)) throw createInvalid('The judgement needs a reason.')
  if (!isLengthWithin(reason, 1, reasonLengthMax))
    throw createInvalid(`The reason must have at most ${reasonLengthMax} characters. Upload a file if you need more.`)
  if (!isCalendarDay(expires)) throw createInvalid('The last day must be a day, such as 2026-12-31.')
  if (isExpired({ expires }, now)) throw createInvalid(`The judgement is already over: its last day is ${expires}.`)
  if (expires > latest)
    throw createInvalid(
      `The last day is more than a year ahead. Name ${latest} or an earlier day, and judge it again then.`,
    )
  if (!/^[0-9a-f]{64}$/.test(evidenceSha256))
    throw createInvalid('The digest of the evidence must be 64 hexadecimal digits.')
  return { reason: reason.trim(), expires }
}

interface LoadedResult {
  readonly run: { readonly id: string; readonly connectionId: string; readonly connectorId: string }
  readonly check: Pick<CheckHead, 'id'>
  readonly result: ResultRecord
  /** Ids of uploads that are part of it. */
  readonly fileIds: readonly string[]
}

/**
 * The result that a person looked at.
 * @throws StoreError `NOT_FOUND`; CheckwrightError `JUDGEMENT_INVALID` where it does not need review, or has other evidence,
 * `JUDGEMENT_REFUSED` for a person's own statement
 */
async function findJudged(parts: JudgementParts, input: JudgementInput): Promise<LoadedResult> {
  const { store } = parts
  const { organizationId, runId, findingId, evidenceSha256 } = input
  const run = await store.runs.find(runId, organizationId)
  const statement = run ? undefined : await store.tasks.findStatement({ id: runId, organizationId })
  if (statement) return findStated(statement, input)
  const head = run && (await store.runs.findRecorded(runId))?.head
  const rows = head ? await store.results.list(runId, { findingId }) : []
  const [first] = rows
  const check = head?.checks.find(({ id }) => id === first?.checkId)
  if (!run || !first || !check) throw new StoreError('The run has no result of this finding.', { code: 'NOT_FOUND' })
  // A check can report a resource more than once, and the worse result counts.
  const [failing] = await store.results.list(runId, { findingId, status: 'fail', limit: 1 })
  if (failing)
    throw createInvalid(
      'Only a result that needs review can be judged, and this one is "fail". Accept its risk, or mend it.',
    )
  if (!rows.some(isManual))
    throw createInvalid(`Only a result that needs review can be judged, and this one is "${first.result.status}".`)
  const judged = rows.find((row) => isManual(row) && computeEvidenceDigest(row.result, check) === evidenceSha256)
  if (!judged)
    throw createInvalid('The result has other evidence than the one that was judged. Look at it again, and judge that.')
  return { run, check, result: judged.result, fileIds: [] }
}

/** What somebody states for an obligation needs review as what a check reports does. */
function findStated(
  statement: Statement,
  { organizationId, findingId, evidenceSha256, judge }: JudgementInput,
): LoadedResult {
  const result = toStatementResult(statement)
  if (result.findingId !== findingId)
    throw new StoreError('The statement has another finding id.', { code: 'NOT_FOUND' })
  if (statement.evidenceSha256 !== evidenceSha256)
    throw createInvalid(
      'The statement has other evidence than the one that was judged. Look at it again, and judge that.',
    )
  const author = { type: 'person', id: statement.userId, name: statement.statedBy }
  if (isSubject(judge, { resource: author, evidence: null }))
    throw new CheckwrightError('This statement is your own, so somebody else has to judge it.', {
      code: 'JUDGEMENT_REFUSED',
    })
  const run = { id: statement.id, connectionId: organizationId, connectorId: taskSourceId }
  return { run, check: { id: statement.taskId }, result, fileIds: statement.files.map(({ id }) => id) }
}

function isManual({ result }: { readonly result: ResultRecord }): boolean {
  return result.status === 'manual'
}

/** Whether the result is about the judge, by itself or by the record of its account. */
async function isAboutJudge(
  parts: Uses<'inventories', 'vault'>,
  judge: Judge,
  of: { readonly organizationId: string; readonly connectionId: string },
  result: ResultRecord,
): Promise<boolean> {
  if (isSubject(judge, result)) return true
  for (const { connectionId, recordId } of listRecordPlaces(of, result))
    for (const stored of await parts.store.inventories.list({ organizationId: of.organizationId, connectionId })) {
      if (stored.of !== 'account' && stored.of !== 'person') continue
      for await (const record of openRecords(parts, stored, 0))
        if (record.id === recordId && isSubject(judge, result, record)) return true
    }
  return false
}

/** Records that a result is about. That of a cross-check names an account or a person by connection, and whose the account is. */
function listRecordPlaces(
  { organizationId, connectionId }: { readonly organizationId: string; readonly connectionId: string },
  { resource, evidence }: ResultRecord,
): readonly { readonly connectionId: string; readonly recordId: string }[] {
  if (connectionId !== organizationId) return [{ connectionId, recordId: resource.id }]
  return [...new Set([resource.id, ...listOwnerIds(evidence)])].flatMap((id) => {
    const at = id.indexOf('/')
    return at < 0 ? [] : [{ connectionId: id.slice(0, at), recordId: id.slice(at + 1) }]
  })
}

function listOwnerIds(evidence: JsonValue): readonly string[] {
  const owner = isObject(evidence) && isObject(evidence.owner) ? evidence.owner : {}
  const people = [owner.person, owner.owner, ...(Array.isArray(owner.people) ? owner.people : [])]
  return people.flatMap((each) => (isObject(each) ? [each.id] : [each])).filter((id) => typeof id === 'string')
}

/** @throws CheckwrightError `JUDGEMENT_INVALID` for a file that is no upload of the organization */
async function findFiles(
  parts: Uses<'evidenceUploads'>,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly JudgedFile[]> {
  const files = await findJudgedFiles(parts, organizationId, ids)
  if (files === undefined) throw createInvalid('The judgement names a file that the organization has not uploaded.')
  return files
}

function createInvalid(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'JUDGEMENT_INVALID' })
}
