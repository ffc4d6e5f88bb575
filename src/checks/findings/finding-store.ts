import type { CheckFailure, ResultRecord, ResultStatus, RunStatus, Severity } from '../../define/index.ts'
import type {
  FreshTime,
  GroupedOutcome,
  OutcomeGroup,
  SettledOutcome,
  UnsettledOutcome,
} from '../controls/outcome-groups.ts'
import type { JudgedOutcomes } from '../judgements/judged-outcomes.ts'
import type { WaiverSettlement } from '../waivers/waiver-index.ts'
import type { DueDays } from './due.ts'

/** `regressed` fails again after it was resolved. */
export type FindingState = 'open' | 'regressed' | 'resolved'

/** What fails is `open`, or `accepted` where a waiver covers it. */
export type FindingList = 'open' | 'accepted' | 'resolved'

/**
 * Why a finding is resolved: its resource passes, the check no longer applies to it, it is gone (a check that saw
 * everything did not see it), or its connector no longer has the check. `accepted`: its result needs review, and a person
 * accepted it. `needs_review`: a person had refused its result, and that judgement no longer holds for it.
 */
export type Resolution = 'passed' | 'not_applicable' | 'gone' | 'retired' | 'accepted' | 'needs_review'

/**
 * A failing result on a connection, or one that needs review and that a person refused, since it was first seen. It stays
 * when its runs are deleted.
 */
export interface Finding {
  /** The same for the same resource in every run (`findingId` of a result). */
  readonly id: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly checkId: string
  readonly state: FindingState
  /** null while it fails. */
  readonly resolution: Resolution | null
  readonly severity: Severity
  /** Whether a waiver covers it; of one that is resolved: whether one did when it was last seen failing. */
  readonly waived: boolean
  /** The present waiver that covers it. null: none does, or it is resolved. */
  readonly waiverId: string | null
  /** Controls of the check, when it was last seen failing. */
  readonly controls: readonly string[]
  /** The run that last saw it fail; retention may have deleted it since. */
  readonly runId: string
  readonly firstSeenAtMs: number
  /** When it was last seen failing. */
  readonly lastSeenAtMs: number
  /** When it entered its state. */
  readonly changedAtMs: number
  /** The judgement that refused its result, which needs review. null: the check found it failing, or it is resolved. */
  readonly judgementId: string | null
  /** Its result when it last failed. One that was refused has the status `manual`, and `judged`. */
  readonly result: ResultRecord
  /** The person who takes care of it. null: nobody does yet. */
  readonly ownerId: string | null
  /** The end of the day by which it has to be resolved, epoch ms. Counted again when it regresses. */
  readonly dueAtMs: number
  /** Why somebody set this day. null: it follows from the severity. */
  readonly dueReason: string | null
}

/** A change that a person made to a finding. */
export interface FindingChange {
  readonly id: string
  readonly findingId: string
  readonly organizationId: string
  readonly atMs: number
  /** Who did it, if known. */
  readonly userId: string | null
  readonly member: 'owner' | 'due'
  /** Id of a person, or a day such as `2026-12-31`. null: nobody, or the day that follows from the severity. */
  readonly earlier: string | null
  readonly later: string | null
  /** Given with a day. */
  readonly reason: string | null
}

/** `due`: the soonest first. `severity`: the most severe first, then by due day. `changed`: the newest change first. */
export type FindingOrder = 'changed' | 'due' | 'severity'

/** The place of a finding in each order. */
export type FindingPosition = Pick<Finding, 'changedAtMs' | 'id'> & Partial<Pick<Finding, 'dueAtMs' | 'severity'>>

/** A change of a finding's state. */
export interface FindingEvent {
  readonly change: FindingState
  /** For `resolved`; null otherwise. */
  readonly resolution: Resolution | null
  /** The run that found it, or whose result was judged. */
  readonly runId: string
  /** The judgement that decided about the result. null: its check did. */
  readonly judgementId: string | null
  readonly atMs: number
}

export interface FindingFilter {
  readonly organizationId: string
  /** Only some of these. */
  readonly ids?: readonly string[] | undefined
  readonly connectionId?: string | undefined
  readonly connectorId?: string | undefined
  /** @default those that fail: `open` and `regressed` */
  readonly state?: FindingState | readonly FindingState[] | undefined
  readonly severity?: Severity | undefined
  readonly checkId?: string | undefined
  readonly control?: string | undefined
  readonly waived?: boolean | undefined
  /** null: those of nobody. */
  readonly ownerId?: string | null | undefined
  /** Due at this time or later, epoch ms. */
  readonly dueFromMs?: number | undefined
  /** Due at this time or earlier, epoch ms. */
  readonly dueToMs?: number | undefined
  /** A part of the person's or resource's name or id, or of the title. Capitals do not count. */
  readonly text?: string | undefined
  /** @default 'changed' */
  readonly order?: FindingOrder | undefined
  /** @default 100 */
  readonly limit?: number | undefined
  /** Only those after this one in the order, which then needs the members that the order is by. */
  readonly before?: FindingPosition | undefined
}

/** A resource that findings may be about. */
export interface AboutResource {
  readonly connectionId: string
  readonly id: string
}

/** Which findings, without their order. */
export type FindingChoice = Omit<FindingFilter, 'order' | 'limit' | 'before'>

/** How a finding failed in one run. */
export interface SeenFailure {
  readonly findingId: string
  readonly severity: Severity
  readonly result: ResultRecord
}

/** The latest outcome of a check on a connection. */
export interface NewestOutcome {
  readonly connectionId: string
  readonly connectorId: string
  readonly checkId: string
  readonly runId: string
  /** Start of the run, epoch ms. */
  readonly atMs: number
  readonly status: RunStatus
  /** What the trend counts it as: `status`, or the judgements that the run knew of (`chooseStanding`). */
  readonly effectiveStatus: RunStatus
  readonly complete: boolean
  /** Why the check could not tell; null otherwise. */
  readonly error: CheckFailure | null
}

/** One with results that need review, judged or not. */
export interface ReviewableOutcome extends NewestOutcome {
  readonly manualResults: number
}

export interface ReviewableFilter {
  readonly organizationId: string
  /** Also those that are disconnected. @default all that are not */
  readonly connectionIds?: readonly string[] | undefined
  readonly connectorId?: string | undefined
  readonly checkId?: string | undefined
  /** Only of this run, and those after it. */
  readonly from?: { readonly connectionId: string; readonly runId: string } | undefined
  readonly limit: number
}

export interface OutcomeFilter {
  readonly organizationId: string
  /** Also if it is disconnected. @default all that are not */
  readonly connectionId?: string | undefined
  readonly connectorId?: string | undefined
  /** Only some of these, and none that is disconnected. @default all */
  readonly connectionIds?: readonly string[] | undefined
  readonly status?: RunStatus | undefined
  /** @default 1000 */
  readonly limit?: number | undefined
}

export interface OutcomeCountFilter {
  readonly organizationId: string
  readonly connectionIds: readonly string[]
}

/** Checks of a connection whose newest outcomes have one status. */
export interface OutcomeCount {
  readonly connectionId: string
  readonly status: RunStatus
  readonly count: number
}

/** The newest outcomes of all checks of an organization, without those of disconnected connections. */
export interface OutcomeTally {
  /** Connections with an outcome. */
  readonly connections: number
  /** Numbers of checks. */
  readonly checks: Readonly<Record<ResultStatus | 'error', number>>
}

/** The checks of an organization by status at the end of a day, by the newest outcomes of each connection. */
export interface TrendDay {
  /** In UTC: `2026-12-31`. */
  readonly day: string
  /** Connections that count on this day: those with a run on it or in the 30 days before. */
  readonly connections: number
  /** Numbers of checks. */
  readonly pass: number
  readonly fail: number
  readonly manual: number
  readonly not_applicable: number
  readonly error: number
}

/**
 * Findings as they stood at a time: `state`, `resolution` and `changedAtMs` are those of then. All else is as the finding
 * failed last, which may have been later. A connection that was disconnected since counts.
 */
export interface StatusAt {
  /** Epoch ms. @default now */
  readonly atMs?: number | undefined
}

/** How many findings each list has. */
export type ListCounts = Readonly<Record<FindingList, number>>

/** The lasting effects of runs. `RunStore.finish` updates them in its transaction. */
export interface FindingStore {
  /** Without those of disconnected connections. */
  list(filter: FindingFilter & StatusAt): Promise<Finding[]>
  /** What fails for some resources, the most severe first. */
  listAbout(of: {
    readonly organizationId: string
    readonly resources: readonly AboutResource[]
    readonly limit: number
  }): Promise<Finding[]>
  /** At most one more than `countedMax`. */
  count(choice: FindingChoice & StatusAt): Promise<number>
  /**
   * A page as `list` gives it, and how many of each list are chosen, each at most one more than `countedMax`. It takes less time than to ask
   * for both.
   */
  listCounted(filter: FindingFilter): Promise<{ readonly findings: readonly Finding[]; readonly counts: ListCounts }>
  find(id: string, organizationId: string, at?: StatusAt): Promise<Finding | undefined>
  /** Its newest changes, the newest first. @param of.limit @default 100 */
  history(id: string, of?: StatusAt & { readonly limit?: number | undefined }): Promise<FindingEvent[]>
  /** Changes that people made, the newest first. @param of.limit @default 100 */
  changes(id: string, of?: StatusAt & { readonly limit?: number | undefined }): Promise<FindingChange[]>
  /** The same of several findings, the oldest first. */
  changesOf(ids: readonly string[], at: StatusAt): Promise<FindingChange[]>
  /** Sets owner or due day, with the changes that tell it. @returns false if there is no such finding */
  update(
    ref: { readonly id: string; readonly organizationId: string },
    values: { readonly [member in 'ownerId' | 'dueAtMs' | 'dueReason']?: Finding[member] | undefined },
    changes: readonly FindingChange[],
  ): Promise<boolean>
  /** The organization's own days. undefined: it has chosen none. */
  dueDays(organizationId: string, at?: StatusAt): Promise<DueDays | undefined>
  /**
   * Days from now on; those of the other severities stay. What fails now gets its day by them, unless somebody has set it.
   * @returns all of them
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  setDueDays(organizationId: string, days: Partial<DueDays>, nowMs: number): Promise<DueDays>
  /**
   * Resolves the findings of an organization whose judgement is over. Nothing else happens on that day, so it is called
   * before findings are read.
   */
  endRefusals(of: { readonly organizationId: string; readonly nowMs: number }): Promise<void>
  /**
   * Lets each finding that fails name the waiver that covers it. Mostly nothing has changed. It is called before findings are read, and after
   * waivers were made or revoked.
   */
  settleWaivers(of: WaiverSettlement): Promise<void>
  /** Ids of the waivers that cover a finding of these connections, as their findings were settled last. */
  listCoveringWaivers(organizationId: string, connectionIds: readonly string[]): Promise<readonly string[]>
  /**
   * Findings of a connection that was disconnected leave all lists at once, and come back at once with it. Afterwards, each of them has to note
   * that itself, so that lists are read as fast as before: this does it for some of them.
   * @param limit the most rows that it may touch
   * @param connectionId @default any that has some left
   * @returns `gone`: how many connections are done with
   */
  relist(limit: number, connectionId?: string): Promise<{ readonly rows: number; readonly gone: number }>
  /**
   * Those of the findings that failed in a run that has ended, as they were reported first. Where none did, those that
   * needed review.
   */
  failuresIn(runId: string, findingIds: readonly string[]): Promise<SeenFailure[]>
  /** For each check that ever ran on a connection that is not disconnected, by connection and check. */
  newestOutcomes(filter: OutcomeFilter): Promise<NewestOutcome[]>
  /** Checks with a finding that fails, accepted or not, by connector. */
  listFailingChecks(of: {
    readonly organizationId: string
    readonly connectorIds: readonly string[]
  }): Promise<readonly { readonly connectorId: string; readonly checkId: string }[]>
  /** By connection, run and check. */
  listReviewable(filter: ReviewableFilter): Promise<readonly ReviewableOutcome[]>
  /** How many checks of each connection have which newest outcome. */
  countOutcomes(of: OutcomeCountFilter): Promise<OutcomeCount[]>
  tallyOutcomes(organizationId: string): Promise<OutcomeTally>
  /** All outcomes on connections that are not disconnected. */
  countGroup(
    organizationId: string,
    time: FreshTime,
  ): Promise<readonly (OutcomeGroup & { readonly connections: number })[]>
  /** The oldest ones. */
  listGroup(
    of: OutcomeGroup & { readonly organizationId: string; readonly time: FreshTime; readonly limit: number },
  ): Promise<readonly GroupedOutcome[]>
  /** Those for which it has to be found out what decisions make of them, on connections that are not disconnected. */
  listUnsettled(of: {
    readonly organizationId: string
    readonly limit: number
    /** The last one of the page before. */
    readonly after?: Pick<UnsettledOutcome, 'connectionId' | 'checkId'> | undefined
  }): Promise<readonly UnsettledOutcome[]>
  /** Keeps what was found out, unless there is something new to decide by since it was listed. */
  saveSettled(of: { readonly organizationId: string; readonly outcomes: readonly SettledOutcome[] }): Promise<void>
  /** Makes those unsettled of which a judgement is over. Mostly there are none. */
  endDecided(of: { readonly organizationId: string; readonly nowMs: number }): Promise<void>
  /**
   * How many outcomes on connections that are not disconnected people have judged, without the unsettled ones and cross-checks.
   * @param of.fromMs begin of runs that are fresh
   */
  tallyJudged(of: { readonly organizationId: string; readonly fromMs: number }): Promise<readonly JudgedOutcomes[]>
  /** Outcomes of runs that began after a time: mostly none, if the time is in the future. */
  listAhead(of: { readonly organizationId: string; readonly afterMs: number }): Promise<readonly GroupedOutcome[]>
  /** Ids of connections of a connector that have no outcome of a check, before all those that never ran. */
  listWithout(of: {
    readonly organizationId: string
    readonly connectorId: string
    readonly checkId: string
    readonly limit: number
  }): Promise<readonly string[]>
  /** Oldest day first, one entry for each day; the last is that of `nowMs`. */
  trend(of: { readonly organizationId: string; readonly days: number; readonly nowMs: number }): Promise<TrendDay[]>
}
