import { github } from '../../connector.ts'
import { judgeSetting, showSetting } from '../../organization-settings.ts'
import { ActionsPermissions } from '../../responses.ts'

export const actionsChosen = github.check({
  id: 'actions-chosen',
  title: 'Workflows run chosen actions only',
  description:
    'Checks which actions and reusable workflows repositories may run: those of the organization, a chosen list, or all there are. An action gets the code and the secrets of the workflow. Not judged: which ones are chosen.',
  severity: 'medium',
  controls: ['soc2:CC8.1', 'soc2:CC9.2', 'iso27001:A.5.21', 'iso27001:A.8.25'],
  states: ['build-limited', 'supplied-code-chosen'],
  scopes: ['organization_administration:read'],
  tags: ['ci', 'suppliers'],
  async run(ctx) {
    const options = { path: '/actions/permissions', schema: ActionsPermissions, page: 'actions' }
    await judgeSetting(ctx, options, ({ enabled_repositories: repositories, allowed_actions: allowed }) => {
      if (repositories === 'none')
        return { isGood: true, title: 'No repository runs actions', remedy: '', evidence: { repositories } }
      const actions = showSetting(ctx, allowed, 'which actions may run')
      return {
        isGood: actions !== 'all',
        title: actions === 'all' ? 'Workflows may run any action' : 'Workflows run chosen actions only',
        remedy: 'Under Policies, allow actions of the organization, and select the others that you need.',
        evidence: { repositories, allowedActions: actions },
      }
    })
  },
})
