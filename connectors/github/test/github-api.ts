import type { CheckOutcome } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { type Answer, type FakeVendor, type FixedClock, fakeVendor, fixedClock, paginated } from 'checkwright/testing'
import { github } from '../index.ts'

/** Credentials that the stand-in accepts. */
export const credentials = { api_key: 'github_pat_11AAAAAAA0example', organization: 'octo-org' }

/** What there is at GitHub. Left out: an organization of the token's owner that holds nothing and demands two factors. */
export interface GitHubState {
  /** Members of GET /orgs/{org} that differ. */
  readonly organization?: object
  readonly repositories?: readonly object[]
  /** Accounts that filter=2fa_disabled lists. */
  readonly withoutTwoFactor?: readonly object[]
  /** Active rules by name of the repository. */
  readonly rules?: Readonly<Record<string, readonly object[]>>
  /** Protection of the default branch by name of the repository; `noBranch` for a repository without commits. */
  readonly protection?: Readonly<Record<string, object>>
  /** Items of a page. @default 100, GitHub's most */
  readonly pageSize?: number
  /** Answers in place of those that follow from the state. */
  readonly answers?: Readonly<Partial<Record<Route, Answer>>>
}

export const protectionRoute = 'GET /repos/:owner/:repo/branches/:branch/protection'

export type Route =
  | 'GET /orgs/:org'
  | 'GET /orgs/:org/repos'
  | 'GET /orgs/:org/members'
  | 'GET /repos/:owner/:repo/rules/branches/:branch'
  | typeof protectionRoute

export const noBranch = {}

/** GitHub's API for one organization, on loopback. */
export function githubApi(state: GitHubState): Promise<FakeVendor> {
  const { repositories = [], withoutTwoFactor = [], rules = {}, protection = {}, pageSize = 100 } = state
  const pages = { style: 'link', pageSize, limit: 'per_page' } as const
  return fakeVendor<Route>({
    auth: { type: 'bearer', token: credentials.api_key },
    routes: {
      'GET /orgs/:org': {
        json: {
          public_repos: repositories.length,
          total_private_repos: 0,
          two_factor_requirement_enabled: true,
          ...state.organization,
        },
      },
      'GET /orgs/:org/repos': paginated(repositories, pages),
      'GET /orgs/:org/members': paginated(withoutTwoFactor, pages),
      'GET /repos/:owner/:repo/rules/branches/:branch': (request) =>
        paginated(rules[request.params.repo] ?? [], pages)(request),
      [protectionRoute]: ({ params }) => {
        const json = protection[params.repo]
        if (json === undefined) return refusal(404, 'Branch not protected')
        return json === noBranch ? refusal(404, 'Branch not found') : { json }
      },
      ...state.answers,
    },
  })
}

/** An error as GitHub words it. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, json: { message, documentation_url: 'https://docs.github.com/rest', status: `${status}` } }
}

/** A repository as it is listed; only what the checks read. */
export function repository(name: string, differs: object = {}): object {
  return {
    id: Number.parseInt(name, 36),
    full_name: `octo-org/${name}`,
    html_url: `https://github.com/octo-org/${name}`,
    default_branch: 'main',
    archived: false,
    disabled: false,
    fork: false,
    ...differs,
  }
}

export interface RunOptions {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly clock?: FixedClock
}

/** Runs one check of the connector against a server in GitHub's place. */
export async function runCheckOn(api: FakeVendor, check: string, options: RunOptions = {}): Promise<CheckOutcome> {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const result = await runChecks(github, { credentials, checks: [check], fetch: api.fetch, clock, ...options })
  const [outcome] = result.checks
  if (outcome === undefined) throw new Error('The run has no outcome.')
  return outcome
}

/** What a person sees of the results first. */
export function verdicts({ results }: CheckOutcome): string[] {
  return results.map(({ status, resource, title }) => `${status} ${resource.name ?? resource.id}: ${title}`).sort()
}
