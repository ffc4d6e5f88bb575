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
  readonly rulesets?: Readonly<Record<string, object>>
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
  /** Items of a page. @default 100, GitHub's most */
  readonly pageSize?: number
  /** Answers that replace those of the state. */
  readonly answers?: Readonly<Partial<Record<Route, Answer>>>
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
