import type { Facts } from '../../../test/connectors/description.ts'
import { AccountItem } from '../accounts.ts'
import { Installation } from '../inventories/applications.ts'
import { AlertItem } from '../inventories/vulnerabilities.ts'
import {
  BranchProtection,
  BranchRule,
  DependabotAlert,
  Organization,
  Repository,
  Ruleset,
  SecretAlert,
  Webhook,
  WorkflowPermissions,
} from '../responses.ts'

// If GitHub does not send one of these, the answer is an error and not a guess.
const always = 'GitHub always sends it'

/** The connector's requests to GitHub's REST API, version 2022-11-28. */
export const facts: Facts = {
  source: 'npm @octokit/openapi 23.0.2, from github/rest-api-description',
  operations: {
    'GET /orgs/{org}': { reads: Organization },
    'GET /orgs/{org}/members': { reads: AccountItem, at: '[]' },
    'GET /orgs/{org}/outside_collaborators': { reads: AccountItem, at: '[]' },
    'GET /orgs/{org}/installations': { reads: Installation, at: 'installations.[]' },
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
    'GET /repos/{owner}/{repo}/rules/branches/{branch}': {
      reads: BranchRule,
      at: '[]',
      open: {
        'parameters may be absent':
          'a rule of a judged kind without parameters must not count as one that demands nothing',
      },
    },
    'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': { reads: Ruleset },
    // It is answered by its status alone: 204 or 404.
    'GET /repos/{owner}/{repo}/vulnerability-alerts': [],
    'GET /repos/{owner}/{repo}/branches/{branch}/protection': {
      reads: BranchProtection,
      open: {
        'enforce_admins may be absent': always,
        'required_pull_request_reviews.required_approving_review_count may be absent': always,
        'required_pull_request_reviews.bypass_pull_request_allowances.users may be absent': always,
        'required_pull_request_reviews.bypass_pull_request_allowances.teams may be absent': always,
        'required_pull_request_reviews.bypass_pull_request_allowances.apps may be absent': always,
      },
    },
  },
}
