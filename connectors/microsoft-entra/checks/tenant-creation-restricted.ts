import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { TenantPolicy } from '../settings.ts'

export const tenantCreationRestricted = entra.check({
  id: 'tenant-creation-restricted',
  title: 'Only administrators create tenants',
  description:
    'Checks whether every user may create a further Microsoft tenant. Its creator is its global administrator, and nobody at your company sees what happens there.',
  severity: 'low',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15'],
  states: ['creating-limited'],
  scopes: ['Policy.Read.All'],
  tags: ['least-privilege'],
  async run(ctx) {
    const { defaultUserRolePermissions } = await ctx.get('/policies/authorizationPolicy', { schema: TenantPolicy })
    const { allowedToCreateTenants } = defaultUserRolePermissions
    reportTenant(ctx, {
      evidence: { allowedToCreateTenants },
      holds: !allowedToCreateTenants,
      good: 'Users cannot create tenants',
      bad: 'Every user may create tenants',
      remediation:
        'Open Identity → Users → User settings in the Entra admin center. Set "Restrict non-admin users from creating tenants" to Yes.',
    })
  },
})
