import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { SignUpPolicy } from '../settings.ts'

export const selfServiceSignUp = entra.check({
  id: 'self-service-sign-up',
  title: 'Nobody becomes a member of the tenant by an e-mail address alone',
  description:
    'Checks whether people with an address of your domain may make themselves an account of the tenant, by a message to that address. Such an account comes from no process of yours, and nobody closes it. Not judged: user flows by which guests sign themselves up.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.16'],
  states: ['registration-closed'],
  scopes: ['Policy.Read.All'],
  tags: ['accounts'],
  async run(ctx) {
    const { allowEmailVerifiedUsersToJoinOrganization: allowed } = await ctx.get('/policies/authorizationPolicy', {
      schema: SignUpPolicy,
    })
    reportTenant(ctx, {
      evidence: { allowEmailVerifiedUsersToJoinOrganization: allowed },
      holds: !allowed,
      good: 'People do not join by an e-mail address',
      bad: 'People may join by an e-mail address',
      remediation:
        'Set allowEmailVerifiedUsersToJoinOrganization to false by Update-MgPolicyAuthorizationPolicy of Microsoft Graph PowerShell. The admin centers do not show this setting.',
    })
  },
})
