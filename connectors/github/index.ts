import { actionsChosen } from './checks/automation/actions-chosen.ts'
import { actionsPinned } from './checks/automation/actions-pinned.ts'
import { appReach } from './checks/automation/app-reach.ts'
import { deployKeys } from './checks/automation/deploy-keys.ts'
import { forkApproval } from './checks/automation/fork-approval.ts'
import { forkSecrets } from './checks/automation/fork-secrets.ts'
import { ownRunners } from './checks/automation/own-runners.ts'
import { webhooksSecure } from './checks/automation/webhooks-secure.ts'
import { workflowTokenReadOnly } from './checks/automation/workflow-token-read-only.ts'
import { defaultBranchHistory } from './checks/code/default-branch-history.ts'
import { defaultBranchProtected } from './checks/code/default-branch-protected.ts'
import { dependabotAlertsInTime } from './checks/code/dependabot-alerts-in-time.ts'
import { newRepositoriesWatched } from './checks/code/new-repositories-watched.ts'
import { publicRepositoriesKnown } from './checks/code/public-repositories-known.ts'
import { releasesImmutable } from './checks/code/releases-immutable.ts'
import { secretAlertsResolved } from './checks/code/secret-alerts-resolved.ts'
import { secretScanning } from './checks/code/secret-scanning.ts'
import { vulnerabilityReports } from './checks/code/vulnerability-reports.ts'
import { basePermission } from './checks/people/base-permission.ts'
import { fewOwners } from './checks/people/few-owners.ts'
import { forksOfPrivateCode } from './checks/people/forks-of-private-code.ts'
import { membersTwoFactor } from './checks/people/members-two-factor.ts'
import { orgTwoFactorRequired } from './checks/people/org-two-factor-required.ts'
import { outsideCollaboratorsReviewed } from './checks/people/outside-collaborators-reviewed.ts'
import { outsideInvitations } from './checks/people/outside-invitations.ts'
import { repositoriesKept } from './checks/people/repositories-kept.ts'
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
  defaultBranchHistory,
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
