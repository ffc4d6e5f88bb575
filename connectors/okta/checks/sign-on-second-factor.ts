import { okta } from '../connector.ts'
import { admittingRules, ruleResource } from '../sign-on.ts'

export const signOnSecondFactor = okta.check({
  id: 'sign-on-second-factor',
  title: 'Signing in demands a second factor',
  description:
    'Asks of every active rule of the global session policies that lets people in whether it demands a second factor. One rule that does not is the door that an attacker with a stolen password looks for. Policies of single applications are not judged.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  scopes: ['okta.policies.read'],
  tags: ['mfa', 'authentication', 'policy'],
  async run(ctx) {
    for await (const found of admittingRules(ctx)) {
      const { policy, rule } = found
      const resource = ruleResource(found)
      const evidence = { policy: policy.name, rule: rule.name, requireFactor: rule.requireFactor }
      if (rule.requireFactor) ctx.pass({ resource, title: `${resource.name} demands a second factor`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${resource.name} lets people in without a second factor`,
          remediation: `In the Admin Console under Security → Global Session Policy → ${policy.name} → ${rule.name} set "Multifactor authentication (MFA) is" to Required.`,
          evidence,
        })
      }
    }
  },
})
