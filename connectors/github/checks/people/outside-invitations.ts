import { github } from '../../connector.ts'
import { judgeSetting, showSetting } from '../../organization-settings.ts'
import { MemberPrivileges } from '../../responses.ts'

export const outsideInvitations = github.check({
  id: 'outside-invitations',
  title: 'Only owners invite people from outside',
  description:
    'Checks whether members with administrator rights in a repository may invite outside collaborators to it. Then nobody else decides, and nobody else knows. Not judged: the collaborators that there are.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18', 'iso27001:A.5.19'],
  states: ['invitations-limited'],
  scopes: ['organization_administration:read'],
  tags: ['guests', 'access'],
  async run(ctx) {
    const options = { path: '', schema: MemberPrivileges, page: 'member_privileges' }
    await judgeSetting(ctx, options, (settings) => {
      const invites = showSetting(ctx, settings.members_can_invite_outside_collaborators, 'who may invite')
      return {
        isGood: !invites,
        title: invites ? 'Members may invite people from outside' : 'Only owners invite people from outside',
        remedy: 'Clear "Allow repository administrators to invite outside collaborators".',
        evidence: { membersCanInviteOutsideCollaborators: invites },
      }
    })
  },
})
