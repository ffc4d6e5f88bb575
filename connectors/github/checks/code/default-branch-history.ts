import { fetchKeepingRules, fetchProtection } from '../../branch-demands.ts'
import { github } from '../../connector.ts'
import { reportCoverage } from '../../coverage.ts'
import { findExemption, listRepositories } from '../../repositories.ts'
import { HistoryProtection } from '../../responses.ts'

/** What may happen to a branch, in the words of GitHub's rules. */
const dangers = [
  { type: 'non_fast_forward', name: 'rewritten' },
  { type: 'deletion', name: 'deleted' },
] as const

export const defaultBranchHistory = github.check({
  id: 'default-branch-history',
  title: 'Nobody rewrites or deletes default branches',
  description:
    'Checks for every repository whether rulesets or branch protection forbid force pushes to its default branch, and its deletion. Whoever can rewrite the history can hide what was changed, and who changed it. If only rules with exceptions for some people, teams or apps forbid it, a person has to judge the exceptions. Not judged: people whom branch protection names for force pushes, which GitHub does not tell, and forks and archived repositories.',
  severity: 'high',
  controls: ['soc2:CC8.1', 'iso27001:A.8.4', 'iso27001:A.8.32'],
  states: ['history-protected'],
  scopes: ['metadata:read', 'administration:read'],
  tags: ['change-management', 'source-code'],
  async run(ctx) {
    const { organization } = ctx.credentials
    let seen = 0
    await ctx.each(
      listRepositories(ctx, organization),
      async (repository) => {
        seen++
        const { id, fullName, htmlUrl, defaultBranch: branch } = repository
        const resource = { type: 'repository', id, name: fullName }
        const exemption = findExemption(repository, false)
        if (exemption) return ctx.notApplicable({ resource, ...exemption })

        const rules = await fetchKeepingRules(ctx, repository)
        const isFirm = (type: string) => rules.some((rule) => rule.type === type && rule.exceptions.length === 0)
        // Only administrators see branch protection, so it is requested only if it can make a difference.
        const isEnough = dangers.every(({ type }) => isFirm(type))
        const protection = isEnough ? undefined : await fetchProtection(ctx, repository, HistoryProtection)
        if (protection === 'no branch')
          return ctx.notApplicable({ resource, title: `${branch} has no commit yet`, evidence: { branch } })

        const open = dangers.filter(
          ({ type, name }) =>
            !isFirm(type) && (protection === undefined || protection === 'unprotected' || protection[name]),
        )
        const excepted = rules.filter(({ type }) => open.some((danger) => danger.type === type))
        const evidence = { branch, rules, protection }
        if (open.length === 0) ctx.pass({ resource, title: `${branch} can be neither rewritten nor deleted`, evidence })
        else if (open.every(({ type }) => excepted.some((rule) => rule.type === type))) {
          const exceptions = [...new Set(excepted.flatMap((rule) => rule.exceptions))]
          ctx.manual({
            resource,
            title: `${branch} keeps its history, with exceptions`,
            description: `Look under ${htmlUrl}/settings/rules whether these may go past the rules: ${exceptions.join(', ')}.`,
            evidence,
          })
        } else {
          ctx.fail({
            resource,
            title: `${branch} can be ${open.map(({ name }) => name).join(' and ')}`,
            remediation: `Open ${htmlUrl}/settings/rules. Add an active branch ruleset for the default branch, with an empty bypass list, that has "Block force pushes" and "Restrict deletions".`,
            evidence,
          })
        }
      },
      { resource: ({ id, fullName }) => ({ type: 'repository', id, name: fullName }) },
    )
    await reportCoverage(ctx, organization, seen)
  },
})
