import { boundControls } from 'checkwright'
import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { pages } from '../../lists.ts'
import { SecureScore } from '../../settings.ts'

export const secureScore = azure.check({
  id: 'secure-score',
  title: 'The secure score of the subscription is high',
  description:
    'Checks the secure score of Defender for Cloud, which is the share of its recommendations that resources follow, by their weight. It shows whether the configuration gets better or worse. Not judged: single recommendations, and resources that are exempt from them.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.8.9', 'hipaa:164.308(a)(8)'], { min_score: { min: 50 } }),
  states: [{ 'configuration-watched': { score: 'min_score' } }],
  scopes: ['Microsoft.Security/secureScores/read'],
  tags: ['monitoring'],
  variables: [{ id: 'min_score', label: 'Lowest score, percent', type: 'number', default: 70, min: 1, max: 100 }],
  // Azure has no score while nothing was assessed.
  onEmpty: 'fail',
  async run(ctx) {
    const { min_score: fewest } = ctx.variables
    const scores = ctx.paginate('/providers/Microsoft.Security/secureScores', {
      query: { 'api-version': '2020-01-01' },
      schema: SecureScore,
      resource: { type: 'secure-score', id: 'id', name: 'name' },
      ...pages,
    })
    for await (const { id, name, properties } of scores) {
      // 0.57 * 100 is 56.99… in binary. Azure has no more than four decimals.
      const percent = Math.floor(Math.round(properties.score.percentage * 1e6) / 1e4)
      reportSetting(ctx, {
        resource: { type: 'secure-score', id, name },
        evidence: { percent },
        holds: percent >= fewest,
        good: `The secure score is ${percent} percent`,
        bad: `The secure score is ${percent} percent, ${fewest} demanded`,
        remediation:
          'Open Defender for Cloud → Recommendations in the Azure portal. Begin with those that add most points, and write down a reason for each that you exempt.',
      })
    }
  },
})
