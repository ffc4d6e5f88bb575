import { boundControls } from 'checkwright'
import { okta } from '../connector.ts'
import { listAdmittingRules, toRuleResource } from '../sign-on.ts'

export const sessionLifetime = okta.check({
  id: 'session-lifetime',
  title: 'Sessions end after idleness and after a working day',
  description:
    'Checks in every active rule of the global session policies how long a session lasts without use, and in total. A session without an end outlives the shift, the device and the employment.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(a)(2)(iii)'], {
    max_idle_minutes: { max: 120 },
    max_lifetime_minutes: { max: 1440 },
  }),
  states: [
    { 'sessions-end': { within: 'max_lifetime_minutes' } },
    { 'idle-sessions-end': { within: 'max_idle_minutes' } },
  ],
  scopes: ['okta.policies.read'],
  tags: ['session', 'policy'],
  variables: [
    { id: 'max_idle_minutes', label: 'Longest idle time, minutes', type: 'number', default: 120, min: 1, max: 1440 },
    {
      id: 'max_lifetime_minutes',
      label: 'Longest session, minutes',
      type: 'number',
      default: 1080,
      min: 1,
      max: 10080,
      helpText: '1080 minutes are 18 hours.',
    },
  ],
  async run(ctx) {
    const { max_idle_minutes: idle, max_lifetime_minutes: lifetime } = ctx.variables
    for await (const found of listAdmittingRules(ctx)) {
      const { policy, rule } = found
      const { maxIdleMinutes, maxLifetimeMinutes } = rule
      const gaps = [
        ...(maxIdleMinutes !== undefined && maxIdleMinutes > idle
          ? [`${maxIdleMinutes} minutes of idleness, ${idle} allowed`]
          : []),
        ...(maxLifetimeMinutes === undefined || maxLifetimeMinutes > lifetime
          ? [`${maxLifetimeMinutes ?? 'no limit of'} minutes altogether, ${lifetime} allowed`]
          : []),
      ]
      const resource = toRuleResource(found)
      const evidence = { policy: policy.name, rule: rule.name, maxIdleMinutes, maxLifetimeMinutes }
      if (gaps.length === 0 && maxIdleMinutes === undefined) {
        const because = `Okta does not tell when idle sessions of ${resource.name} end.`
        ctx.undecided({ resource, because, kind: 'schema_drift' })
      } else if (gaps.length === 0) ctx.pass({ resource, title: `${resource.name} ends sessions in time`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${resource.name} lets a session last ${gaps.join(' and ')}`,
          remediation: `Open Security → Global Session Policy → ${policy.name} → ${rule.name} in the Admin Console. Set "Maximum Okta global session idle time" to ${idle} minutes and "Maximum Okta global session lifetime" to ${lifetime} minutes or less.`,
          evidence,
        })
      }
    }
  },
})
