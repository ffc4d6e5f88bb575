import { okta } from '../connector.ts'
import { hasEnded } from '../has-ended.ts'
import { judgeSetting } from '../organization.ts'
import { SupportAccess, SupportCases } from '../responses.ts'

export const supportAccess = okta.check({
  id: 'support-access',
  title: 'Okta Support has no access',
  description:
    'Checks whether somebody gave Okta Support access to the organization, as a whole or for a case, also for one that it assigned to itself. Whoever works there then sees what an administrator sees. Give the access for a case, and take it back at its end. An access whose time is over counts as none.',
  severity: 'low',
  controls: ['soc2:CC6.3', 'soc2:CC9.2', 'iso27001:A.5.19', 'iso27001:A.8.2'],
  states: ['vendor-without-access'],
  scopes: ['okta.orgs.read'],
  tags: ['administrators', 'suppliers'],
  async run(ctx) {
    const { supportCases } = await ctx.get('/api/v1/org/privacy/oktaSupport/cases', { schema: SupportCases })
    const open = supportCases.filter(
      ({ impersonation, selfAssigned }) =>
        (impersonation.status === 'ENABLED' && !hasEnded(ctx, impersonation.expiration)) ||
        selfAssigned.status === 'APPROVED',
    )
    await judgeSetting(ctx, '/api/v1/org/privacy/oktaSupport', SupportAccess, ({ support, expiration, caseNumber }) => {
      const cases = open.map((each) => each.caseNumber)
      const isClosed = support === 'DISABLED' || hasEnded(ctx, expiration)
      const isGood = isClosed && cases.length === 0
      const by = isClosed ? ` by the case ${cases.join(', ')}` : ''
      return {
        isGood,
        title: isGood ? 'Okta Support has no access' : `Okta Support has access${by}`,
        remediation:
          'Open Settings → Account → Give access to Okta Support in the Admin Console. Revoke the access, and that of each case which is closed.',
        evidence: { support, expiration, caseNumber, cases },
      }
    })
  },
})
