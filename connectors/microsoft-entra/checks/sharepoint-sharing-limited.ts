import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { SharingSettings } from '../settings.ts'

export const sharepointSharingLimited = entra.check({
  id: 'sharepoint-sharing-limited',
  title: 'Nobody shares files by a link that works for everybody',
  description:
    'Checks with whom files of SharePoint and OneDrive may be shared. By a link for anyone, whoever gets the link reads the file without a sign-in, and nobody knows who did. Not judged: sites that allow less than the tenant.',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.12', 'iso27001:A.5.14', 'gdpr:32'],
  states: ['sharing-limited', 'shared-links-end'],
  scopes: ['SharePointTenantSettings.Read.All'],
  tags: ['sharing', 'exposure'],
  async run(ctx) {
    const { sharingCapability } = await ctx.get('/admin/sharepoint/settings', { schema: SharingSettings })
    reportTenant(ctx, {
      evidence: { sharingCapability },
      holds: sharingCapability !== 'externalUserAndGuestSharing',
      good: 'Files are shared with people who sign in',
      bad: 'Files may be shared with anyone who has the link',
      remediation:
        'Open Policies → Sharing in the SharePoint admin center. Set external sharing of SharePoint and OneDrive to "New and existing guests" or less.',
    })
  },
})
