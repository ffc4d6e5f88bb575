import type { CheckHead, ResultStatus } from '../../define/index.ts'

/** The account that was checked: that of a connection, or of a single run. */
export interface EvidenceSubject {
  /** Id of the connector. */
  readonly connector: string
  readonly connectionId?: string | undefined
  readonly runId?: string | undefined
}

/** The result of one check in one run, without its single results. */
export interface CheckEvidence extends EvidenceSubject {
  readonly runId: string
  /** The evidence is no run, but what people decided in this access review. */
  readonly reviewId?: string | undefined
  /** Start of the run, or end of the review, epoch ms. */
  readonly atMs: number
  /** When what it judged by was read. @default `atMs` */
  readonly readAtMs?: number | undefined
  /** Evidence older than this does not count. @default what counts for runs */
  readonly staleAfterMs?: number | undefined
  readonly check: CheckHead
  readonly results: Readonly<Record<ResultStatus, number>>
  /** Failing results with a valid waiver. */
  readonly waived: number
  /** Results that need review, and that somebody accepted or refused, by a judgement that holds. @default none */
  readonly judged?: { readonly accepted: number; readonly refused: number } | undefined
  /** Failing results that were waived in the run, with a waiver that is no longer valid. */
  readonly lapsed: number
  /** Whether the waiver of one of these was revoked or belonged to the run, rather than expired. */
  readonly isRevoked: boolean
}

/** The same for the same account. */
export function toSubjectKey({ connector, connectionId, runId }: EvidenceSubject): string {
  return JSON.stringify(
    connectionId === undefined ? [connector, 'run', runId] : [connector, 'connection', connectionId],
  )
}

/** The same for the same check of the same account. */
export function toEvidenceKey(subject: EvidenceSubject, checkId: string): string {
  return `${toSubjectKey(subject)} ${checkId}`
}
