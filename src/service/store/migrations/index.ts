import { first } from './0001-first.ts'
import { refreshing } from './0002-refreshing.ts'
import { signingKeys } from './0003-signing-keys.ts'
import { workspace } from './0004-workspace.ts'
import { queue } from './0005-queue.ts'
import { runData } from './0006-run-data.ts'
import { webSessions } from './0007-web-sessions.ts'
import { objects } from './0008-objects.ts'
import { secretExpiry } from './0009-secret-expiry.ts'
import { disabledConnectors } from './0010-disabled-connectors.ts'
import { rates } from './0011-rates.ts'
import { connectionNames } from './0012-connection-names.ts'
import { people } from './0013-people.ts'
import { fairQueue } from './0014-fair-queue.ts'
import { appOwners } from './0015-app-owners.ts'
import { scopedRuns } from './0016-scoped-runs.ts'
import { inventories } from './0017-inventories.ts'
import { findingOwners } from './0018-finding-owners.ts'
import { judgements } from './0019-judgements.ts'
import { dailyWork } from './0020-daily-work.ts'
import { search } from './0021-search.ts'
import { schedulesOfLists } from './0022-schedules-of-lists.ts'
import { connectorsAsData } from './0023-connectors-as-data.ts'
import { connectionOrder } from './0024-connection-order.ts'
import { judgedStandings } from './0025-judged-standings.ts'
import { refusedFindings } from './0026-refused-findings.ts'
import { directory } from './0027-directory.ts'
import { crossCheckRuns } from './0028-cross-check-runs.ts'
import { accessReviews } from './0029-access-reviews.ts'
import { notices } from './0030-notices.ts'
import { toldReviews } from './0031-told-reviews.ts'
import { tasks } from './0032-tasks.ts'
import { appearance } from './0033-appearance.ts'
import { crossCheckSettings } from './0034-cross-check-settings.ts'
import { connectSessions } from './0035-connect-sessions.ts'
import { transparencyLog } from './0036-transparency-log.ts'
import { packages } from './0037-packages.ts'
import { seenOutcomes } from './0038-seen-outcomes.ts'
import { longLists } from './0039-long-lists.ts'
import { listedFindings } from './0040-listed-findings.ts'
import { standingTallies } from './0041-standing-tallies.ts'
import { chosenConnections } from './0042-chosen-connections.ts'
import { waitingOutcomes } from './0043-waiting-outcomes.ts'
import { outcomeKinds } from './0044-outcome-kinds.ts'
import { listedJudgements } from './0045-listed-judgements.ts'
import { decidedOutcomes } from './0046-decided-outcomes.ts'
import { judgedOutcomes } from './0047-judged-outcomes.ts'
import { chosenLists } from './0048-chosen-lists.ts'
import { judgedTallies } from './0049-judged-tallies.ts'
import { findingsOfResources } from './0050-findings-of-resources.ts'
import { peopleAndFiles } from './0051-people-and-files.ts'
import { reviewCounts } from './0052-review-counts.ts'
import { listedKeys } from './0053-listed-keys.ts'
import { settledTasks } from './0054-settled-tasks.ts'
import { relistedConnections } from './0055-relisted-connections.ts'
import { saidByReviews } from './0056-said-by-reviews.ts'
import { findingsByControls } from './0057-findings-by-controls.ts'
import { keptSecrets } from './0058-kept-secrets.ts'
import { expectations } from './0059-expectations.ts'
import { makers } from './0060-makers.ts'
import type { Migration } from './migration.ts'

/** In order; append only. */
export const migrations: readonly Migration[] = [
  first,
  refreshing,
  signingKeys,
  workspace,
  queue,
  runData,
  webSessions,
  objects,
  secretExpiry,
  disabledConnectors,
  rates,
  connectionNames,
  people,
  fairQueue,
  appOwners,
  scopedRuns,
  inventories,
  findingOwners,
  judgements,
  dailyWork,
  search,
  schedulesOfLists,
  connectorsAsData,
  connectionOrder,
  judgedStandings,
  refusedFindings,
  directory,
  crossCheckRuns,
  accessReviews,
  notices,
  toldReviews,
  tasks,
  appearance,
  crossCheckSettings,
  connectSessions,
  transparencyLog,
  packages,
  seenOutcomes,
  longLists,
  listedFindings,
  standingTallies,
  chosenConnections,
  waitingOutcomes,
  outcomeKinds,
  listedJudgements,
  decidedOutcomes,
  judgedOutcomes,
  chosenLists,
  judgedTallies,
  findingsOfResources,
  peopleAndFiles,
  reviewCounts,
  listedKeys,
  settledTasks,
  relistedConnections,
  saidByReviews,
  findingsByControls,
  keptSecrets,
  expectations,
  makers,
]
