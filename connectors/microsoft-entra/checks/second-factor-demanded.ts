import { boundControls } from 'checkwright'
import { explainUnreadable, hasSecurityDefaults, isForEverybody, judgePolicies } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { isSecondFactorDemanded } from '../second-factor.ts'

export const secondFactorDemanded = entra.check({
  id: 'second-factor-demanded',
  title: 'Signing in demands a second factor from everybody, for every application',
  description:
    'Checks whether security defaults are on, or an active conditional access policy requires a second factor from all users for all cloud applications. A policy for some applications leaves the others to anybody with a password. So does one for some sign-ins only, such as risky ones or those from certain places, platforms and devices. Each policy is judged by itself: several that cover everybody only together do not count. Third-party controls, terms of use and compliant devices are no second factor here; if one of them is enough, the policy does not require one. A person has to judge a policy that excludes more than max_excluded_users users, or groups, roles, guests, applications, places, platforms or devices. Not judged: which users are excluded, and what other policies block.',
  severity: 'critical',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'], {
    max_excluded_users: { max: 3 },
  }),
  states: ['second-factor-demanded', { 'second-factor-without-exception': { excepted: 'max_excluded_users' } }],
  scopes: ['Policy.Read.All'],
  tags: ['mfa', 'conditional-access'],
  variables: [
    {
      id: 'max_excluded_users',
      label: 'Most users that may be excluded',
      type: 'number',
      default: 2,
      min: 0,
      helpText: 'For accounts that are kept for emergencies.',
    },
  ],
  async run(ctx) {
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    if (await hasSecurityDefaults(ctx)) {
      ctx.pass({ resource, title: 'Security defaults demand a second factor', evidence: { securityDefaults: true } })
      return
    }
    const { counting, partial, unreadable } = await judgePolicies(ctx, isSecondFactorDemanded)
    const evidence = { securityDefaults: false, policies: counting, partial }
    if (counting.some((policy) => isForEverybody(policy, ctx.variables.max_excluded_users)))
      ctx.pass({ resource, title: 'Conditional access demands a second factor', evidence })
    else if (unreadable.length > 0)
      ctx.undecided({ resource, because: explainUnreadable(unreadable), kind: 'schema_drift' })
    else if (counting.length > 0) {
      ctx.manual({
        resource,
        title: 'Conditional access demands a second factor, with exceptions',
        description:
          'Find out whether another policy demands it of those whom these policies leave out. Look also at what is listed as unknown.',
        evidence,
      })
    } else {
      ctx.fail({
        resource,
        title: 'A second factor is not demanded from everybody',
        remediation:
          'Open Protection → Conditional Access in the Entra admin center. Create a policy for all users and all resources that grants access with "Require multifactor authentication", and set it to On. Or enable security defaults under Overview → Properties.',
        evidence,
      })
    }
  },
})
