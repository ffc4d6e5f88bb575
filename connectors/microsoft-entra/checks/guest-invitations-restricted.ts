import { parseWord } from 'checkwright'
import { entra } from '../connector.ts'
import { InvitationPolicy } from '../settings.ts'

// https://learn.microsoft.com/graph/api/resources/authorizationpolicy
const inviters = ['none', 'adminsAndGuestInviters', 'adminsGuestInvitersAndAllMembers', 'everyone']

export const guestInvitationsRestricted = entra.check({
  id: 'guest-invitations-restricted',
  title: 'Guests do not invite further guests',
  description:
    'Checks who may invite external people into the tenant. If everybody may, including guests, you no longer control who can see the directory and everything that is shared with all. Not judged: which domains may be invited.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.16'],
  states: ['invitations-limited'],
  scopes: ['Policy.Read.All'],
  tags: ['guests', 'accounts'],
  async run(ctx) {
    const policy = await ctx.get('/policies/authorizationPolicy', { schema: InvitationPolicy })
    const allowInvitesFrom = parseWord(ctx, policy.allowInvitesFrom, inviters, 'allowInvitesFrom')
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    const evidence = { allowInvitesFrom }
    if (allowInvitesFrom !== 'everyone')
      ctx.pass({ resource, title: `Guests are invited by: ${allowInvitesFrom}`, evidence })
    else {
      ctx.fail({
        resource,
        title: 'Everyone may invite guests, guests included',
        remediation:
          'Open External Identities → External collaboration settings in the Entra admin center. Let only members invite guests, or only members with the role Guest Inviter.',
        evidence,
      })
    }
  },
})
