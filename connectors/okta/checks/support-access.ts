import { okta } from '../connector.ts'
import { judgeSetting } from '../organization.ts'
import { SupportAccess } from '../responses.ts'

export const supportAccess = okta.check({
  id: 'support-access',
  title: 'Okta Support has no access',
  description:
    'Checks whether somebody gave Okta Support access to the organization. Whoever works there then sees what an administrator sees. Give the access for a case, and take it back at its end. The check passes again by itself when the access expires.',
  severity: 'low',
  controls: ['soc2:CC6.3', 'soc2:CC9.2', 'iso27001:A.5.19', 'iso27001:A.8.2'],
  scopes: ['okta.orgs.read'],
  tags: ['administrators', 'suppliers'],
  async run(ctx) {
    await judgeSetting(ctx, '/api/v1/org/privacy/oktaSupport', SupportAccess, (access) => ({
      isGood: access.support === 'DISABLED',
      title: access.support === 'DISABLED' ? 'Okta Support has no access' : 'Okta Support has access',
      remediation:
        'Open Settings → Account → Give access to Okta Support in the Admin Console, and revoke the access if the case is closed.',
      evidence: { support: access.support, expiration: access.expiration, caseNumber: access.caseNumber },
    }))
  },
})
