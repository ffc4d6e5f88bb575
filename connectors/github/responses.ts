import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: GitHub's description of its REST API, version 2022-11-28, as
 * npm @octokit/openapi 23.0.2 publishes it. `test/facts.ts` names both, and a test holds them against each other.
 */

/** GET /orgs/{org}. The setting and the private count are there for owners only; what is not told is undefined. */
export const Organization = z.pipe(
  z.object({
    public_repos: z.number(),
    total_private_repos: z.optional(z.number()),
    two_factor_requirement_enabled: z.nullish(z.boolean()),
  }),
  z.transform((wire) => ({
    publicRepositories: wire.public_repos,
    privateRepositories: wire.total_private_repos,
    twoFactorRequired: wire.two_factor_requirement_enabled ?? undefined,
  })),
)

/** An item of GET /orgs/{org}/members. */
export const Member = z.object({ id: z.number(), login: z.string() })

export type Repository = z.output<typeof Repository>

/** An item of GET /orgs/{org}/repos. */
export const Repository = z.pipe(
  z.object({
    id: z.number(),
    full_name: z.string(),
    html_url: z.string(),
    default_branch: z.string(),
    archived: z.boolean(),
    disabled: z.boolean(),
    fork: z.boolean(),
  }),
  z.transform(({ full_name: fullName, html_url: htmlUrl, default_branch: defaultBranch, ...rest }) => ({
    fullName,
    htmlUrl,
    defaultBranch,
    ...rest,
  })),
)

/** What has to be there before a change is merged. */
export interface Demands {
  readonly approvingReviews: number
  /** Names of status checks, and paths of workflows, that have to succeed. */
  readonly statusChecks: readonly string[]
}

const PullRequestRule = z.pipe(
  z.object({
    type: z.literal('pull_request'),
    parameters: z.object({ required_approving_review_count: z.number() }),
  }),
  z.transform(
    ({ parameters }): Demands => ({ approvingReviews: parameters.required_approving_review_count, statusChecks: [] }),
  ),
)

const StatusChecksRule = z.pipe(
  z.object({
    type: z.literal('required_status_checks'),
    parameters: z.object({ required_status_checks: z.array(z.object({ context: z.string() })) }),
  }),
  z.transform(
    ({ parameters }): Demands => ({
      approvingReviews: 0,
      statusChecks: parameters.required_status_checks.map(({ context }) => context),
    }),
  ),
)

const WorkflowsRule = z.pipe(
  z.object({
    type: z.literal('workflows'),
    parameters: z.object({ workflows: z.array(z.object({ path: z.string() })) }),
  }),
  z.transform(
    ({ parameters }): Demands => ({ approvingReviews: 0, statusChecks: parameters.workflows.map(({ path }) => path) }),
  ),
)

const judgedRules = ['pull_request', 'required_status_checks', 'workflows']

// Of any type but these: a rule of theirs that does not fit its schema must not be taken for one that demands nothing.
const OtherRule = z.pipe(
  z.object({ type: z.string().check(z.refine((type) => !judgedRules.includes(type))) }),
  z.transform((): Demands => ({ approvingReviews: 0, statusChecks: [] })),
)

/** An item of GET /repos/{owner}/{repo}/rules/branches/{branch}: what one rule of an active ruleset demands. */
export const BranchRule = z.union([PullRequestRule, StatusChecksRule, WorkflowsRule, OtherRule])

export interface BranchProtection extends Demands {
  /** Whether administrators are held to it. */
  readonly administratorsIncluded: boolean
}

/** GET /repos/{owner}/{repo}/branches/{branch}/protection: what the branch's own protection demands, and of whom. */
export const BranchProtection = z.pipe(
  z.object({
    required_pull_request_reviews: z.optional(z.object({ required_approving_review_count: z.number() })),
    required_status_checks: z.optional(z.object({ contexts: z.array(z.string()) })),
    enforce_admins: z.optional(z.object({ enabled: z.boolean() })),
  }),
  z.transform(
    (wire): BranchProtection => ({
      approvingReviews: wire.required_pull_request_reviews?.required_approving_review_count ?? 0,
      statusChecks: wire.required_status_checks?.contexts ?? [],
      administratorsIncluded: wire.enforce_admins?.enabled ?? false,
    }),
  ),
)
