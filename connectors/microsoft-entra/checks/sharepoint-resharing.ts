import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { ResharingSettings } from '../settings.ts'

export const sharepointResharing = entra.check({
  id: 'sharepoint-resharing',
  title: 'Guests do not share files further',
  description:
    'Checks whether guests may share files of SharePoint and OneDrive that are not theirs. Otherwise people whom nobody at your company knows get access, with nobody who answers for it. Where nothing is shared outside the tenant, there are no guests who could.',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.12', 'gdpr:32'],
  states: ['sharing-limited'],
  scopes: ['SharePointTenantSettings.Read.All'],
  tags: ['sharing', 'guests'],
  async run(ctx) {
    const { isResharingByExternalUsersEnabled: allowed, sharingCapability } = await ctx.get(
      '/admin/sharepoint/settings',
      { schema: ResharingSettings },
    )
    if (sharingCapability === 'disabled') {
      ctx.notApplicable({
        resource: { type: 'tenant', id: ctx.credentials.tenant_id },
        title: 'Nothing is shared outside the tenant',
        evidence: { sharingCapability, isResharingByExternalUsersEnabled: allowed },
      })
      return
    }
    reportTenant(ctx, {
      evidence: { sharingCapability, isResharingByExternalUsersEnabled: allowed },
      holds: !allowed,
      good: 'Guests cannot share files further',
      bad: 'Guests may share files further',
      remediation:
        'Open Policies → Sharing → More external sharing settings in the SharePoint admin center. Turn off "Allow guests to share items they do not own".',
    })
  },
})
