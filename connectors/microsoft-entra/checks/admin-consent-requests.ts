import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { ConsentRequests } from '../settings.ts'

export const adminConsentRequests = entra.check({
  id: 'admin-consent-requests',
  title: 'Users can ask an administrator to approve an application',
  description:
    'Checks whether requests for consent are on and somebody reviews them. Where users may not consent themselves, they otherwise find another way, or an administrator approves by mail without a record. Not judged: how fast requests are answered.',
  severity: 'low',
  controls: ['soc2:CC6.3', 'soc2:CC9.2', 'iso27001:A.5.19'],
  states: ['consent-limited'],
  scopes: ['Policy.Read.All'],
  tags: ['third-party', 'applications'],
  async run(ctx) {
    const { isEnabled, reviewers } = await ctx.get('/policies/adminConsentRequestPolicy', { schema: ConsentRequests })
    reportTenant(ctx, {
      evidence: { isEnabled, reviewers: reviewers.length },
      holds: isEnabled && reviewers.length > 0,
      good: `Requests for consent go to reviewers: ${reviewers.length}`,
      bad: isEnabled ? 'Requests for consent go to nobody' : 'Users cannot request consent',
      remediation:
        'Open Enterprise applications → Consent and permissions → Admin consent settings in the Entra admin center. Turn on requests, and name reviewers.',
    })
  },
})
