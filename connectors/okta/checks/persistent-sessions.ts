import { okta } from '../connector.ts'
import { listAdmittingRules, toRuleResource } from '../sign-on.ts'

export const persistentSessions = okta.check({
  id: 'persistent-sessions',
  title: 'Sessions end with the browser',
  description:
    'Checks in every active rule of the global session policies whether the cookie of the session outlives the browser. On a shared or stolen device the next person is signed in then.',
  severity: 'low',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(a)(2)(iii)'],
  states: ['sessions-end'],
  scopes: ['okta.policies.read'],
  tags: ['session', 'policy'],
  async run(ctx) {
    for await (const found of listAdmittingRules(ctx)) {
      const { policy, rule } = found
      const resource = toRuleResource(found)
      const evidence = { policy: policy.name, rule: rule.name, usePersistentCookie: rule.persistent }
      if (!rule.persistent) ctx.pass({ resource, title: `${resource.name} ends sessions with the browser`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${resource.name} keeps sessions when the browser is closed`,
          remediation: `Open Security → Global Session Policy → ${policy.name} → ${rule.name} in the Admin Console. Set "Okta global session cookies persist across browser sessions" to Disable.`,
          evidence,
        })
      }
    }
  },
})
