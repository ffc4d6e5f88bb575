import { tellInOrder } from '../../service/store/sql/hook.ts'
import { tellReviewTimes } from '../access-reviews/store/tell-reviews.ts'
import type { ConnectionHooks } from '../connections/store/connection-changed.ts'
import { pushAfterRun } from '../destinations/store/tell-destinations.ts'
import { destination } from '../destinations/thing.ts'
import { disownFindings } from '../findings/store/disown-findings.ts'
import { noteRun } from '../findings/store/note-run.ts'
import { settleJudgement } from '../findings/store/settle-judgement.ts'
import { tellOverdueFindings } from '../findings/store/tell-overdue.ts'
import { noteConnections } from '../findings/tallies/note-connections.ts'
import type { DecisionHooks } from '../judgements/store/decision-changed.ts'
import type { TimeHooks } from '../notices/store/tell.ts'
import { followRecord } from '../obligations/store/follow-record.ts'
import { disownTasks, unsettleJudgedTask } from '../obligations/store/tasks.ts'
import type { PersonHooks } from '../people/store/person-removed.ts'
import { keepAcceptedAnswer } from '../questionnaires/store/keep-accepted-answer.ts'
import { disownRecords } from '../records/store/disown-records.ts'
import type { RecordHooks } from '../records/store/record-changed.ts'
import { tellRecordTimes } from '../records/store/tell-records.ts'
import type { RunHooks } from '../runs/store/run-ended.ts'
import { followDecision, followRun } from '../tickets/store/tell-trackers.ts'
import { tracker } from '../tickets/thing.ts'
import { tellWaiverTimes } from '../waivers/store/tell-waivers.ts'

/** Everything that an earlier thing tells later ones. */
export type StoreHooks = PersonHooks & TimeHooks & ConnectionHooks & DecisionHooks & RunHooks & RecordHooks

/** Who listens to it. Each list is in the order of things, and a test holds that. */
export const hooks: StoreHooks = {
  'person.removed': tellInOrder([disownFindings, disownRecords, disownTasks]),
  'time.passed': tellInOrder([tellWaiverTimes, tellOverdueFindings, tellReviewTimes, tellRecordTimes]),
  'connection.changed': tellInOrder([noteConnections]),
  'decision.changed': tellInOrder([settleJudgement, unsettleJudgedTask, followDecision]),
  'run.ended': tellInOrder([noteRun, followRun, pushAfterRun]),
  'record.changed': tellInOrder([followRecord]),
  'record.acted': tellInOrder([keepAcceptedAnswer]),
}

/** Tables of what follows runs, for the statement that ends a run. */
export const runFollowers = [tracker.table, destination.table]
