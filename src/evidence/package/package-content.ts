import type { ControlCheck, ControlState } from '../../checks/controls/evaluate-controls.ts'
import type { ScopeExclusion } from '../../checks/controls/scope.ts'
import type { Judged, JudgedFile, ReceivedPart, RunStatus, Waiver } from '../../define/index.ts'
import type { SampleDraw } from '../sampling/draw-sample.ts'
import type { CompletenessStatement } from '../sampling/state-completeness.ts'

export const packageSchema = 'checkwright.package/v1'

/** What a package says before its controls. */
export interface PackageHead {
  readonly framework: {
    readonly id: string
    readonly title: string
    readonly version?: string | undefined
    /** Of the framework as canonical JSON, hexadecimal. */
    readonly sha256: string
  }
  readonly organization: { readonly id: string; readonly name: string }
  /** First and last day, in UTC. */
  readonly period: { readonly from: string; readonly to: string }
  /** ISO 8601 */
  readonly madeAt: string
  readonly writtenBy: { readonly name: string; readonly version: string }
  readonly staleAfterDays: number
  /** Which controls ask for which statements, on the last day. Left out for a framework without one. */
  readonly mapping?: LastMapping | undefined
  /** What counted on earlier days of the period, the oldest first. Left out where it never changed. */
  readonly earlierMappings?: readonly EarlierMapping[] | undefined
}

/** The mapping of the last day. */
export interface LastMapping extends PackageMapping {
  /** The first day on which it counts. Left out where it does on all days of the period. */
  readonly from?: string | undefined
}

/** A mapping, and the days of the period on which it counted. */
export interface EarlierMapping extends PackageMapping, DaySpan {}

/** A mapping of statements to controls. */
export interface PackageMapping {
  /** Of the text, hexadecimal. */
  readonly sha256: string
  /** JSON, as `frameworks/mappings/` has it. */
  readonly text: string
}

/** A connection that the package speaks about. */
export interface PackageConnection {
  readonly id: string
  readonly name?: string | undefined
  /** Id of the connector. */
  readonly connector: string
}

/** Days on which the same was true; both ends are a part of it. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

/** How a control stood on these days. */
export interface ControlSpan extends DaySpan {
  readonly state: ControlState
  /** Left out where no statement counts for the control. */
  readonly statements?: StatementCount | undefined
  /** The statements that were observed, by id, so that anybody can count again. Left out with `statements`. */
  readonly observed?: readonly string[] | undefined
  /** Why sums of these days do not count it. Left out where it is in scope. */
  readonly leftOut?: ScopeExclusion | undefined
}

/** How many of the statements that count for a control were observed. */
export interface StatementCount {
  readonly observed: number
  readonly of: number
}

/** `kept`: the bundle of the run is in the package. `deleted`: there was one. */
export type EvidenceRetention = 'kept' | 'not kept' | 'deleted'

/** What one check said for a control at the end of a day. */
export interface DayVerdict
  extends Pick<ControlCheck, 'state' | 'because' | 'runId' | 'reviewId' | 'taskId' | 'at' | 'results' | 'judged'> {
  /** Of the check in its run. */
  readonly status?: RunStatus | undefined
  readonly evidence?: EvidenceRetention
  /** SHA-256 of the bundle as it is in the package. */
  readonly digest?: string | undefined
  /** What became of the removals of an access review after its end. Left out where nothing was signed about them. */
  readonly outcomes?: PackagedBundle | undefined
  /** What an obligation rests on, by id. Left out where it rests on no run and no access review. */
  readonly basis?: readonly BasisBundle[] | undefined
}

/** A run or an access review that an obligation rests on. */
export interface BasisBundle extends Pick<DayVerdict, 'runId' | 'reviewId' | 'outcomes'>, PackagedBundle {}

/** Whether a bundle is in the package, and its SHA-256 if it is. */
export interface PackagedBundle {
  readonly evidence: EvidenceRetention
  readonly digest?: string | undefined
}

/** How a check stood for a control on these days. */
export interface CheckSpan extends DaySpan, DayVerdict {}

/** One check of one connection, a cross-check, or an obligation, for one control. */
export interface CheckHistory {
  readonly connector: string
  readonly connectionId?: string | undefined
  readonly taskId?: string | undefined
  readonly id: string
  readonly title: string
  /** The oldest first, without gaps. */
  readonly history: readonly [CheckSpan, ...CheckSpan[]]
}

export interface ControlHistory {
  readonly id: string
  readonly title: string
  readonly group?: string | undefined
  /** The oldest first, without gaps. */
  readonly history: readonly [ControlSpan, ...ControlSpan[]]
  /** Can be read more than once; one at a time, because there may be very many. */
  checks(): AsyncIterable<CheckHistory>
}

export interface PackageWaiver {
  readonly id: string
  readonly waiver: Waiver
  readonly madeAt: string
  readonly revokedAt?: string | undefined
}

export interface PackageJudgement extends Judged {
  readonly connector: string
  readonly connectionId: string
  readonly check: string
  readonly findingId: string
  readonly runId: string
  readonly withdrawnAt?: string | undefined
}

/** What was owed on these days. */
export interface ObligationSpan extends DaySpan {
  /** Days after which it has to be done again. */
  readonly everyDays: number
  /** Last day for the first time. */
  readonly firstDueDay: string
  readonly satisfiedBy: {
    /** `github/org-two-factor-required` */
    readonly checks: readonly string[]
    readonly accessReviews: boolean
    readonly statements: boolean
  }
}

/** What a person said that was done for an obligation. */
export interface PackageStatement {
  readonly id: string
  readonly text: string
  /** Day on which it was done. */
  readonly doneDay: string
  readonly files: readonly JudgedFile[]
  readonly userId: string
  readonly statedBy: string
  /** ISO 8601 */
  readonly at: string
  /** What a judgement of it is bound to. */
  readonly evidenceSha256: string
}

/** An obligation that a control of the framework rests on, with what people stated. Its checks and reviews are in the bundles. */
export interface PackageObligation {
  readonly id: string
  readonly title: string
  /** The oldest first. */
  readonly history: readonly ObligationSpan[]
  /** The oldest first. */
  readonly statements: readonly PackageStatement[]
}

/** How a record stood on these days. */
export interface RecordSpan extends DaySpan {
  /** Left out for one that has no states. */
  readonly state?: string | undefined
  /** What the API calls its members. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A vendor, risk, policy or penetration test, or a part of one. */
export interface RecordHistory {
  /** `vendor` */
  readonly thing: string
  readonly id: string
  readonly title: string
  /** The oldest first. Days before it was made, and after it was deleted, are not there. */
  readonly history: readonly RecordSpan[]
}

/** A file that a judgement or a statement about an obligation rests on. */
export interface PackageUpload extends Pick<JudgedFile, 'name' | 'sha256'> {
  /** Bytes; undefined if they are gone. */
  readonly size?: number | undefined
  readonly of: readonly ({ readonly judgementId: string } | { readonly taskId: string })[]
}

/** A list that was read in the period, as a population: its newest reading. */
export interface PackagePopulation {
  readonly connectionId: string
  readonly connector: string
  /** `account`, `account.iam` */
  readonly list: string
  /** The run that read it, whose bundle has its records and the requests. */
  readonly runId: string
  /** ISO 8601 */
  readonly readAt: string
  readonly rows: number
  /** How many entries the vendor counts, as its answers say. Left out where they do not. */
  readonly total?: number | undefined
  readonly covers: readonly string[]
  readonly completeness: CompletenessStatement['state']
  readonly reasons: readonly string[]
  /** SHA-256 of the records. */
  readonly recordsSha256?: string | undefined
}

/** A sample that was drawn from a list. `verify` draws it again from the bundle of the run. */
export interface PackageSample
  extends Pick<
      PackagePopulation,
      'connectionId' | 'connector' | 'list' | 'runId' | 'readAt' | 'completeness' | 'reasons'
    >,
    PackagedBundle {
  readonly id: string
  /** How many the vendor counts, as a person entered it. */
  readonly total?: number | undefined
  readonly secondSource?: string | undefined
  /** ISO 8601 */
  readonly drawnAt: string
  /** The person who drew it, by id. */
  readonly drawnBy?: string | undefined
  readonly seedFrom: 'log' | 'auditor'
  /** Without the ids that were drawn for a reader who may not know people. */
  readonly draw: Omit<SampleDraw, 'drawn'> & { readonly drawn?: SampleDraw['drawn'] | undefined }
}

/**
 * A file of another tool, imported in the period: its results were received and not observed. They count for no state of a package. Its
 * bundle, with the file, is there if somebody relied on its source.
 */
export interface PackageReceived extends ReceivedPart {
  /** The source. */
  readonly connectionId: string
  readonly runId: string
  /** ISO 8601 */
  readonly importedAt: string
  /** Whether somebody relied on the source, on some day of the period, for a control of the framework. Left out where nobody did. */
  readonly relied?: true | undefined
  /** Left out where the bundle is not for the reader, or nobody relied on the file. */
  readonly evidence?: EvidenceRetention | undefined
  /** SHA-256 of the bundle, if it is in the package. */
  readonly digest?: string | undefined
}

/** Everything that `package.json` has. */
export interface PackageContent {
  readonly head: PackageHead
  readonly connections: readonly PackageConnection[]
  readonly controls: readonly ControlHistory[]
  readonly waivers: readonly PackageWaiver[]
  readonly judgements: readonly PackageJudgement[]
  readonly obligations: readonly PackageObligation[]
  readonly populations: readonly PackagePopulation[]
  readonly samples: readonly PackageSample[]
  readonly received: readonly PackageReceived[]
  readonly records: readonly RecordHistory[]
  readonly uploads: readonly PackageUpload[]
}

/** The verdict of the last day. */
export function readNewest<Span extends DaySpan>(history: readonly [Span, ...Span[]]): Span {
  return history.at(-1) ?? history[0]
}
