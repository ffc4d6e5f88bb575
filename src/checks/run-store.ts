import type { JsonValue, RunStatus } from '../define/index.ts'
import type { KeptRun } from './results/kept-run.ts'

/** One execution as it is listed. */
export interface RunRecord {
  readonly id: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  /** `queued` until its turn comes, `running` until it ends. */
  readonly status: RunStatus | 'queued' | 'running' | 'cancelled'
  /** Who wanted it: somebody who asked, or a schedule. */
  readonly trigger: 'request' | 'schedule'
  /** When it was asked for; lists are in this order. */
  readonly startedAtMs: number
  /** When its turn came, the last time; null while it waits. */
  readonly beganAtMs: number | null
  readonly finishedAtMs: number | null
  /** How often it was begun: once, unless a process ended in the middle of it. */
  readonly attempts: number
  /** Its request brought waivers or variables: it speaks for itself alone, and changes no finding, control or trend. */
  readonly scoped: boolean
}

/** A time, epoch ms; both ends are a part of it. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** The signed evidence of a run: a file under the id of the run. */
export interface RunBundle {
  readonly name: string
  /** MIME type. */
  readonly type: string
  readonly sizeBytes: number
  /** Of the bytes, hexadecimal. */
  readonly sha256: string
  readonly objectKey: string
}

/** What a run came to. */
export interface RunOutcome {
  readonly status: RunRecord['status']
  readonly finishedAtMs: number
  /** The attempt that came to it: of one that was taken over meanwhile, nothing is kept. @default whichever is there */
  readonly attempt?: number | undefined
  /** Its results are read once. */
  readonly run: KeptRun
  /** Its signed evidence, whose bytes are kept already. @default none */
  readonly bundle?: RunBundle | undefined
  /** What its checks keep for the next run, by check id: written with the results, or not at all. @default nothing */
  readonly states?: ReadonlyMap<string, Readonly<Record<string, JsonValue>>> | undefined
  /** Ids of all checks that its connector has now; findings of others are retired. @default nothing is retired */
  readonly connectorChecks?: readonly string[] | undefined
}

export interface RunStore {
  /**
   * @throws StoreError `STORE_CONFLICT` when the id exists, `NOT_FOUND` when the organization has no such connection
   */
  insert(run: RunRecord): Promise<void>
  /**
   * Keeps the results, in batches that nobody sees, then ends the run and brings findings up to date in one transaction. A
   * run ends once.
   * @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` when it has ended already, and the first result stays
   */
  finish(id: string, end: RunOutcome): Promise<void>
  find(id: string, organizationId?: string): Promise<RunRecord | undefined>
  /** The finished run, its results read as they are asked for; undefined when there is none. */
  kept(id: string): Promise<KeptRun | undefined>
  /** Newest first. */
  list(filter: {
    readonly organizationId: string
    readonly connectionId?: string | undefined
    /** @default 100 */
    readonly limit?: number | undefined
    /** Only those that are older than this one. */
    readonly before?: Pick<RunRecord, 'startedAtMs' | 'id'> | undefined
    /** Only those that were asked for in this time. @default all */
    readonly within?: TimeSpan | undefined
  }): Promise<RunRecord[]>
}

/** What checks of a connection keep between runs: one JSON object per check. */
export interface CheckStateStore {
  load(connectionId: string): Promise<Readonly<Record<string, Readonly<Record<string, JsonValue>>>>>
  /** Replaces the state of one check. */
  save(connectionId: string, checkId: string, state: Readonly<Record<string, JsonValue>>): Promise<void>
}
