import { okta } from '../connector.ts'
import { judgeSetting } from '../organization.ts'
import { ThreatInsight } from '../responses.ts'

export const threatInsight = okta.check({
  id: 'threat-insight',
  title: 'Sign-ins from addresses of known attackers are blocked',
  description:
    'Checks whether ThreatInsight blocks requests from addresses that attack Okta organizations. If it only writes them to the log, or is off, such addresses can try passwords. Not judged: network zones that are excluded from it.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.16', 'iso27001:A.8.20'],
  states: ['web-attacks-filtered', 'threats-watched'],
  scopes: ['okta.threatInsights.read'],
  tags: ['network', 'detection'],
  async run(ctx) {
    await judgeSetting(ctx, '/api/v1/threats/configuration', ThreatInsight, ({ action }) => ({
      isGood: action === 'block',
      title: {
        block: 'ThreatInsight blocks known attackers',
        audit: 'ThreatInsight only logs known attackers',
        none: 'ThreatInsight is off',
      }[action],
      remediation:
        'Open Security → General → Okta ThreatInsight settings in the Admin Console. Choose "Log and enforce security based on threat level".',
      evidence: { action },
    }))
  },
})
