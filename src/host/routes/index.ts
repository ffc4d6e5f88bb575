import type { Route } from '../route.ts'
import { accessReviewRoutes } from './access-reviews/index.ts'
import { createApiKey, listApiKeys, listScopes, revokeApiKey } from './api-keys.ts'
import { getAppearance, updateAppearance } from './appearance.ts'
import { listAudit } from './audit.ts'
import { createCommentRoute, deleteCommentRoute, listComments, updateCommentRoute } from './comments.ts'
import { dataConnectorRoutes } from './connectors/index.ts'
import {
  confirmAlias,
  createAccountLink,
  decideAccountLinks,
  listAccountLinks,
  listAliases,
  revokeAccountLink,
  revokeAlias,
} from './directory/account-links.ts'
import { getDirectory, importPeople, setDirectory, setDirectorySystem } from './directory/directory.ts'
import { dismissProposals, listDismissed, restoreProposal } from './directory/dismissals.ts'
import { getPerson, listAccounts, listDevices, listPeople } from './directory/people.ts'
import { getUpload, listUploads, uploadEvidence } from './evidence-forms.ts'
import { attachmentLink, downloadFile } from './files.ts'
import { integrationRoutes } from './integrations/index.ts'
import { createJudgement, getJudgement, listJudgements, listNeededReviews, withdrawJudgement } from './judgements.ts'
import { logRoutes } from './log.ts'
import { deleteAllManualAnswers, deleteManualAnswer, listManualAnswers, saveManualAnswer } from './manual-answers.ts'
import { getOrganization, updateOrganization } from './organization.ts'
import { packageRoutes } from './packages.ts'
import { createInvitation } from './people/invitations.ts'
import { createOrganization, listOrganizations, renameOrganization } from './people/organizations.ts'
import { createSignInIssuer, deleteSignInIssuer, listSignInIssuers } from './people/sign-in-issuers.ts'
import { deleteInvitation, deleteUser, listUsers, updateUser } from './people/users.ts'
import { taskRoutes } from './tasks/index.ts'
import { webhookRoutes } from './webhooks/index.ts'

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
  attachmentLink,
  saveManualAnswer,
  listManualAnswers,
  deleteManualAnswer,
  deleteAllManualAnswers,
  uploadEvidence,
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
  deleteSignInIssuer,
  createApiKey,
  listApiKeys,
  listScopes,
  revokeApiKey,
  listAudit,
  ...logRoutes,
  ...packageRoutes,
  ...webhookRoutes,
]
