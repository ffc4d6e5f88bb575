import { boundControls } from 'checkwright'
import { exclusionsOf, hasSecurityDefaults, isNarrow, policiesForEverybody } from '../conditional-access.ts'
import { entra } from '../connector.ts'

export const legacySignInBlocked = entra.check({
  id: 'legacy-sign-in-blocked',
  title: 'Sign-in by protocols without a second factor is blocked',
  description:
    'Asks whether security defaults are on, or a conditional access policy in force blocks Exchange ActiveSync and other legacy clients for everybody. IMAP, POP and SMTP cannot ask for a second factor, so that guessed passwords are tried there.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.6', 'iso27001:A.8.5', 'hipaa:164.312(d)'], { max_excluded_users: { max: 3 } }),
  scopes: ['Policy.Read.All'],
  tags: ['authentication', 'conditional-access'],
  variables: [
    { id: 'max_excluded_users', label: 'Most users that may be excluded', type: 'number', default: 2, min: 0 },
  ],
  async run(ctx) {
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    if (await hasSecurityDefaults(ctx)) {
      ctx.pass({ resource, title: 'Security defaults block legacy sign-in', evidence: { securityDefaults: true } })
      return
    }
    const blocking = (await policiesForEverybody(ctx)).filter(
      ({ clientAppTypes, controls, includeApplications }) =>
        controls.includes('block') &&
        includeApplications.includes('All') &&
        (clientAppTypes.includes('all') ||
          ['exchangeActiveSync', 'other'].every((type) => clientAppTypes.includes(type))),
    )
    const judged = blocking.map((policy) => ({ name: policy.displayName, excluded: exclusionsOf(policy) }))
    const evidence = { securityDefaults: false, policies: judged }
    if (judged.some(({ excluded }) => isNarrow(excluded, ctx.variables.max_excluded_users)))
      ctx.pass({ resource, title: 'Conditional access blocks legacy sign-in', evidence })
    else if (judged.length > 0)
      ctx.manual({
        resource,
        title: 'Conditional access blocks legacy sign-in, with exceptions',
        description: 'A person has to judge whether those who are excluded still need it.',
        evidence,
      })
    else {
      ctx.fail({
        resource,
        title: 'Nothing blocks legacy sign-in for everybody',
        remediation:
          'In the Entra admin center under Protection → Conditional Access create a policy for all users and all resources, with the client apps "Exchange ActiveSync clients" and "Other clients", that blocks access, and set it to On.',
        evidence,
      })
    }
  },
})
