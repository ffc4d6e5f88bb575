import { github } from '../../connector.ts'
import { judgeSetting, showSetting } from '../../organization-settings.ts'
import { MemberPrivileges } from '../../responses.ts'

export const forksOfPrivateCode = github.check({
  id: 'forks-of-private-code',
  title: 'The organization forbids forks of private repositories',
  description:
    'Checks whether the organization allows forks of private repositories. A fork is a copy under another account, with its own rules and its own people. Not judged: single repositories, which may forbid forks where the organization allows them.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.4', 'iso27001:A.8.12'],
  states: ['sharing-limited'],
  scopes: ['organization_administration:read'],
  tags: ['source-code', 'exposure'],
  async run(ctx) {
    const options = { path: '', schema: MemberPrivileges, page: 'member_privileges' }
    await judgeSetting(ctx, options, (settings) => {
      const forks = showSetting(ctx, settings.members_can_fork_private_repositories, 'who may fork')
      return {
        isGood: !forks,
        title: forks
          ? 'The organization allows forks of private repositories'
          : 'Members cannot fork private repositories',
        remedy: 'Clear "Allow forking of private repositories". Work on branches needs no fork.',
        evidence: { membersCanForkPrivateRepositories: forks },
      }
    })
  },
})
