import { boundControls } from 'checkwright'
import {
  addDemands,
  administrators,
  fetchProtection,
  fetchRulesetDemands,
  splitProtection,
} from '../../branch-demands.ts'
import { github } from '../../connector.ts'
import { reportCoverage } from '../../coverage.ts'
import { findExemption, listRepositories } from '../../repositories.ts'
import { BranchProtection, type Demands } from '../../responses.ts'

export const defaultBranchProtected = github.check({
  id: 'default-branch-protected',
  title: 'Default branches change by reviewed and tested pull requests only',
  description:
    "Checks for every repository whether its default branch requires approving reviews and successful status checks before a merge, by rulesets, by branch protection, or by both together. Approvals that a ruleset demands of a team count where they are for all files. Otherwise one person, or one stolen account, can change your releases unnoticed. If only rules with exceptions for some people, teams or apps require them, a person has to judge the exceptions. GitHub shows the bypass list of a ruleset only to callers who may change it. For other tokens it is not judged, except what the token's own person may do. Not judged: who may dismiss reviews, whether approvals stay valid after later commits, and branches that are locked.",
  severity: 'high',
  controls: boundControls(['soc2:CC8.1', 'iso27001:A.8.25', 'iso27001:A.8.32'], {
    required_reviews: { min: 1 },
    allow_admin_bypass: { oneOf: [false] },
  }),
  states: [{ 'changes-approved': { approvals: 'required_reviews' } }, 'changes-tested'],
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
    const repositories = listRepositories(ctx, organization)
    let seen = 0
    await ctx.each(
      repositories,
      async (repository) => {
        seen++
        const { fullName, htmlUrl, defaultBranch: branch } = repository
        const resource = { type: 'repository', id: repository.id, name: fullName }
        const exemption = findExemption(repository, includeForks)
        if (exemption) return ctx.notApplicable({ resource, ...exemption })

        const isFirm = (exceptions: readonly string[]) =>
          exceptions.every((exception) => allowBypass && exception === administrators)
        const rulesets = await fetchRulesetDemands(ctx, repository)
        const firmRulesets = rulesets.filter(({ exceptions }) => isFirm(exceptions))
        // Only administrators see branch protection, so it is requested only if it can make a difference.
        const isEnough = listGaps(addDemands(firmRulesets), reviews).length === 0
        const found = isEnough ? 'unprotected' : await fetchProtection(ctx, repository, BranchProtection)
        if (found === 'no branch') {
          return ctx.notApplicable({ resource, title: `${branch} has no commit yet`, evidence: { branch } })
        }

        const protection = found === 'unprotected' ? undefined : found
        const sources = [...rulesets, ...(protection ? splitProtection(protection) : [])]
        const firm = sources.filter(({ exceptions }) => isFirm(exceptions))
        const gaps = listGaps(addDemands(sources), reviews)
        const exceptions =
          listGaps(addDemands(firm), reviews).length === 0
            ? []
            : [...new Set(sources.filter(isDemanding).flatMap((source) => source.exceptions))]
        const isForAdministrators = exceptions.length > 0 && exceptions.every((each) => each === administrators)
        if (gaps.length === 0 && isForAdministrators) gaps.push('lets administrators bypass its protection')
        const evidence = {
          branch,
          rulesets: addDemands(rulesets),
          protection: protection && {
            approvingReviews: protection.approvingReviews,
            statusChecks: protection.statusChecks,
            administratorsIncluded: protection.administratorsIncluded,
          },
          exceptions: exceptions.length > 0 ? exceptions : undefined,
        }
        if (gaps.length === 0 && exceptions.length > 0) {
          ctx.manual({
            resource,
            title: `${branch} demands reviews and status checks, with exceptions`,
            description: `Look under ${htmlUrl}/settings/rules and ${htmlUrl}/settings/branches whether these may go past them: ${exceptions.join(', ')}.`,
            evidence,
          })
          return
        }
        if (gaps.length === 0) ctx.pass({ resource, title: `${branch} demands reviews and status checks`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${branch} ${gaps.join(' and ')}`,
            remediation: `Open ${htmlUrl}/settings/rules. Add an active branch ruleset for the default branch, with an empty bypass list, that has "Require a pull request before merging" with ${reviews} or more approvals, and "Require status checks to pass" with the checks that must succeed.`,
            evidence,
          })
        }
      },
      { resource: ({ id, fullName }) => ({ type: 'repository', id, name: fullName }) },
    )
    await reportCoverage(ctx, organization, seen)
  },
})

const isDemanding = ({ approvingReviews, statusChecks }: Demands) => approvingReviews > 0 || statusChecks.length > 0

/** The missing protection of a branch, as the rest of a sentence. */
function listGaps({ approvingReviews, statusChecks }: Demands, reviews: number): string[] {
  return [
    ...(approvingReviews < reviews ? [`demands ${approvingReviews} of ${reviews} approving reviews`] : []),
    ...(statusChecks.length === 0 ? ['demands no status check'] : []),
  ]
}
