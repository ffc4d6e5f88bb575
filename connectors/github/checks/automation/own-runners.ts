import { github } from '../../connector.ts'
import { judgeSetting } from '../../organization-settings.ts'
import { EnabledRepositories } from '../../responses.ts'

export const ownRunners = github.check({
  id: 'own-runners',
  title: 'Not every repository may bring its own runner',
  description:
    'Checks whether every repository may register runners of its own. Such a machine stands in your network and runs what a workflow says, often without being cleaned afterwards, and nobody else sees it. Not judged: the runners that there are.',
  severity: 'low',
  controls: ['soc2:CC6.8', 'soc2:CC8.1', 'iso27001:A.8.9', 'iso27001:A.8.31'],
  states: ['build-limited'],
  scopes: ['organization_administration:read'],
  tags: ['ci'],
  async run(ctx) {
    const path = '/actions/permissions/self-hosted-runners'
    const options = { path, schema: EnabledRepositories, page: 'actions' }
    await judgeSetting(ctx, options, ({ enabled_repositories: repositories }) => ({
      isGood: repositories !== 'all',
      title:
        repositories === 'all'
          ? 'Every repository may bring its own runner'
          : 'Few repositories may bring their own runner',
      remedy: 'Under Runners, disable self-hosted runners of repositories, or select those that need one.',
      evidence: { repositories },
    }))
  },
})
