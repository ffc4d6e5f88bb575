import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { GroupPolicy } from '../settings.ts'

export const securityGroupsRestricted = entra.check({
  id: 'security-groups-restricted',
  title: 'Only administrators create security groups',
  description:
    'Checks whether every user may create security groups. Access is given to groups, so a group that nobody knows can hold people whom nobody approved. Not judged: Microsoft 365 groups.',
  severity: 'low',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.5.18'],
  states: ['creating-limited'],
  scopes: ['Policy.Read.All'],
  tags: ['least-privilege', 'groups'],
  async run(ctx) {
    const { defaultUserRolePermissions } = await ctx.get('/policies/authorizationPolicy', { schema: GroupPolicy })
    const { allowedToCreateSecurityGroups } = defaultUserRolePermissions
    reportTenant(ctx, {
      evidence: { allowedToCreateSecurityGroups },
      holds: !allowedToCreateSecurityGroups,
      good: 'Users cannot create security groups',
      bad: 'Every user may create security groups',
      remediation:
        'Open Identity → Groups → General in the Entra admin center. Set "Users can create security groups" to No.',
    })
  },
})
