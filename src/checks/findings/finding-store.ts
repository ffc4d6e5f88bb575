import type { CheckFailure, ResultRecord, RunStatus, Severity } from '../../define/index.ts'

/** `regressed` fails again after it was resolved. */
export type FindingState = 'open' | 'regressed' | 'resolved'

/**
 * Why a finding is resolved: its resource passes, the check does not apply to it any more, it is gone (a check that saw
 * everything did not see it), or its connector has no such check any more.
 */
export type Resolution = 'passed' | 'not_applicable' | 'gone' | 'retired'

/** What failed on a connection, from when it was first seen on. It outlives the runs that it was seen in. */
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
  /** Whether a waiver covers it: in the store as it was last seen failing, by the service as waivers are in force now. */
  readonly waived: boolean
  /** Of the check, when it was last seen failing. */
  readonly controls: readonly string[]
  /** The run that saw it fail last; retention may have deleted it since. */
  readonly runId: string
  readonly firstSeenAtMs: number
  /** When it was last seen failing. */
  readonly lastSeenAtMs: number
  /** When it came to its state. */
  readonly changedAtMs: number
  /** As it failed last. */
  readonly result: ResultRecord
}

/** A change of a finding's state. */
export interface FindingEvent {
  readonly change: FindingState
  /** Of `resolved`; null otherwise. */
  readonly resolution: Resolution | null
  readonly runId: string
  readonly atMs: number
}

export interface FindingFilter {
  readonly organizationId: string
  readonly connectionId?: string | undefined
  readonly connectorId?: string | undefined
  /** @default those that fail: `open` and `regressed` */
  readonly state?: FindingState | readonly FindingState[] | undefined
  readonly severity?: Severity | undefined
  readonly checkId?: string | undefined
  readonly control?: string | undefined
  readonly waived?: boolean | undefined
  /** @default 100 */
  readonly limit?: number | undefined
  /** Only those behind this one. */
  readonly before?: Pick<Finding, 'changedAtMs' | 'id'> | undefined
}

/** How a finding failed in one run. */
export interface SeenFailure {
  readonly findingId: string
  readonly severity: Severity
  readonly result: ResultRecord
}

/** What a check came to when it ran last on a connection. */
export interface NewestOutcome {
  readonly connectionId: string
  readonly connectorId: string
  readonly checkId: string
  readonly runId: string
  /** Start of the run, epoch ms. */
  readonly atMs: number
  readonly status: RunStatus
  readonly complete: boolean
  /** Why it could not tell; null otherwise. */
  readonly error: CheckFailure | null
}

export interface OutcomeFilter {
  readonly organizationId: string
  /** Also when it is disconnected. @default all that are not */
  readonly connectionId?: string | undefined
  readonly connectorId?: string | undefined
  readonly status?: RunStatus | undefined
  /** @default 1000 */
  readonly limit?: number | undefined
}

/** How the checks of an organization stood at the end of a day: each connection's by their newest outcomes. */
export interface TrendDay {
  /** In UTC: `2026-12-31`. */
  readonly day: string
  /** Connections that count on this day: those that ran on it or in the 30 days before. */
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
export interface StandingAt {
  /** Epoch ms. @default now */
  readonly atMs?: number | undefined
}

/** What runs have left behind, kept up by `RunStore.finish` in its transaction. */
export interface FindingStore {
  /** The newest change first; without those of disconnected connections. */
  list(filter: FindingFilter & StandingAt): Promise<Finding[]>
  find(id: string, organizationId: string, at?: StandingAt): Promise<Finding | undefined>
  /** Its newest changes, the newest first. @param of.limit @default 100 */
  history(id: string, of?: StandingAt & { readonly limit?: number | undefined }): Promise<FindingEvent[]>
  /** Those of the findings that failed in a run that has ended, as they were reported first. */
  failuresIn(runId: string, findingIds: readonly string[]): Promise<SeenFailure[]>
  /** Of each check that ever ran on a connection that is not disconnected, by connection and check. */
  newestOutcomes(filter: OutcomeFilter): Promise<NewestOutcome[]>
  /** Oldest day first, one for each of the days; the last is that of `nowMs`. */
  trend(of: { readonly organizationId: string; readonly days: number; readonly nowMs: number }): Promise<TrendDay[]>
}
