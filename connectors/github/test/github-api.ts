import type { CheckOutcome } from 'checkwright'
import {
  type Answer,
  type FakeVendor,
  type FakeVendorOptions,
  type FixedClock,
  fakeVendor,
  paginated,
} from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { inventoryReader } from '../../../test/connectors/run-inventory.ts'
import { github } from '../index.ts'

/** Credentials that the stand-in accepts. */
export const credentials = { api_key: 'github_pat_11AAAAAAA0example', organization: 'octo-org' }

/** The content of GitHub. Left out: an empty organization of the token's owner that requires a second factor. */
export interface GitHubState {
  /** Members of GET /orgs/{org} that differ. */
  readonly organization?: object
  readonly repositories?: readonly object[]
  /** Accounts that filter=2fa_disabled lists. */
  readonly withoutTwoFactor?: readonly object[]
  /** All members, without a filter. @default owners, and those without a second factor */
  readonly members?: readonly object[]
  /** Outside collaborators that filter=2fa_disabled lists. */
  readonly collaboratorsWithoutTwoFactor?: readonly object[]
  readonly installations?: readonly object[]
  /** Active rules by name of the repository. */
  readonly rules?: Readonly<Record<string, readonly object[]>>
  /** Rulesets by id. Left out: those without bypass, as GitHub shows them to callers who may not change them. */
  readonly rulesets?: Readonly<Record<string, object>> | undefined
  /** Names of repositories where Dependabot alerts are off. */
  readonly withoutDependabot?: readonly string[]
  /** Protection of the default branch by name of the repository; `noBranch` for a repository without commits. */
  readonly protection?: Readonly<Record<string, object>>
  /** Members that are owners. */
  readonly owners?: readonly object[]
  readonly outsideCollaborators?: readonly object[]
  readonly dependabotAlerts?: readonly object[]
  readonly secretAlerts?: readonly object[]
  readonly webhooks?: readonly object[]
  /** Members of GET /orgs/{org}/actions/permissions/workflow that differ from the strict ones. */
  readonly workflowPermissions?: object
  /** Answers of further settings of the organization by path, after /orgs/:org. Left out: strict ones. */
  readonly settings?: Readonly<Record<string, object>>
  /** Deploy keys by name of the repository. */
  readonly deployKeys?: Readonly<Record<string, readonly object[]>>
  /** Answers of private vulnerability reporting by name of the repository. @default on */
  readonly privateReporting?: Readonly<Record<string, object>>
  /** Items of a page. @default 100, GitHub's most */
  readonly pageSize?: number
  /** Answers that replace those of the state. */
  readonly answers?: Readonly<Partial<Record<Route, Answer>>>
}

const strictSettings = {
  '/actions/permissions': { enabled_repositories: 'all', allowed_actions: 'selected', sha_pinning_required: true },
  '/actions/permissions/fork-pr-contributor-approval': { approval_policy: 'all_external_contributors' },
  '/actions/permissions/fork-pr-workflows-private-repos': {
    run_workflows_from_fork_pull_requests: true,
    send_write_tokens_to_workflows: false,
    send_secrets_and_variables: false,
    require_approval_for_fork_pr_workflows: true,
  },
  '/actions/permissions/self-hosted-runners': { enabled_repositories: 'none' },
  '/settings/immutable-releases': { enforced_repositories: 'all' },
  '/code-security/configurations/defaults': [createSecurityDefault('all', {})],
}

/** A configuration of code security for new repositories, as strict as can be but for what differs. */
export function createSecurityDefault(repositories: string, differs: object): object {
  return {
    default_for_new_repos: repositories,
    configuration: {
      name: 'Strict',
      dependabot_alerts: 'enabled',
      secret_scanning: 'enabled',
      secret_scanning_push_protection: 'enabled',
      ...differs,
    },
  }
}

export const protectionRoute = 'GET /repos/:owner/:repo/branches/:branch/protection'

export type Route =
  | 'GET /orgs/:org'
  | 'GET /orgs/:org/repos'
  | 'GET /orgs/:org/members'
  | 'GET /orgs/:org/outside_collaborators'
  | 'GET /orgs/:org/installations'
  | 'GET /orgs/:org/dependabot/alerts'
  | 'GET /orgs/:org/secret-scanning/alerts'
  | 'GET /orgs/:org/hooks'
  | 'GET /orgs/:org/actions/permissions/workflow'
  | `GET /orgs/:org${keyof typeof strictSettings}`
  | 'GET /repos/:owner/:repo/keys'
  | 'GET /repos/:owner/:repo/private-vulnerability-reporting'
  | 'GET /repos/:owner/:repo/rules/branches/:branch'
  | 'GET /repos/:owner/:repo/rulesets/:id'
  | 'GET /repos/:owner/:repo/vulnerability-alerts'
  | typeof protectionRoute

export const noBranch = {}

/** GitHub's API for one organization, on loopback. */
export function startGithubApi(state: GitHubState): Promise<FakeVendor> {
  return fakeVendor<Route>(createGithubVendor(state))
}

/** Options of a vendor. */
interface GithubVendor {
  readonly auth: NonNullable<FakeVendorOptions['auth']>
  readonly routes: NonNullable<FakeVendorOptions<Route>['routes']>
}

/** The same as options of a vendor. */
export function createGithubVendor(state: GitHubState): GithubVendor {
  const { repositories = [], withoutTwoFactor = [], rules = {}, protection = {}, pageSize = 100 } = state
  const { collaboratorsWithoutTwoFactor = [], installations = [], owners = [] } = state
  const {
    members = [...owners, ...withoutTwoFactor],
    outsideCollaborators = [],
    dependabotAlerts = [],
    secretAlerts = [],
    webhooks = [],
  } = state
  const pages = { style: 'link', pageSize, limit: 'per_page' } as const
  const setting = (path: keyof typeof strictSettings) => ({ json: state.settings?.[path] ?? strictSettings[path] })
  return {
    auth: { type: 'bearer', token: credentials.api_key },
    routes: {
      'GET /orgs/:org': {
        json: {
          public_repos: repositories.length,
          total_private_repos: 0,
          two_factor_requirement_enabled: true,
          default_repository_permission: 'read',
          members_can_create_public_repositories: false,
          members_can_fork_private_repositories: false,
          members_can_delete_repositories: false,
          members_can_change_repo_visibility: false,
          members_can_invite_outside_collaborators: false,
          ...state.organization,
        },
      },
      'GET /orgs/:org/repos': paginated(repositories, pages),
      'GET /orgs/:org/members': (request) => {
        const { query } = request
        const listed = query.get('role') === 'admin' ? owners : query.has('filter') ? withoutTwoFactor : members
        return paginated(listed, pages)(request)
      },
      'GET /orgs/:org/outside_collaborators': (request) =>
        paginated(request.query.has('filter') ? collaboratorsWithoutTwoFactor : outsideCollaborators, pages)(request),
      'GET /orgs/:org/installations': paginated(installations, {
        ...pages,
        items: 'installations',
        total: 'total_count',
      }),
      'GET /orgs/:org/dependabot/alerts': paginated(dependabotAlerts, pages),
      'GET /orgs/:org/secret-scanning/alerts': paginated(secretAlerts, pages),
      'GET /orgs/:org/hooks': paginated(webhooks, pages),
      'GET /orgs/:org/actions/permissions/workflow': {
        json: {
          default_workflow_permissions: 'read',
          can_approve_pull_request_reviews: false,
          ...state.workflowPermissions,
        },
      },
      'GET /orgs/:org/actions/permissions': setting('/actions/permissions'),
      'GET /orgs/:org/actions/permissions/fork-pr-contributor-approval': setting(
        '/actions/permissions/fork-pr-contributor-approval',
      ),
      'GET /orgs/:org/actions/permissions/fork-pr-workflows-private-repos': setting(
        '/actions/permissions/fork-pr-workflows-private-repos',
      ),
      'GET /orgs/:org/actions/permissions/self-hosted-runners': setting('/actions/permissions/self-hosted-runners'),
      'GET /orgs/:org/settings/immutable-releases': setting('/settings/immutable-releases'),
      'GET /orgs/:org/code-security/configurations/defaults': setting('/code-security/configurations/defaults'),
      'GET /repos/:owner/:repo/keys': (request) =>
        paginated(state.deployKeys?.[request.params.repo] ?? [], pages)(request),
      'GET /repos/:owner/:repo/private-vulnerability-reporting': ({ params }) => ({
        json: state.privateReporting?.[params.repo] ?? { enabled: true },
      }),
      'GET /repos/:owner/:repo/rules/branches/:branch': (request) =>
        paginated(rules[request.params.repo] ?? [], pages)(request),
      'GET /repos/:owner/:repo/rulesets/:id': ({ params }) => ({
        json: { id: Number(params.id), ...(state.rulesets?.[params.id] ?? { current_user_can_bypass: 'never' }) },
      }),
      'GET /repos/:owner/:repo/vulnerability-alerts': ({ params }) =>
        state.withoutDependabot?.includes(params.repo)
          ? createRefusal(404, 'Vulnerability alerts are disabled.')
          : { status: 204 },
      [protectionRoute]: ({ params }) => {
        const json = protection[params.repo]
        if (json === undefined) return createRefusal(404, 'Branch not protected')
        return json === noBranch ? createRefusal(404, 'Branch not found') : { json }
      },
      ...state.answers,
    },
  }
}

/** An error as GitHub words it. */
export function createRefusal(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, json: { message, documentation_url: 'https://docs.github.com/rest', status: `${status}` } }
}

/** A repository as it is listed; only what the checks read. */
export function createRepository(name: string, differs: object = {}): object {
  return {
    id: Number.parseInt(name, 36),
    full_name: `octo-org/${name}`,
    html_url: `https://github.com/octo-org/${name}`,
    default_branch: 'main',
    archived: false,
    disabled: false,
    fork: false,
    private: true,
    ...differs,
  }
}

export interface RunOptions {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly clock?: FixedClock
}

/** What a run of these tests begins with. */
export const runOptions = { credentials, now: '2026-05-01T12:00:00Z' }

const runOn = checkRunner(github, runOptions)

/** Reads one inventory of the connector from a server in GitHub's place. */
export const readInventory = inventoryReader(github, runOptions)

/** Runs one check of the connector against a server in GitHub's place. */
export function runCheckOn(api: FakeVendor, check: string, options: RunOptions = {}): Promise<CheckOutcome> {
  return runOn(api, check, options.variables, options.clock)
}

/** The first lines of the results for a person. */
export function formatVerdicts({ results }: CheckOutcome): string[] {
  return results.map(({ status, resource, title }) => `${status} ${resource.name ?? resource.id}: ${title}`).sort()
}
