import { id, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: GitHub's description of its REST API, version 2022-11-28, as
 * npm @octokit/openapi 23.0.2 publishes it. `test/facts.ts` lists the operations, and a test compares both.
 */

/** GET /orgs/{org}, whether it requires a second factor. Only owners get it. */
export const TwoFactorRequirement = z.object({ two_factor_requirement_enabled: z.nullish(z.boolean()) })

/** The same, by its public repositories. */
export const PublicCount = z.object({ public_repos: z.number() })

/** GET /orgs/{org}. Only owners get the base permission and the private count; for others they are undefined. */
export const Organization = z.pipe(
  z.object({
    public_repos: z.number(),
    total_private_repos: z.optional(z.number()),
    default_repository_permission: z.nullish(z.string()),
    members_can_create_public_repositories: z.optional(z.boolean()),
  }),
  z.transform((wire) => ({
    publicRepositories: wire.public_repos,
    privateRepositories: wire.total_private_repos,
    basePermission: wire.default_repository_permission ?? undefined,
    membersCreatePublicRepositories: wire.members_can_create_public_repositories,
  })),
)

export type Repository = z.output<typeof Repository>

/** An item of GET /orgs/{org}/repos. */
export const Repository = z.pipe(
  z.object({
    id: id(),
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
        dependabot_security_updates: z.optional(z.object({ status: z.optional(z.string()) })),
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
      /** `enabled` or `disabled`; undefined if GitHub does not show it to this token. */
      secretScanning: security?.secret_scanning?.status,
      pushProtection: security?.secret_scanning_push_protection?.status,
      dependabotUpdates: security?.dependabot_security_updates?.status,
      ...rest,
    }),
  ),
)

/** An item of GET /orgs/{org}/dependabot/alerts. */
export const DependabotAlert = z.pipe(
  z.object({
    number: z.number(),
    html_url: z.string(),
    created_at: vendorTime(),
    security_advisory: z.object({
      ghsa_id: z.string(),
      summary: z.string(),
      severity: vendorWord(['low', 'medium', 'high', 'critical']),
    }),
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

/**
 * An item of GET /orgs/{org}/secret-scanning/alerts. The request asks GitHub to leave the secret itself out, and no
 * check reads it.
 */
export const SecretAlert = z.pipe(
  z.object({
    number: z.number(),
    html_url: z.string(),
    created_at: vendorTime(),
    secret_type_display_name: z.string(),
    // Left out where the organization has no checks of validity.
    validity: z.nullish(vendorWord(['active', 'inactive', 'unknown'])),
    repository: z.object({ full_name: z.string() }),
  }),
  z.transform(
    ({ number, html_url: htmlUrl, created_at: createdAt, secret_type_display_name: type, validity, repository }) => ({
      number,
      htmlUrl,
      createdAt,
      type,
      isRevoked: validity === 'inactive',
      repository: repository.full_name,
    }),
  ),
)

/** An item of GET /orgs/{org}/hooks. */
export const Webhook = z.object({
  id: id(),
  active: z.boolean(),
  config: z.object({
    url: z.string(),
    // Text or a number, as in the description's schema webhook-config-insecure-ssl.
    insecure_ssl: z.optional(z.union([z.string(), z.number()])),
    secret: z.optional(z.string()),
  }),
})

/** GET /orgs/{org}/actions/permissions/workflow. */
export const WorkflowPermissions = z.object({
  default_workflow_permissions: vendorWord(['read', 'write']),
  can_approve_pull_request_reviews: z.boolean(),
})

/**
 * GET /repos/{owner}/{repo}/rulesets/{ruleset_id}. The list is left out for callers who may not change the ruleset, and
 * each caller sees their own bypass right: https://docs.github.com/rest/repos/rules#get-a-repository-ruleset
 */
export const Ruleset = z
  .object({
    id: id(),
    bypass_actors: z.optional(z.array(z.object({ actor_type: z.string(), actor_id: z.nullish(id()) }))),
    current_user_can_bypass: z.optional(z.string()),
  })
  .check(
    z.refine(
      (ruleset) => (ruleset.bypass_actors ?? ruleset.current_user_can_bypass) !== undefined,
      'does not show who may bypass it',
    ),
  )

/** The conditions for merging a change. */
export interface Demands {
  readonly approvingReviews: number
  /** Names of status checks, and paths of workflows, that have to succeed. */
  readonly statusChecks: readonly string[]
}

export interface RulesetDemands extends Demands {
  /** Of the rule's ruleset; GitHub's description leaves it open. */
  readonly rulesetId?: string | undefined
}

const rulesetId = z.optional(id())

const PullRequestRule = z.pipe(
  z.object({
    type: z.literal('pull_request'),
    ruleset_id: rulesetId,
    parameters: z.object({
      required_approving_review_count: z.number(),
      required_reviewers: z.nullish(
        z.array(z.object({ file_patterns: z.array(z.string()), minimum_approvals: z.number() })),
      ),
    }),
  }),
  z.transform(
    ({ parameters, ruleset_id: id }): RulesetDemands => ({
      rulesetId: id,
      approvingReviews: Math.max(
        parameters.required_approving_review_count,
        ...(parameters.required_reviewers ?? [])
          .filter(({ file_patterns: patterns }) => isForAllFiles(patterns))
          .map(({ minimum_approvals: approvals }) => approvals),
      ),
      statusChecks: [],
    }),
  ),
)

/** A team's approvals have their own number, for the files of its patterns. One with "!" takes files out. */
function isForAllFiles(patterns: readonly string[]): boolean {
  return patterns.some((pattern) => ['**', '**/*'].includes(pattern)) && !patterns.some((each) => each.startsWith('!'))
}

const StatusChecksRule = z.pipe(
  z.object({
    type: z.literal('required_status_checks'),
    ruleset_id: rulesetId,
    parameters: z.object({ required_status_checks: z.array(z.object({ context: z.string() })) }),
  }),
  z.transform(
    ({ parameters, ruleset_id: id }): RulesetDemands => ({
      rulesetId: id,
      approvingReviews: 0,
      statusChecks: parameters.required_status_checks.map(({ context }) => context),
    }),
  ),
)

const WorkflowsRule = z.pipe(
  z.object({
    type: z.literal('workflows'),
    ruleset_id: rulesetId,
    parameters: z.object({ workflows: z.array(z.object({ path: z.string() })) }),
  }),
  z.transform(
    ({ parameters, ruleset_id: id }): RulesetDemands => ({
      rulesetId: id,
      approvingReviews: 0,
      statusChecks: parameters.workflows.map(({ path }) => path),
    }),
  ),
)

const judgedRules = ['pull_request', 'required_status_checks', 'workflows']

// Any other type: a known rule that does not fit its schema must not pass as one without requirements.
const OtherRule = z.pipe(
  z.object({ type: z.string().check(z.refine((type) => !judgedRules.includes(type))) }),
  z.transform((): RulesetDemands => ({ approvingReviews: 0, statusChecks: [] })),
)

/** An item of GET /repos/{owner}/{repo}/rules/branches/{branch}: the requirement of one rule of an active ruleset. */
export const BranchRule = z.union([PullRequestRule, StatusChecksRule, WorkflowsRule, OtherRule])

/** The same item, by its type alone. */
export const BranchRuleType = z.object({ type: z.string(), ruleset_id: rulesetId })

/** The same protection as BranchProtection, by what becomes of the branch itself. It is the same for administrators. */
export const HistoryProtection = z.pipe(
  z.object({
    allow_force_pushes: z.object({ enabled: z.boolean() }),
    allow_deletions: z.object({ enabled: z.boolean() }),
  }),
  z.transform((wire) => ({ rewritten: wire.allow_force_pushes.enabled, deleted: wire.allow_deletions.enabled })),
)

export interface BranchProtection extends Demands {
  /** Whether it applies to administrators. */
  readonly administratorsIncluded: boolean
  /** People and apps that may merge without the reviews. */
  readonly reviewBypassers: readonly string[]
}

/**
 * GET /repos/{owner}/{repo}/branches/{branch}/protection: the requirements of the branch's own protection, and for
 * whom. Absent requirements are left out: https://docs.github.com/rest/branches/branch-protection#get-branch-protection
 */
export const BranchProtection = z.pipe(
  z.object({
    required_pull_request_reviews: z.optional(
      z.object({
        required_approving_review_count: z.number(),
        bypass_pull_request_allowances: z.optional(
          z.object({
            users: z.array(z.object({ login: z.string() })),
            teams: z.array(z.object({ slug: z.string() })),
            apps: z.array(z.nullable(z.object({ slug: z.optional(z.string()) }))),
          }),
        ),
      }),
    ),
    required_status_checks: z.optional(z.object({ contexts: z.array(z.string()) })),
    enforce_admins: z.object({ enabled: z.boolean() }),
  }),
  z.transform(({ required_pull_request_reviews: reviews, ...wire }): BranchProtection => {
    const { users, teams, apps } = reviews?.bypass_pull_request_allowances ?? { users: [], teams: [], apps: [] }
    return {
      approvingReviews: reviews?.required_approving_review_count ?? 0,
      statusChecks: wire.required_status_checks?.contexts ?? [],
      administratorsIncluded: wire.enforce_admins.enabled,
      reviewBypassers: [
        ...users.map(({ login }) => `user ${login}`),
        ...teams.map(({ slug }) => `team ${slug}`),
        ...apps.map((app) => `app ${app?.slug ?? ''}`.trim()),
      ],
    }
  }),
)

/** GET /orgs/{org}, what members may do. Only owners get these. */
export const MemberPrivileges = z.object({
  members_can_fork_private_repositories: z.nullish(z.boolean()),
  members_can_delete_repositories: z.optional(z.boolean()),
  members_can_change_repo_visibility: z.optional(z.boolean()),
  members_can_invite_outside_collaborators: z.optional(z.boolean()),
})

const runningRepositories = vendorWord(['all', 'none', 'selected'])

/** GET /orgs/{org}/actions/permissions. Without repositories that run actions, the others are left out. */
export const ActionsPermissions = z.object({
  enabled_repositories: runningRepositories,
  allowed_actions: z.optional(vendorWord(['all', 'local_only', 'selected'])),
})

/** The same, by how actions are named. */
export const PinningPermissions = z.object({
  enabled_repositories: runningRepositories,
  sha_pinning_required: z.optional(z.boolean()),
})

/** GET /orgs/{org}/actions/permissions/fork-pr-contributor-approval. */
export const ForkApproval = z.object({
  approval_policy: vendorWord([
    'first_time_contributors_new_to_github',
    'first_time_contributors',
    'all_external_contributors',
  ]),
})

/** GET /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos. */
export const ForkWorkflows = z.object({
  run_workflows_from_fork_pull_requests: z.boolean(),
  send_write_tokens_to_workflows: z.boolean(),
  send_secrets_and_variables: z.boolean(),
})

/** GET /orgs/{org}/actions/permissions/self-hosted-runners. */
export const EnabledRepositories = z.object({ enabled_repositories: vendorWord(['all', 'selected', 'none']) })

/** GET /orgs/{org}/settings/immutable-releases. */
export const EnforcedRepositories = z.object({ enforced_repositories: vendorWord(['all', 'none', 'selected']) })

const securityStatus = vendorWord(['enabled', 'disabled', 'not_set'])

/** GET /orgs/{org}/code-security/configurations/defaults. */
export const SecurityDefaults = z.array(
  z.pipe(
    z.object({
      default_for_new_repos: vendorWord(['public', 'private_and_internal', 'all']),
      configuration: z.object({
        name: z.string(),
        dependabot_alerts: securityStatus,
        secret_scanning: securityStatus,
        secret_scanning_push_protection: securityStatus,
        // Left out where the plan has nothing to buy.
        advanced_security: z.nullish(vendorWord(['enabled', 'disabled', 'code_security', 'secret_protection'])),
      }),
    }),
    z.transform(({ default_for_new_repos: repositories, configuration }) => ({
      repositories,
      name: configuration.name,
      // Without it, secrets are looked for in public repositories alone.
      isLimited: ['disabled', 'code_security'].includes(configuration.advanced_security ?? ''),
      settings: {
        'Dependabot alerts': configuration.dependabot_alerts,
        'secret scanning': configuration.secret_scanning,
        'push protection': configuration.secret_scanning_push_protection,
      },
    })),
  ),
)

/** An item of GET /orgs/{org}/installations, as the check reads it. */
export const InstalledApp = z.pipe(
  z.object({
    id: id(),
    app_slug: z.string(),
    repository_selection: vendorWord(['all', 'selected']),
    permissions: z.record(z.string(), vendorWord(['read', 'write', 'admin'])),
    suspended_at: z.nullable(vendorTime()),
  }),
  z.transform(({ id, app_slug: name, repository_selection: reach, permissions, suspended_at: suspendedAt }) => ({
    id,
    name,
    reach,
    permissions,
    suspendedAt,
  })),
)

/** An item of GET /repos/{owner}/{repo}/keys. GitHub leaves the last use out, or null, if there was none. */
export const DeployKey = z.object({
  id: id(),
  title: z.string(),
  read_only: z.boolean(),
  created_at: vendorTime(),
  last_used: z.nullish(vendorTime()),
  // False where the organization has turned deploy keys off.
  enabled: z.nullish(z.boolean()),
})

/** GET /repos/{owner}/{repo}/private-vulnerability-reporting. */
export const PrivateReporting = z.object({ enabled: z.boolean() })
