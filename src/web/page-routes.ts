import {
  decideReview,
  discardReview,
  downloadReviewCsv,
  downloadReviewEvidence,
  downloadReviewOutcomes,
  finishReview,
} from './access/review-actions.tsx'
import { reviewPage } from './access/review-page.tsx'
import { reviewsPage } from './access/reviews-page.tsx'
import { startPage, startReview } from './access/start-page.tsx'
import { addComment, downloadAttachment, removeComment } from './comments/comment-actions.ts'
import { connect, connectPage } from './connect/connect-page.tsx'
import { connectGallery } from './connect/gallery.tsx'
import {
  disconnect,
  disconnectPage,
  pauseConnection,
  resumeConnection,
  runNow,
  testConnection,
} from './connections/actions.tsx'
import { connectionPage } from './connections/connection-page.tsx'
import { connectionsPage } from './connections/connections-page.tsx'
import { renameConnection } from './connections/rename-connection.ts'
import { saveSchedule } from './connections/save-schedule.ts'
import { saveVariables } from './connections/save-variables.ts'
import { schedulesPage } from './connections/schedules-page.tsx'
import { controlsPage } from './controls/controls-page.tsx'
import { crossCheckPage, runCrossCheckNow } from './cross-checks/cross-check-page.tsx'
import { crossChecksPage } from './cross-checks/cross-checks-page.tsx'
import { crossCheckSchedulePage, saveCrossCheckSchedule } from './cross-checks/schedule-page.tsx'
import { crossCheckVariablesPage, saveCrossCheckVariables } from './cross-checks/variables-page.tsx'
import { dataConnectorPage, retireDataConnector, undoDataConnectorMove } from './data-connectors/connector-page.tsx'
import { addDataConnector, dataConnectorsPage } from './data-connectors/connectors-page.tsx'
import {
  dataVersionPage,
  moveToDataVersion,
  publishDataVersion,
  tryDataVersion,
} from './data-connectors/version-page.tsx'
import { downloadUpload, evidencePage, uploadEvidence, uploadPage } from './evidence/evidence-pages.tsx'
import { acceptFindings, acceptPage } from './findings/accept-findings.tsx'
import { changeFindings, changePage } from './findings/change-findings.tsx'
import { dueDaysPage, saveDueDays } from './findings/due-days-page.tsx'
import { findingPage } from './findings/finding-page.tsx'
import { downloadFindings, findingsPage } from './findings/findings-page.tsx'
import { inventoriesPage, setKeeping } from './inventories/inventories-page.tsx'
import { downloadInventory, recordsPage } from './inventories/records-page.tsx'
import { judge, judgePage } from './judgements/judge-page.tsx'
import { judgedPage, judgementsPage, withdrawJudgement } from './judgements/judgements-page.tsx'
import {
  answerPage,
  deleteAnswer,
  editAnswerPage,
  knowledgeBasePage,
  newAnswerPage,
  saveEditedAnswer,
  saveNewAnswer,
} from './knowledge-base/knowledge-base-page.tsx'
import { overviewPage } from './overview/overview-page.tsx'
import { downloadPackage, makePackage, packagesPage } from './packages/packages-page.tsx'
import type { PageRoute } from './page-route.ts'
import { addressesPage, confirmAddress, personAddressesPage, revokeAddress } from './people/addresses-page.tsx'
import { decide, decidePage } from './people/decide-page.tsx'
import { dismissedPage, dismissProposals, restoreProposal } from './people/dismissed-page.tsx'
import { downloadPeople, everybodyPage } from './people/people-page.tsx'
import { personOfDirectoryPage, revokeLink } from './people/person-page.tsx'
import { downloadBundle, downloadReport } from './runs/downloads.tsx'
import { runEvents } from './runs/events.ts'
import { exchangePage } from './runs/exchange-page.tsx'
import { endRun, runPage } from './runs/run-page.ts'
import { runsPage } from './runs/runs-page.tsx'
import { apiKeysPage, mintApiKey, revokeApiKey } from './settings/api-keys-page.tsx'
import { appearancePage, saveAppearance } from './settings/appearance-page.tsx'
import { auditPage, downloadAudit } from './settings/audit-page.tsx'
import { changeSources, directoryPage, importPeople, saveSystem } from './settings/directory-page.tsx'
import {
  activatePerson,
  changeRole,
  deactivatePerson,
  inviteAgain,
  invitePerson,
  makeSignInLink,
  removePage,
  removePerson,
} from './settings/people-actions.tsx'
import { peoplePage } from './settings/people-page.tsx'
import { personPage } from './settings/person-page.tsx'
import { setupList } from './setup/setup-list.tsx'
import {
  deleteApp,
  disableConnector,
  enableConnector,
  previewApp,
  saveApp,
  setupPage,
  testApp,
} from './setup/setup-page.tsx'
import { taskPages } from './tasks/index.ts'
import { confirmWaiver, revokeWaiver, waiversPage } from './waivers/waivers-page.tsx'
import { webhookPages } from './webhooks/index.ts'

/** Every page and form, except those for signing in and those of the connect dialog. Add yours here. */
export const pageRoutes: readonly PageRoute[] = [
  overviewPage,
  connectGallery,
  connectPage,
  connect,
  setupList,
  setupPage,
  previewApp,
  testApp,
  saveApp,
  deleteApp,
  disableConnector,
  enableConnector,
  connectionsPage,
  schedulesPage,
  connectionPage,
  runNow,
  testConnection,
  pauseConnection,
  renameConnection,
  resumeConnection,
  disconnectPage,
  disconnect,
  saveVariables,
  saveSchedule,
  inventoriesPage,
  setKeeping,
  recordsPage,
  downloadInventory,
  runsPage,
  crossChecksPage,
  // Before the page of one cross-check, which has any other name.
  crossCheckSchedulePage,
  saveCrossCheckSchedule,
  crossCheckPage,
  crossCheckVariablesPage,
  saveCrossCheckVariables,
  runCrossCheckNow,
  runPage,
  endRun,
  runEvents,
  exchangePage,
  downloadReport,
  downloadBundle,
  judgementsPage,
  judgedPage,
  withdrawJudgement,
  judgePage,
  judge,
  reviewsPage,
  // Before the page of one review, whose path has any id.
  startPage,
  startReview,
  reviewPage,
  decideReview,
  finishReview,
  discardReview,
  downloadReviewOutcomes,
  downloadReviewEvidence,
  downloadReviewCsv,
  evidencePage,
  uploadEvidence,
  uploadPage,
  downloadUpload,
  everybodyPage,
  downloadPeople,
  addressesPage,
  revokeAddress,
  dismissedPage,
  dismissProposals,
  restoreProposal,
  personAddressesPage,
  confirmAddress,
  decidePage,
  decide,
  personOfDirectoryPage,
  revokeLink,
  directoryPage,
  changeSources,
  importPeople,
  saveSystem,
  findingsPage,
  downloadFindings,
  // Before the page of one finding, whose path has any id.
  acceptPage,
  acceptFindings,
  changePage,
  changeFindings,
  dueDaysPage,
  saveDueDays,
  findingPage,
  // Before the form for a comment, whose path has any words.
  removeComment,
  addComment,
  downloadAttachment,
  waiversPage,
  revokeWaiver,
  confirmWaiver,
  controlsPage,
  packagesPage,
  makePackage,
  downloadPackage,
  ...taskPages,
  peoplePage,
  invitePerson,
  personPage,
  changeRole,
  inviteAgain,
  makeSignInLink,
  deactivatePerson,
  activatePerson,
  removePage,
  removePerson,
  knowledgeBasePage,
  newAnswerPage,
  saveNewAnswer,
  answerPage,
  editAnswerPage,
  saveEditedAnswer,
  deleteAnswer,
  ...webhookPages,
  appearancePage,
  saveAppearance,
  apiKeysPage,
  mintApiKey,
  revokeApiKey,
  auditPage,
  downloadAudit,
  dataConnectorsPage,
  addDataConnector,
  dataConnectorPage,
  retireDataConnector,
  undoDataConnectorMove,
  dataVersionPage,
  publishDataVersion,
  moveToDataVersion,
  tryDataVersion,
]
