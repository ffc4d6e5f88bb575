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
    default_repository_permission: z.nullish(z.string()),
    members_can_create_public_repositories: z.optional(z.boolean()),
  }),
  z.transform((wire) => ({
    publicRepositories: wire.public_repos,
    privateRepositories: wire.total_private_repos,
    twoFactorRequired: wire.two_factor_requirement_enabled ?? undefined,
    basePermission: wire.default_repository_permission ?? undefined,
    membersCreatePublicRepositories: wire.members_can_create_public_repositories,
  })),
)

/** An item of GET /orgs/{org}/members and of GET /orgs/{org}/outside_collaborators. */
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
    private: z.boolean(),
    security_and_analysis: z.nullish(
      z.object({
        secret_scanning: z.optional(z.object({ status: z.optional(z.string()) })),
        secret_scanning_push_protection: z.optional(z.object({ status: z.optional(z.string()) })),
      }),
    ),
  }),
  z.transform(
    ({
      full_name: fullName,
      html_url: htmlUrl,
      default_branch: defaultBranch,
      private: isPrivate,
      security_and_analysis: security,
      ...rest
    }) => ({
      fullName,
      htmlUrl,
      defaultBranch,
      isPrivate,
      /** `enabled` or `disabled`; undefined where GitHub does not tell this token. */
      secretScanning: security?.secret_scanning?.status,
      pushProtection: security?.secret_scanning_push_protection?.status,
      ...rest,
    }),
  ),
)

/** An item of GET /orgs/{org}/dependabot/alerts. */
export const DependabotAlert = z.pipe(
  z.object({
    number: z.number(),
    html_url: z.string(),
    created_at: z.string(),
    security_advisory: z.object({ ghsa_id: z.string(), summary: z.string(), severity: z.string() }),
    repository: z.object({ full_name: z.string() }),
  }),
  z.transform(({ number, html_url: htmlUrl, created_at: createdAt, security_advisory: advisory, repository }) => ({
    number,
    htmlUrl,
    createdAt,
    advisory: advisory.ghsa_id,
    summary: advisory.summary,
    severity: advisory.severity,
    repository: repository.full_name,
  })),
)

/** An item of GET /orgs/{org}/secret-scanning/alerts. The secret itself is asked not to be sent, and never read. */
export const SecretAlert = z.pipe(
  z.object({
    number: z.number(),
    html_url: z.string(),
    created_at: z.string(),
    secret_type_display_name: z.string(),
    repository: z.object({ full_name: z.string() }),
  }),
  z.transform(({ number, html_url: htmlUrl, created_at: createdAt, secret_type_display_name: type, repository }) => ({
    number,
    htmlUrl,
    createdAt,
    type,
    repository: repository.full_name,
  })),
)

/** An item of GET /orgs/{org}/hooks. */
export const Webhook = z.object({
  id: z.number(),
  active: z.boolean(),
  config: z.object({
    url: z.optional(z.string()),
    insecure_ssl: z.optional(z.string()),
    secret: z.optional(z.string()),
  }),
})

/** GET /orgs/{org}/actions/permissions/workflow. */
export const WorkflowPermissions = z.object({
  default_workflow_permissions: z.string(),
  can_approve_pull_request_reviews: z.boolean(),
})

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
