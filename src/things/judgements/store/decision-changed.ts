import type { Hook } from '../../../service/store/sql/hook.ts'

/** Somebody has judged a result or withdrawn a judgement. */
export interface DecisionChange {
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly checkId: string
  readonly findingId: string
  readonly judgementId: string
  readonly atMs: number
}

export interface DecisionHooks {
  /** The transaction holds the connection. */
  readonly 'decision.changed': Hook<DecisionChange>
}
