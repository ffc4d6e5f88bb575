import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { LegacySettings } from '../settings.ts'

export const sharepointLegacySignIn = entra.check({
  id: 'sharepoint-legacy-sign-in',
  title: 'SharePoint refuses programs that cannot ask for a second factor',
  description:
    'Checks whether SharePoint and OneDrive accept sign-ins by legacy protocols. Programs with them send a password and cannot ask for a second factor, so conditional access does not hold for them.',
  severity: 'high',
  controls: ['soc2:CC6.6', 'iso27001:A.8.5', 'hipaa:164.312(d)'],
  states: ['weak-sign-in-blocked'],
  scopes: ['SharePointTenantSettings.Read.All'],
  tags: ['authentication'],
  async run(ctx) {
    const { isLegacyAuthProtocolsEnabled: allowed } = await ctx.get('/admin/sharepoint/settings', {
      schema: LegacySettings,
    })
    reportTenant(ctx, {
      evidence: { isLegacyAuthProtocolsEnabled: allowed },
      holds: !allowed,
      good: 'SharePoint refuses legacy sign-in',
      bad: 'SharePoint accepts legacy sign-in',
      remediation:
        'Open Policies → Access control → Apps that do not use modern authentication in the SharePoint admin center. Choose "Block access".',
    })
  },
})
