import type { RecordAct, RecordEvent } from '../../../service/fields/record-event.ts'
import type { Hook } from '../../../service/store/sql/hook.ts'

export interface RecordHooks {
  /** A record of a thing whose records make obligations. */
  readonly 'record.changed': Hook<RecordEvent>
  /** Somebody did with a record what an action of its thing does. */
  readonly 'record.acted': Hook<RecordAct>
}
