import { boundControls, HttpError, type VendorClient } from 'checkwright'
import { github } from '../connector.ts'
import { reportCoverage } from '../coverage.ts'
import { repositoriesOf } from '../repositories.ts'
import { BranchProtection, BranchRule, type Demands, type Repository } from '../responses.ts'

export const defaultBranchProtected = github.check({
  id: 'default-branch-protected',
  title: 'Default branches change by reviewed and tested pull requests only',
  description:
    'Asks of every repository whether its default branch demands approving reviews and successful status checks before a merge, by rulesets, by branch protection, or by both together. Otherwise one person, or one stolen account, can change what is released without anybody noticing. Bypass lists are not judged: GitHub shows that of a ruleset only to those who may change it.',
  severity: 'high',
  controls: boundControls(['soc2:CC8.1', 'iso27001:A.8.25', 'iso27001:A.8.32'], {
    required_reviews: { min: 1 },
    allow_admin_bypass: { oneOf: [false] },
  }),
  scopes: ['metadata:read', 'administration:read'],
  tags: ['change-management', 'code-review'],
  variables: [
    {
      id: 'required_reviews',
      label: 'Approving reviews required',
      type: 'number',
      default: 1,
      min: 1,
      max: 6,
      helpText: 'The least number of approvals that a pull request must need.',
    },
    {
      id: 'allow_admin_bypass',
      label: 'Administrators may bypass branch protection',
      type: 'boolean',
      default: false,
      helpText: 'Accepts branch protection that does not include administrators.',
    },
    {
      id: 'include_forks',
      label: 'Judge forks as well',
      type: 'boolean',
      default: false,
      helpText: 'For organizations that release from forks.',
    },
  ],
  async run(ctx) {
    const { organization } = ctx.credentials
    const { required_reviews: reviews, allow_admin_bypass: allowBypass, include_forks: includeForks } = ctx.variables
    const repositories = repositoriesOf(ctx, organization)
    let seen = 0
    await ctx.each(repositories, async (repository) => {
      seen++
      const { fullName, htmlUrl, defaultBranch: branch } = repository
      const resource = { type: 'repository', id: String(repository.id), name: fullName }
      const exemption = exemptionOf(repository, includeForks)
      if (exemption) return ctx.notApplicable({ resource, ...exemption })

      const rulesets = await fetchRulesetDemands(ctx, repository)
      // Administrators alone are shown branch protection, so it is asked for only where it can make a difference.
      const protection = gapsIn(rulesets, reviews).length > 0 ? await fetchProtection(ctx, repository) : undefined
      if (protection === 'no branch') {
        return ctx.notApplicable({ resource, title: `${branch} has no commit yet`, evidence: { branch } })
      }

      const gaps = gapsIn(both(rulesets, protection ?? nothing), reviews)
      if (gaps.length === 0 && protection?.administratorsIncluded === false && !allowBypass) {
        gaps.push('lets administrators bypass its protection')
      }
      const evidence = { branch, rulesets, protection }
      if (gaps.length === 0) ctx.pass({ resource, title: `${branch} demands reviews and status checks`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${branch} ${gaps.join(' and ')}`,
          remediation: `Under ${htmlUrl}/settings/rules add an active branch ruleset for the default branch, with an empty bypass list, that has "Require a pull request before merging" with ${reviews} or more approvals, and "Require status checks to pass" with the checks that must succeed.`,
          evidence,
        })
      }
    })
    await reportCoverage(ctx, organization, seen)
  },
})

/** Why a repository is not judged; undefined when it is. */
function exemptionOf({ archived, disabled, fork }: Repository, includeForks: boolean) {
  if (archived) return { title: 'Archived: nobody can change it', evidence: { archived } }
  if (disabled) return { title: 'Disabled by GitHub: nobody can change it', evidence: { disabled } }
  if (fork && !includeForks) return { title: 'A fork: judged where include_forks is set', evidence: { fork } }
  return undefined
}

const nothing: Demands = { approvingReviews: 0, statusChecks: [] }

/** What a branch lacks, as the rest of a sentence about it. */
function gapsIn({ approvingReviews, statusChecks }: Demands, reviews: number): string[] {
  return [
    ...(approvingReviews < reviews ? [`demands ${approvingReviews} of ${reviews} approving reviews`] : []),
    ...(statusChecks.length === 0 ? ['demands no status check'] : []),
  ]
}

/** Rules add up: of two that demand reviews the stricter one holds, and every status check has to succeed. */
function both(a: Demands, b: Demands): Demands {
  return {
    approvingReviews: Math.max(a.approvingReviews, b.approvingReviews),
    statusChecks: [...new Set([...a.statusChecks, ...b.statusChecks])],
  }
}

/** What the active rulesets of repository and organization demand together. */
async function fetchRulesetDemands(ctx: VendorClient, { fullName, defaultBranch }: Repository): Promise<Demands> {
  let demands = nothing
  const rules = ctx.paginate(`/repos/${fullName}/rules/branches/${encodeURIComponent(defaultBranch)}`, {
    query: { per_page: 100 },
    schema: BranchRule,
    next: 'link',
  })
  for await (const rule of rules) demands = both(demands, rule)
  return demands
}

/** The branch's own protection, which may demand nothing. A repository without commits has no branch yet. */
async function fetchProtection(
  ctx: VendorClient,
  { fullName, defaultBranch }: Repository,
): Promise<BranchProtection | 'no branch'> {
  const path = `/repos/${fullName}/branches/${encodeURIComponent(defaultBranch)}/protection`
  try {
    // Two of GitHub's 404s are answers. Any other means that we may not see the protection, and stays an error.
    const expect = (refusal: HttpError) => isUnprotected(refusal) || isWithoutBranch(refusal)
    return await ctx.get(path, { schema: BranchProtection, expect })
  } catch (error) {
    if (isUnprotected(error)) return { ...nothing, administratorsIncluded: false }
    if (isWithoutBranch(error)) return 'no branch'
    throw error
  }
}

const isUnprotected = (error: unknown) => isNotFound(error, 'Branch not protected')
const isWithoutBranch = (error: unknown) => isNotFound(error, 'Branch not found')

function isNotFound(error: unknown, message: string): boolean {
  return error instanceof HttpError && error.status === 404 && (error.excerpt?.includes(message) ?? false)
}
