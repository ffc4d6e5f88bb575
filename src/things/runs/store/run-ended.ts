import type { RunHead } from '../../../checks/runs/recorded-run.ts'
import type { CheckData } from '../../../define/index.ts'
import type { NoticeData } from '../../../service/notices/notice.ts'
import type { Hook } from '../../../service/store/sql/hook.ts'
import type { Listeners } from '../../notices/store/tell.ts'
import type { StagedResults } from './staged-results.ts'

/** A run that ends, with the place of its results. */
export interface EndedRun extends StagedResults {
  readonly runId: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly finishedAtMs: number
  readonly head: RunHead
  readonly connectorChecks: readonly string[] | undefined
  readonly checks: readonly CheckData[]
  readonly isUndecided: ((findingId: string) => boolean) | undefined
  /** Who wants notices of it. They are asked for beside what the listeners do, and are there when a listener has something to tell. */
  readonly audience: Promise<RunAudience | undefined>
  /** In which of the tables of followers the organization has rows. */
  readonly followers: ReadonlySet<string>
}

export interface RunAudience {
  readonly listeners: Listeners
  /** The name of the connection, if somebody wants names. */
  readonly details: NoticeData | undefined
}

export interface RunHooks {
  /** Its results are stored, and its end is not told yet. The transaction also ends the run, so that both happen or neither. */
  readonly 'run.ended': Hook<EndedRun>
}
