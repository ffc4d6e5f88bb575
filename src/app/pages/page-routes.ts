import {
  decideReview,
  discardReview,
  downloadReviewCsv,
  downloadReviewEvidence,
  downloadReviewOutcomes,
  finishReview,
} from '../../things/access-reviews/pages/review-actions.tsx'
import { reviewPage } from '../../things/access-reviews/pages/review-page.tsx'
import { reviewsPage } from '../../things/access-reviews/pages/reviews-page.tsx'
import { startPage, startReview } from '../../things/access-reviews/pages/start-page.tsx'
import { apiKeysPage, mintApiKey, revokeApiKey } from '../../things/api-keys/pages/api-keys-page.tsx'
import { appearancePage, saveAppearance } from '../../things/appearance/pages/appearance-page.tsx'
import { auditPage, downloadAudit } from '../../things/audit/pages/audit-page.tsx'
import {
  addComment,
  answerComment,
  downloadAttachment,
  removeComment,
  reopenComments,
  resolveComments,
} from '../../things/comments/pages/comment-actions.ts'
import { connect, connectPage } from '../../things/connecting/pages/connect-page.tsx'
import { connectGallery } from '../../things/connecting/pages/gallery.tsx'
import {
  disconnect,
  disconnectPage,
  pauseConnection,
  resumeConnection,
  runNow,
  testConnection,
} from '../../things/connections/pages/actions.tsx'
import { connectionPage } from '../../things/connections/pages/connection-page.tsx'
import { connectionsPage } from '../../things/connections/pages/connections-page.tsx'
import { renameConnection } from '../../things/connections/pages/rename-connection.ts'
import { saveSchedule } from '../../things/connections/pages/save-schedule.ts'
import { saveVariables } from '../../things/connections/pages/save-variables.ts'
import {
  dataConnectorPage,
  retireDataConnector,
  undoDataConnectorMove,
} from '../../things/connectors/operator-pages/connector-page.tsx'
import { addDataConnector, dataConnectorsPage } from '../../things/connectors/operator-pages/connectors-page.tsx'
import {
  dataVersionPage,
  moveToDataVersion,
  publishDataVersion,
  tryDataVersion,
} from '../../things/connectors/operator-pages/version-page.tsx'
import { connectorChecksPage } from '../../things/connectors/pages/checks-page.tsx'
import { trialPage, tryAnswer } from '../../things/connectors/pages/trial-page.tsx'
import { controlsPage } from '../../things/controls/pages/controls-page.tsx'
import { frameworksPage } from '../../things/controls/pages/frameworks-page.tsx'
import { crossCheckPage, runCrossCheckNow } from '../../things/cross-checks/pages/cross-check-page.tsx'
import { crossChecksPage } from '../../things/cross-checks/pages/cross-checks-page.tsx'
import { crossCheckSchedulePage, saveCrossCheckSchedule } from '../../things/cross-checks/pages/schedule-page.tsx'
import { crossCheckVariablesPage, saveCrossCheckVariables } from '../../things/cross-checks/pages/variables-page.tsx'
import { declaredThings } from '../../things/declared/declared-things.ts'
import { listThingPages } from '../../things/declared/pages/thing-pages.tsx'
import { pushForm, showPush } from '../../things/destinations/pages/push-section.tsx'
import {
  addressesPage,
  confirmAddress,
  personAddressesPage,
  revokeAddress,
} from '../../things/directory/pages/addresses-page.tsx'
import { decide, decidePage } from '../../things/directory/pages/decide-page.tsx'
import { changeSources, directoryPage, importPeople, saveSystem } from '../../things/directory/pages/directory-page.tsx'
import { dismissedPage, dismissProposals, restoreProposal } from '../../things/directory/pages/dismissed-page.tsx'
import { answerDomain, undoDomain } from '../../things/directory/pages/domain-questions.tsx'
import { downloadPeople, everybodyPage } from '../../things/directory/pages/people-page.tsx'
import { personOfDirectoryPage, revokeLink } from '../../things/directory/pages/person-page.tsx'
import { acceptFindings, acceptPage } from '../../things/findings/pages/accept-findings.tsx'
import { changeFindings, changePage } from '../../things/findings/pages/change-findings.tsx'
import { dueDaysPage, saveDueDays } from '../../things/findings/pages/due-days-page.tsx'
import { defineFindingPage } from '../../things/findings/pages/finding-page.tsx'
import { downloadFindings, findingsPage } from '../../things/findings/pages/findings-page.tsx'
import { importsPage, takeImport } from '../../things/imports/pages/imports-page.tsx'
import { inventoriesPage, setKeeping } from '../../things/inventories/pages/inventories-page.tsx'
import { downloadInventory, recordsPage } from '../../things/inventories/pages/records-page.tsx'
import { judge, judgePage } from '../../things/judgements/pages/judge-page.tsx'
import { judgeSeveral, judgeSeveralPage } from '../../things/judgements/pages/judge-several-page.tsx'
import { judgedPage, judgementsPage, withdrawJudgement } from '../../things/judgements/pages/judgements-page.tsx'
import {
  answerFiles,
  createAnswerPage,
  deleteAnswer,
  editAnswerPage,
  importAnswerFile,
  knowledgeBasePage,
  newAnswerPage,
  saveEditedAnswer,
  saveNewAnswer,
} from '../../things/knowledge-base/pages/knowledge-base-page.tsx'
import { setupList } from '../../things/oauth-apps/pages/setup-list.tsx'
import {
  deleteApp,
  disableConnector,
  enableConnector,
  previewApp,
  saveApp,
  setupPage,
  testApp,
} from '../../things/oauth-apps/pages/setup-page.tsx'
import { taskPages } from '../../things/obligations/pages/index.ts'
import { overviewPage } from '../../things/overview/pages/overview-page.tsx'
import { searchPage } from '../../things/overview/pages/search-page.tsx'
import {
  proposeFrameworkFile,
  showContent,
  showFrameworkForm,
} from '../../things/own-frameworks/pages/own-frameworks.tsx'
import { downloadPackage, makePackage, packagesPage } from '../../things/packages/pages/packages-page.tsx'
import { makeStatusPage, packageStatusPage } from '../../things/packages/pages/status-page.tsx'
import type { PageRoute } from '../../things/pages/page-route.ts'
import { importSarifFile, showSarifForm } from '../../things/pentests/pages/sarif-form.tsx'
import {
  activatePerson,
  changeRole,
  deactivatePerson,
  inviteAgain,
  invitePerson,
  makeSignInLink,
  removePage,
  removePerson,
} from '../../things/people/pages/people-actions.tsx'
import { peoplePage } from '../../things/people/pages/people-page.tsx'
import { personPage } from '../../things/people/pages/person-page.tsx'
import {
  acknowledgeForm,
  askForm,
  showPolicyText,
  showVersionText,
  versionFile,
} from '../../things/policies/pages/policy-sections.tsx'
import { drawSampleForm, showDrawForm } from '../../things/population-samples/pages/draw-form.tsx'
import { sampledRecordPage, samplesPage } from '../../things/population-samples/pages/sample-pages.tsx'
import { showAnswerUses } from '../../things/questionnaires/pages/answer-uses.tsx'
import {
  addQuestionsForm,
  answersFile,
  fillForm,
  showAnswers,
  showProposals,
  useProposal,
} from '../../things/questionnaires/pages/questionnaire-sections.tsx'
import { showResidual, showRiskPicture } from '../../things/risks/pages/risk-sections.tsx'
import {
  downloadUpload,
  evidencePage,
  uploadEvidence,
  uploadPage,
} from '../../things/runs/evidence-pages/evidence-pages.tsx'
import { downloadBundle, downloadReport } from '../../things/runs/pages/downloads.tsx'
import { runEvents } from '../../things/runs/pages/events.ts'
import { exchangePage } from '../../things/runs/pages/exchange-page.tsx'
import { endRun, runPage } from '../../things/runs/pages/run-page.ts'
import { runsPage } from '../../things/runs/pages/runs-page.tsx'
import { scheduleDaily, schedulesPage } from '../../things/schedules/pages/schedules-page.tsx'
import { issuersPage, testIssuer } from '../../things/sign-in/pages/issuers-page.tsx'
import {
  openTicketForm,
  showFindingLink,
  showTickets,
  showTrackerHealth,
} from '../../things/tickets/pages/finding-tickets.tsx'
import {
  markedCopy,
  publishTrustStatus,
  showAskedDocuments,
  showMarkedCopy,
  showPublicPage,
} from '../../things/trust-centre/pages/trust-sections.tsx'
import { showProposalsLink, vendorProposalsPage } from '../../things/vendors/pages/proposals-page.tsx'
import { revokeWaiver, waiversPage } from '../../things/waivers/pages/waivers-page.tsx'
import { webhookPages } from '../../things/webhooks/pages/index.ts'

/** Every page and form, except those for signing in and those of the connect dialog. Add yours here. */
export const pageRoutes: readonly PageRoute[] = [
  overviewPage,
  searchPage,
  connectGallery,
  connectPage,
  connect,
  connectorChecksPage,
  trialPage,
  tryAnswer,
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
  scheduleDaily,
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
  judgeSeveralPage,
  judgeSeveral,
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
  importsPage,
  takeImport,
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
  answerDomain,
  undoDomain,
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
  defineFindingPage(showTickets),
  // Before the form for a comment, whose path has any words.
  removeComment,
  answerComment,
  resolveComments,
  reopenComments,
  addComment,
  downloadAttachment,
  waiversPage,
  revokeWaiver,
  controlsPage,
  frameworksPage,
  packagesPage,
  makePackage,
  downloadPackage,
  packageStatusPage,
  makeStatusPage,
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
  ...answerFiles,
  importAnswerFile,
  newAnswerPage,
  saveNewAnswer,
  createAnswerPage(showAnswerUses),
  editAnswerPage,
  saveEditedAnswer,
  deleteAnswer,
  issuersPage,
  testIssuer,
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
  vendorProposalsPage,
  importSarifFile,
  drawSampleForm,
  samplesPage,
  sampledRecordPage,
  openTicketForm,
  pushForm,
  acknowledgeForm,
  askForm,
  versionFile,
  proposeFrameworkFile,
  publishTrustStatus,
  addQuestionsForm,
  fillForm,
  useProposal,
  answersFile,
  markedCopy,
  ...listThingPages(declaredThings, {
    questionnaire: { record: showAnswers },
    'questionnaire-question': { record: showProposals },
    vendor: { list: showProposalsLink },
    risk: { list: showRiskPicture, record: showResidual },
    'own-framework': { list: showFrameworkForm, record: showContent },
    'population-sample': { list: showDrawForm },
    tracker: { record: showTrackerHealth },
    destination: { record: showPush },
    ticket: { record: showFindingLink },
    pentest: { record: showSarifForm },
    policy: { record: showPolicyText },
    'trust-centre': { record: showPublicPage },
    'trust-request': { record: showAskedDocuments },
    'trust-document': { record: showMarkedCopy },
    'policy-version': { record: showVersionText },
  }),
]
