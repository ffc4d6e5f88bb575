import { github } from '../../connector.ts'
import { judgeSetting } from '../../organization-settings.ts'
import { ForkWorkflows } from '../../responses.ts'

export const forkSecrets = github.check({
  id: 'fork-secrets',
  title: 'Forks of private repositories get no secrets',
  description:
    'Checks whether workflows of pull requests from forks of private repositories get secrets, or a token that writes. Everybody who may read such a repository could then read its secrets. Not judged: who may fork, and whether somebody approves such workflows before they run.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'soc2:CC8.1', 'iso27001:A.8.25', 'iso27001:A.8.31'],
  states: ['secrets-protected', 'build-limited'],
  scopes: ['organization_administration:read'],
  tags: ['ci', 'secrets'],
  async run(ctx) {
    const path = '/actions/permissions/fork-pr-workflows-private-repos'
    await judgeSetting(ctx, { path, schema: ForkWorkflows, page: 'actions' }, (settings) => {
      const { run_workflows_from_fork_pull_requests: runs } = settings
      const { send_write_tokens_to_workflows: writes, send_secrets_and_variables: sends } = settings
      const gaps = [...(writes ? ['a token that writes'] : []), ...(sends ? ['secrets'] : [])]
      const isGood = !runs || gaps.length === 0
      return {
        isGood,
        title: isGood ? 'Workflows of forks get no secrets' : `Workflows of forks get ${gaps.join(' and ')}`,
        remedy:
          'Under "Fork pull request workflows in private repositories", clear the options that send write tokens and secrets.',
        evidence: { runsWorkflows: runs, sendsWriteTokens: writes, sendsSecrets: sends },
      }
    })
  },
})
