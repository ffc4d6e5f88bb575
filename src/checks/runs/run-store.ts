import type { CheckData, JsonValue, RunStatus } from '../../define/index.ts'
import type { StagedInventory } from '../../inventory/inventory-store.ts'
import type { RecordedRun } from './recorded-run.ts'

/** One run in a list. */
export interface RunRecord {
  readonly id: string
  readonly organizationId: string
  /** Of a cross-check: the id of the organization. */
  readonly connectionId: string
  /** Of a cross-check: `cross-check`. */
  readonly connectorId: string
  /** The cross-check that it judges; null: it is of a connection. */
  readonly crossCheckId: string | null
  /** `queued` while it waits, `running` until it ends. */
  readonly status: RunStatus | 'queued' | 'running' | 'cancelled'
  /** What started it: a person or program, a schedule, or lists that a cross-check reads and that were read anew. */
  readonly trigger: 'request' | 'schedule' | 'inventory'
  /** When it was requested; lists are in this order. */
  readonly startedAtMs: number
  /** When it last began; null while it waits. */
  readonly beganAtMs: number | null
  readonly finishedAtMs: number | null
  /** Number of attempts: 1, unless a process ended in the middle of one. */
  readonly attempts: number
  /** Its request brought waivers or variables: it speaks for itself alone, and changes no finding, control or trend. */
  readonly scoped: boolean
}

/** A time, epoch ms; both ends are a part of it. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** Which runs. */
export interface RunFilter {
  readonly organizationId: string
  readonly connectionId?: string | undefined
  readonly connectorId?: string | undefined
  readonly crossCheckId?: string | undefined
  readonly status?: RunRecord['status'] | undefined
  /** @default 100 */
  readonly limit?: number | undefined
  /** Only runs older than this one. */
  readonly before?: Pick<RunRecord, 'startedAtMs' | 'id'> | undefined
  /** Only those that were asked for in this time. @default all */
  readonly within?: TimeSpan | undefined
}

/** The signed evidence of a run: a file under the id of the run. */
export interface RunBundle {
  readonly name: string
  /** MIME type. */
  readonly type: string
  readonly sizeBytes: number
  /** Of its bytes, hexadecimal. */
  readonly sha256: string
  readonly objectKey: string
  /** Of its manifest.json, which has the digests of its other files; hexadecimal. */
  readonly manifestSha256: string
}

/** Runs a statement within a transaction: `pg-boss` uses it to store its jobs together with our runs. */
export type SqlExecutor = (
  sql: string,
  parameters: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>

/**
 * Tells another queue that a run has ended, within the transaction that ends it. It is called again if that is repeated.
 * @param of.hasNext whether another run of the connection waits
 */
export type SettleRun = (of: { readonly hasNext: boolean }, execute: SqlExecutor) => Promise<unknown>

/** The outcome of a run. */
export interface RunOutcome {
  readonly status: RunRecord['status']
  readonly finishedAtMs: number
  /** The number of the attempt. If another process took the run over, nothing is stored. @default whichever is there */
  readonly attempt?: number | undefined
  /** Its results are read once. */
  readonly run: RecordedRun
  /** Its signed evidence, with bytes that are already stored. @default none */
  readonly bundle?: RunBundle | undefined
  /**
   * The values that its checks keep for the next run, by check id: stored together with the results. @default nothing
   */
  readonly states?: ReadonlyMap<string, Readonly<Record<string, JsonValue>>> | undefined
  /** Inventories that it read, with records that are already staged: each replaces the one of its list. @default none */
  readonly inventories?: readonly StagedInventory[] | undefined
  /**
   * Whether it could not tell about the resource of a finding. With it, nothing else of a complete scope that it did not see is there.
   * @default a check that is not complete shows nothing of what it did not see
   */
  readonly isUndecided?: ((findingId: string) => boolean) | undefined
  /** @default no other queue has to know */
  readonly settle?: SettleRun | undefined
  /** Ids of all present checks of its connector; findings of other checks are retired. @default nothing is retired */
  readonly connectorChecks?: readonly string[] | undefined
  /** The checks of its connector, with the tags that waivers may name. @default none has any */
  readonly checks?: readonly CheckData[] | undefined
}

export interface RunStore {
  /**
   * @throws StoreError `STORE_CONFLICT` when the id exists, `NOT_FOUND` when the organization has no such connection
   */
  insert(run: RunRecord): Promise<void>
  /**
   * Ends the run, with its results and what they change of findings, in one transaction. Many results are stored before, in hidden
   * batches. A run ends once.
   * @returns the run as `findKept` gives it
   * @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` when it has ended already, and the first result stays
   */
  finish(id: string, end: RunOutcome): Promise<RecordedRun>
  find(id: string, organizationId?: string): Promise<RunRecord | undefined>
  /** The finished run, with results that are read when you need them; undefined if there is none. */
  findRecorded(id: string): Promise<RecordedRun | undefined>
  /** Of finished runs the checks that are named, many runs at a time. What is not there is left out. */
  listRecorded(checks: readonly { readonly runId: string; readonly checkId: string }[]): AsyncIterable<RecordedRun>
  /** Newest first. */
  list(filter: RunFilter): Promise<RunRecord[]>
}

/** Values that checks of a connection keep between runs: one JSON object per check. */
export interface CheckStateStore {
  load(connectionId: string): Promise<Readonly<Record<string, Readonly<Record<string, JsonValue>>>>>
  /** Replaces the state of one check. */
  save(connectionId: string, checkId: string, state: Readonly<Record<string, JsonValue>>): Promise<void>
}
