import type { Judged, Resource, ResultRecord } from '../../define/index.ts'

/** A stored decision about one finding, on the evidence that was there. */
export interface StoredJudgement extends Judged {
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly checkId: string
  readonly findingId: string
  /** The run with the result that the person looked at. Retention may have deleted it. */
  readonly runId: string
  readonly userId: string
  /** The same time as `at`, epoch ms. */
  readonly createdAtMs: number
  /** null: it was not withdrawn. */
  readonly withdrawnAtMs: number | null
  /** The person who withdrew it; null: nobody did. */
  readonly withdrawnBy: string | null
  /** What the person looked at. */
  readonly result: JudgedResult
}

export interface JudgedResult extends Pick<ResultRecord, 'title' | 'evidence'> {
  readonly resource: Resource
  readonly description?: string | undefined
}

export interface JudgementFilter {
  readonly organizationId: string
  readonly connectionId?: string | undefined
  readonly connectorId?: string | undefined
  readonly checkId?: string | undefined
  readonly findingIds?: readonly string[] | undefined
  readonly decision?: Judged['decision'] | undefined
  /** Id of an upload that it rests on. */
  readonly fileId?: string | undefined
  /** Only those that hold at this time, or do not. */
  readonly holds?: { readonly is: boolean; readonly atMs: number } | undefined
  /** Only those that were made by this time; one that was withdrawn later is not withdrawn. @default all */
  readonly madeByMs?: number | undefined
  /** @default 100 */
  readonly limit?: number | undefined
  /** Only those older than this one. */
  readonly before?: Pick<StoredJudgement, 'createdAtMs' | 'id'> | undefined
}

/** Which judgements, without their order. */
export type JudgementChoice = Omit<JudgementFilter, 'limit' | 'before'>

/** A judgement as it is applied: without the evidence that a person looked at. */
export type JudgementInForce = Judged & Pick<StoredJudgement, 'findingId' | 'connectionId'>

/** A judgement of a statement, which is its `runId`, as an obligation is judged by it. */
export type StatedJudgement = Pick<
  StoredJudgement,
  'id' | 'runId' | 'decision' | 'by' | 'expires' | 'evidenceSha256' | 'withdrawnAtMs'
>

export interface JudgementStore {
  /**
   * The newest of a finding counts, so its time is later than that of the one before, whatever the clocks show.
   * @param max how many of the organization may hold. @default any number
   * @returns it with its time; undefined if as many hold
   * @throws StoreError `NOT_FOUND` when the organization has no such connection
   */
  insert(judgement: StoredJudgement, max?: number): Promise<StoredJudgement | undefined>
  /** @param then.atMs undefined if it was made later; one that was withdrawn later is not withdrawn. @default now */
  find(
    id: string,
    organizationId: string,
    then?: { readonly atMs?: number | undefined },
  ): Promise<StoredJudgement | undefined>
  /** The newest first. */
  list(filter: JudgementFilter): Promise<StoredJudgement[]>
  /** How many `list` would give without a limit; at most one more than `countedMax`. */
  count(choice: JudgementChoice): Promise<number>
  /**
   * Those that hold at a time. The newest judgement of a finding counts alone, so one that was replaced does not hold
   * again when its successor ends.
   */
  listInForce(of: {
    readonly organizationId: string
    /** @default all */
    readonly connectionId?: string | undefined
    /** Only some of these. @default all */
    readonly connectionIds?: readonly string[] | undefined
    /** Those of results of checks alone, without statements. @default false */
    readonly ofResults?: boolean | undefined
    readonly atMs: number
  }): Promise<JudgementInForce[]>
  /** Those of statements, the newest first, without what people looked at: what an obligation is judged by. */
  listOfStatements(of: {
    readonly organizationId: string
    /** @default of all obligations */
    readonly taskIds?: readonly string[] | undefined
    /** Only of some of these. @default all */
    readonly statementIds?: readonly string[] | undefined
    /** As in `JudgementFilter`. */
    readonly madeByMs?: number | undefined
  }): Promise<readonly StatedJudgement[]>
  /** The first withdrawal stays. @returns false if there is no such judgement */
  withdraw(
    ref: { readonly id: string; readonly organizationId: string },
    withdrawal: { readonly atMs: number; readonly by: string },
  ): Promise<boolean>
}
