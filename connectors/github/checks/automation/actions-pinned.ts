import { github } from '../../connector.ts'
import { judgeSetting, showSetting } from '../../organization-settings.ts'
import { PinningPermissions } from '../../responses.ts'

export const actionsPinned = github.check({
  id: 'actions-pinned',
  title: 'Workflows name actions by what they contain',
  description:
    'Checks whether every action has to be named by the hash of a commit. A tag or a branch can be moved to other code later, and every workflow then runs that.',
  severity: 'low',
  controls: ['soc2:CC8.1', 'soc2:CC9.2', 'iso27001:A.5.21', 'iso27001:A.8.25'],
  states: ['build-limited', 'supplied-code-chosen'],
  scopes: ['organization_administration:read'],
  tags: ['ci', 'suppliers'],
  async run(ctx) {
    const options = { path: '/actions/permissions', schema: PinningPermissions, page: 'actions' }
    await judgeSetting(ctx, options, ({ enabled_repositories: repositories, sha_pinning_required: demanded }) => {
      if (repositories === 'none')
        return { isGood: true, title: 'No repository runs actions', remedy: '', evidence: { repositories } }
      const pinned = showSetting(ctx, demanded, 'whether actions have to be pinned')
      return {
        isGood: pinned,
        title: pinned ? 'Actions have to be pinned to a commit' : 'Actions may be named by a tag that can be moved',
        remedy: 'Under Policies, choose "Require actions to be pinned to a full-length commit SHA".',
        evidence: { repositories, shaPinningRequired: pinned },
      }
    })
  },
})
