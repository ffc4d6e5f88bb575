import { actionsChosen } from './checks/actions-chosen.ts'
import { actionsPinned } from './checks/actions-pinned.ts'
import { appReach } from './checks/app-reach.ts'
import { basePermission } from './checks/base-permission.ts'
import { defaultBranchProtected } from './checks/default-branch-protected.ts'
import { dependabotAlertsInTime } from './checks/dependabot-alerts-in-time.ts'
import { deployKeys } from './checks/deploy-keys.ts'
import { fewOwners } from './checks/few-owners.ts'
import { forkApproval } from './checks/fork-approval.ts'
import { forkSecrets } from './checks/fork-secrets.ts'
import { forksOfPrivateCode } from './checks/forks-of-private-code.ts'
import { membersTwoFactor } from './checks/members-two-factor.ts'
import { newRepositoriesWatched } from './checks/new-repositories-watched.ts'
import { orgTwoFactorRequired } from './checks/org-two-factor-required.ts'
import { outsideCollaboratorsReviewed } from './checks/outside-collaborators-reviewed.ts'
import { outsideInvitations } from './checks/outside-invitations.ts'
import { ownRunners } from './checks/own-runners.ts'
import { publicRepositoriesKnown } from './checks/public-repositories-known.ts'
import { releasesImmutable } from './checks/releases-immutable.ts'
import { repositoriesKept } from './checks/repositories-kept.ts'
import { secretAlertsResolved } from './checks/secret-alerts-resolved.ts'
import { secretScanning } from './checks/secret-scanning.ts'
import { vulnerabilityReports } from './checks/vulnerability-reports.ts'
import { webhooksSecure } from './checks/webhooks-secure.ts'
import { workflowTokenReadOnly } from './checks/workflow-token-read-only.ts'
import { github as connector } from './connector.ts'
import { applications } from './inventories/applications.ts'
import { members } from './inventories/members.ts'
import { outsideCollaborators } from './inventories/outside-collaborators.ts'
import { vulnerabilities } from './inventories/vulnerabilities.ts'

/** One organization on github.com, read with a personal access token. */
export const github = connector.with(
  members,
  outsideCollaborators,
  applications,
  vulnerabilities,
  orgTwoFactorRequired,
  membersTwoFactor,
  defaultBranchProtected,
  basePermission,
  fewOwners,
  outsideCollaboratorsReviewed,
  publicRepositoriesKnown,
  secretScanning,
  secretAlertsResolved,
  dependabotAlertsInTime,
  webhooksSecure,
  workflowTokenReadOnly,
  forksOfPrivateCode,
  repositoriesKept,
  outsideInvitations,
  newRepositoriesWatched,
  actionsChosen,
  actionsPinned,
  forkApproval,
  forkSecrets,
  ownRunners,
  releasesImmutable,
  appReach,
  deployKeys,
  vulnerabilityReports,
)

export default github
