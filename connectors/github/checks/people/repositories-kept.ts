import { github } from '../../connector.ts'
import { judgeSetting, showSetting } from '../../organization-settings.ts'
import { MemberPrivileges } from '../../responses.ts'

export const repositoriesKept = github.check({
  id: 'repositories-kept',
  title: 'Only owners delete repositories, and change who sees them',
  description:
    'Checks whether members with administrator rights in a repository may delete or transfer it, and whether they may make it public. One stolen account could publish or destroy the source code.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'soc2:CC6.3', 'iso27001:A.8.3', 'iso27001:A.8.4', 'iso27001:A.8.12'],
  states: ['creating-limited', 'deletion-protected'],
  scopes: ['organization_administration:read'],
  tags: ['source-code', 'exposure', 'least-privilege'],
  async run(ctx) {
    const options = { path: '', schema: MemberPrivileges, page: 'member_privileges' }
    await judgeSetting(ctx, options, (settings) => {
      const deletes = showSetting(ctx, settings.members_can_delete_repositories, 'who may delete repositories')
      const changes = showSetting(ctx, settings.members_can_change_repo_visibility, 'who may change the visibility')
      const gaps = [
        ...(deletes ? ['delete and transfer repositories'] : []),
        ...(changes ? ['change who sees repositories'] : []),
      ]
      return {
        isGood: gaps.length === 0,
        title: gaps.length === 0 ? 'Only owners delete and publish repositories' : `Members may ${gaps.join(' and ')}`,
        remedy: 'Clear "Allow members to change repository visibilities" and "Allow members to delete or transfer".',
        evidence: { membersCanDeleteRepositories: deletes, membersCanChangeVisibility: changes },
      }
    })
  },
})
