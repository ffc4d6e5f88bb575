import { github } from '../../connector.ts'
import { judgeSetting } from '../../organization-settings.ts'
import { ForkApproval, PublicCount } from '../../responses.ts'

export const forkApproval = github.check({
  id: 'fork-approval',
  title: 'Workflows of strangers wait for an approval',
  description:
    'Checks whose pull requests from forks have to be approved before workflows run in public repositories. If only newcomers need one, a small accepted change is enough to run code on your runners later. An organization without public repositories has no such pull requests, and one where no repository runs actions has no workflows.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'soc2:CC8.1', 'iso27001:A.8.25', 'iso27001:A.8.31'],
  states: ['build-limited'],
  scopes: ['organization_administration:read'],
  tags: ['ci', 'exposure'],
  async run(ctx) {
    const { organization } = ctx.credentials
    const { public_repos: publicRepositories } = await ctx.get(`/orgs/${organization}`, { schema: PublicCount })
    if (publicRepositories === 0) {
      const resource = { type: 'organization', id: organization }
      ctx.notApplicable({
        resource,
        title: 'The organization has no public repository',
        evidence: { publicRepositories },
      })
      return
    }
    const path = '/actions/permissions/fork-pr-contributor-approval'
    await judgeSetting(ctx, { path, schema: ForkApproval, page: 'actions' }, ({ approval_policy: policy }) => ({
      isGood: policy === 'all_external_contributors',
      title:
        policy === 'all_external_contributors'
          ? 'Workflows of everybody from outside need an approval'
          : 'Workflows of those who contributed before run without approval',
      remedy: 'Choose "Require approval for all external contributors".',
      evidence: { approvalPolicy: policy },
    }))
  },
})
