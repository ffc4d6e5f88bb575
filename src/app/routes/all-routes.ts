import { accessReviewRoutes } from '../../things/access-reviews/api/index.ts'
import type { Route } from '../../things/api/route.ts'
import { createApiKey, listApiKeys, listScopes, revokeApiKey } from '../../things/api-keys/api/api-keys.ts'
import { getAppearance, updateAppearance } from '../../things/appearance/api/appearance.ts'
import { listAudit } from '../../things/audit/api/audit.ts'
import {
  createCommentRoute,
  deleteCommentRoute,
  listComments,
  updateCommentRoute,
} from '../../things/comments/api/comments.ts'
import {
  answerCommentRoute,
  listCommentThreads,
  reopenThreadRoute,
  resolveThreadRoute,
} from '../../things/comments/api/threads.ts'
import { dataConnectorRoutes } from '../../things/connectors/api/index.ts'
import { listThingRoutes } from '../../things/declared/api/thing-routes.ts'
import { declaredThings } from '../../things/declared/declared-things.ts'
import { planPushRoute, pushRoute } from '../../things/destinations/api/push-routes.ts'
import {
  confirmAlias,
  createAccountLink,
  decideAccountLinks,
  listAccountLinks,
  listAliases,
  revokeAccountLink,
  revokeAlias,
} from '../../things/directory/api/account-links.ts'
import { getDirectory, importPeople, setDirectory, setDirectorySystem } from '../../things/directory/api/directory.ts'
import { dismissProposals, listDismissed, restoreProposal } from '../../things/directory/api/dismissals.ts'
import { getPerson, listAccounts, listDevices, listPeople } from '../../things/directory/api/people.ts'
import { proposeReliances, takeImport } from '../../things/imports/api/imports.ts'
import {
  createJudgement,
  getJudgement,
  listJudgements,
  listNeededReviews,
  withdrawJudgement,
} from '../../things/judgements/api/judgements.ts'
import {
  deleteAllManualAnswers,
  deleteManualAnswer,
  downloadManualAnswers,
  importManualAnswers,
  listManualAnswers,
  saveManualAnswer,
} from '../../things/knowledge-base/api/manual-answers.ts'
import { logRoutes } from '../../things/log/api/log.ts'
import { taskRoutes } from '../../things/obligations/api/index.ts'
import { getOrganization, updateOrganization } from '../../things/organizations/api/organization.ts'
import {
  createOrganization,
  listOrganizations,
  renameOrganization,
} from '../../things/organizations/api/organizations.ts'
import { proposeFrameworkRoute } from '../../things/own-frameworks/api/own-frameworks.ts'
import { packageRoutes } from '../../things/packages/api/packages.ts'
import { importSarifRoute } from '../../things/pentests/api/sarif.ts'
import { createInvitation } from '../../things/people/api/invitations.ts'
import { deleteInvitation, deleteUser, listUsers, updateUser } from '../../things/people/api/users.ts'
import { acknowledgeRoute, askRoute, exportVersionRoute } from '../../things/policies/api/acknowledge.ts'
import { drawSampleRoute } from '../../things/population-samples/api/draw-sample.ts'
import { questionnaireRoutes } from '../../things/questionnaires/api/questionnaires.ts'
import { readResidual } from '../../things/risks/api/residuals.ts'
import {
  createSignInIssuer,
  deleteSignInIssuer,
  listSignInIssuers,
  testSignInIssuer,
} from '../../things/sign-in/api/sign-in-issuers.ts'
import { openTicketRoute } from '../../things/tickets/api/open-ticket.ts'
import { publishStatusRoute } from '../../things/trust-centre/api/publish-status.ts'
import { getUpload, listUploads, uploadEvidence } from '../../things/uploads/api/evidence-forms.ts'
import { attachmentLink, downloadFile } from '../../things/uploads/api/files.ts'
import { listVendorProposalsRoute } from '../../things/vendors/api/proposals.ts'
import { webhookRoutes } from '../../things/webhooks/api/index.ts'
import { integrationRoutes } from './integration-routes.ts'

/** Every route of the document, in its order. */
export const allRoutes: readonly Route[] = [
  getOrganization,
  updateOrganization,
  getAppearance,
  updateAppearance,
  createCommentRoute,
  listComments,
  updateCommentRoute,
  deleteCommentRoute,
  listCommentThreads,
  answerCommentRoute,
  resolveThreadRoute,
  reopenThreadRoute,
  attachmentLink,
  saveManualAnswer,
  listManualAnswers,
  importManualAnswers,
  downloadManualAnswers,
  deleteManualAnswer,
  deleteAllManualAnswers,
  uploadEvidence,
  takeImport,
  proposeReliances,
  listUploads,
  getUpload,
  downloadFile,
  ...integrationRoutes,
  ...dataConnectorRoutes,
  createJudgement,
  listJudgements,
  listNeededReviews,
  getJudgement,
  withdrawJudgement,
  getDirectory,
  setDirectory,
  setDirectorySystem,
  importPeople,
  listPeople,
  getPerson,
  listAccounts,
  listDevices,
  listAccountLinks,
  createAccountLink,
  decideAccountLinks,
  dismissProposals,
  listDismissed,
  restoreProposal,
  listAliases,
  confirmAlias,
  revokeAlias,
  revokeAccountLink,
  ...accessReviewRoutes,
  ...taskRoutes,
  listOrganizations,
  createOrganization,
  renameOrganization,
  listUsers,
  updateUser,
  deleteUser,
  createInvitation,
  deleteInvitation,
  createSignInIssuer,
  listSignInIssuers,
  testSignInIssuer,
  deleteSignInIssuer,
  createApiKey,
  listApiKeys,
  listScopes,
  revokeApiKey,
  listAudit,
  ...logRoutes,
  ...packageRoutes,
  ...webhookRoutes,
  // Before the routes of one vendor, whose path has any id.
  listVendorProposalsRoute,
  readResidual,
  importSarifRoute,
  drawSampleRoute,
  openTicketRoute,
  planPushRoute,
  pushRoute,
  publishStatusRoute,
  proposeFrameworkRoute,
  acknowledgeRoute,
  askRoute,
  exportVersionRoute,
  ...questionnaireRoutes,
  ...listThingRoutes(declaredThings),
]
