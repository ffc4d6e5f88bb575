import type { Facts } from '../../../test/connectors/description.ts'
import { AccountItem } from '../accounts.ts'
import { Installation } from '../inventories/applications.ts'
import { AlertItem } from '../inventories/vulnerabilities.ts'
import {
  ActionsPermissions,
  BranchProtection,
  BranchRule,
  BranchRuleType,
  DependabotAlert,
  DeployKey,
  EnabledRepositories,
  EnforcedRepositories,
  ForkApproval,
  ForkWorkflows,
  HistoryProtection,
  InstalledApp,
  MemberPrivileges,
  Organization,
  PinningPermissions,
  PrivateReporting,
  PublicCount,
  Repository,
  Ruleset,
  SecretAlert,
  SecurityDefaults,
  TwoFactorRequirement,
  Webhook,
  WorkflowPermissions,
} from '../responses.ts'

// If GitHub does not send one of these, the answer is an error and not a guess.
const always = 'GitHub always sends it'

/** The connector's requests to GitHub's REST API, version 2022-11-28. */
export const facts: Facts = {
  source: 'npm @octokit/openapi 23.0.2, from github/rest-api-description',
  operations: {
    'GET /orgs/{org}': [
      { reads: Organization },
      { reads: TwoFactorRequirement },
      { reads: PublicCount },
      { reads: MemberPrivileges },
    ],
    'GET /orgs/{org}/members': { reads: AccountItem, at: '[]' },
    'GET /orgs/{org}/outside_collaborators': { reads: AccountItem, at: '[]' },
    'GET /orgs/{org}/installations': [
      { reads: Installation, at: 'installations.[]' },
      { reads: InstalledApp, at: 'installations.[]' },
    ],
    'GET /orgs/{org}/actions/permissions': [{ reads: ActionsPermissions }, { reads: PinningPermissions }],
    'GET /orgs/{org}/actions/permissions/fork-pr-contributor-approval': { reads: ForkApproval },
    'GET /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos': { reads: ForkWorkflows },
    'GET /orgs/{org}/actions/permissions/self-hosted-runners': { reads: EnabledRepositories },
    'GET /orgs/{org}/settings/immutable-releases': { reads: EnforcedRepositories },
    'GET /orgs/{org}/code-security/configurations/defaults': {
      reads: SecurityDefaults,
      open: {
        '[].default_for_new_repos may be absent': always,
        '[].default_for_new_repos is never string': 'its words are listed without a type, and all of them are strings',
        '[].configuration may be absent': always,
        '[].configuration.name may be absent': always,
        '[].configuration.dependabot_alerts may be absent': always,
        '[].configuration.secret_scanning may be absent': always,
        '[].configuration.secret_scanning_push_protection may be absent': always,
      },
    },
    'GET /repos/{owner}/{repo}/keys': { reads: DeployKey, at: '[]' },
    'GET /repos/{owner}/{repo}/private-vulnerability-reporting': { reads: PrivateReporting },
    'GET /orgs/{org}/dependabot/alerts': [
      { reads: DependabotAlert, at: '[]' },
      { reads: AlertItem, at: '[]' },
    ],
    'GET /orgs/{org}/secret-scanning/alerts': {
      reads: SecretAlert,
      at: '[]',
      open: {
        'number may be absent': always,
        'html_url may be absent': always,
        'created_at may be absent': always,
        'secret_type_display_name may be absent': always,
        'repository may be absent': always,
      },
    },
    'GET /orgs/{org}/hooks': {
      reads: Webhook,
      at: '[]',
      open: {
        'config.url may be absent': always,
        'config.insecure_ssl is never number':
          'its schema webhook-config-insecure-ssl, which hooks are made by, has both',
      },
    },
    'GET /orgs/{org}/actions/permissions/workflow': { reads: WorkflowPermissions },
    'GET /orgs/{org}/repos': {
      reads: Repository,
      at: '[]',
      open: {
        'default_branch may be absent': always,
        'archived may be absent': always,
        'disabled may be absent': always,
      },
    },
    'GET /repos/{owner}/{repo}/rules/branches/{branch}': [
      {
        reads: BranchRule,
        at: '[]',
        open: {
          'parameters may be absent':
            'a rule of a judged kind without parameters must not count as one that demands nothing',
        },
      },
      { reads: BranchRuleType, at: '[]' },
    ],
    'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': { reads: Ruleset },
    // It is answered by its status alone: 204 or 404.
    'GET /repos/{owner}/{repo}/vulnerability-alerts': [],
    'GET /repos/{owner}/{repo}/branches/{branch}/protection': [
      {
        reads: BranchProtection,
        open: {
          'enforce_admins may be absent': always,
          'required_pull_request_reviews.required_approving_review_count may be absent': always,
          'required_pull_request_reviews.bypass_pull_request_allowances.users may be absent': always,
          'required_pull_request_reviews.bypass_pull_request_allowances.teams may be absent': always,
          'required_pull_request_reviews.bypass_pull_request_allowances.apps may be absent': always,
        },
      },
      {
        reads: HistoryProtection,
        open: {
          'allow_force_pushes may be absent': always,
          'allow_force_pushes.enabled may be absent': always,
          'allow_deletions may be absent': always,
          'allow_deletions.enabled may be absent': always,
        },
      },
    ],
  },
}
