import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { ApplicationPolicy } from '../settings.ts'

export const applicationRegistrationRestricted = entra.check({
  id: 'application-registration-restricted',
  title: 'Only administrators register applications',
  description:
    'Checks whether every user may register applications in the tenant. A registered application can ask others for their mail and files under a name that looks like your company. Not judged: who has the role Application Developer.',
  severity: 'medium',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.19'],
  states: ['creating-limited', 'consent-limited'],
  scopes: ['Policy.Read.All'],
  tags: ['applications', 'least-privilege'],
  async run(ctx) {
    const { defaultUserRolePermissions } = await ctx.get('/policies/authorizationPolicy', { schema: ApplicationPolicy })
    const { allowedToCreateApps } = defaultUserRolePermissions
    reportTenant(ctx, {
      evidence: { allowedToCreateApps },
      holds: !allowedToCreateApps,
      good: 'Users cannot register applications',
      bad: 'Every user may register applications',
      remediation:
        'Open Identity → Users → User settings in the Entra admin center. Set "Users can register applications" to No. Give the role Application Developer to those who need it.',
    })
  },
})
