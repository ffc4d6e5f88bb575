import { boundControls } from 'checkwright'
import {
  explainUnreadable,
  hasSecurityDefaults,
  isForEverybody,
  judgeListed,
  listActivePolicies,
} from '../conditional-access.ts'
import { entra } from '../connector.ts'
import type { ConditionalAccessPolicy } from '../responses.ts'

export const legacySignInBlocked = entra.check({
  id: 'legacy-sign-in-blocked',
  title: 'Sign-in by protocols without a second factor is blocked',
  description:
    'Checks whether security defaults are on, or active conditional access policies block Exchange ActiveSync and other legacy clients for everybody, one for both or each by its own. IMAP, POP and SMTP cannot ask for a second factor, so attackers try guessed passwords there. A policy that blocks some sign-ins only, such as risky ones or those from certain countries, platforms and devices, does not count. Of policies for the same clients each is judged by itself. A person has to judge a policy that excludes more than max_excluded_users users, or groups, roles, guests, applications, places, platforms or devices. Not judged: which users are excluded, and whether Exchange itself still accepts such sign-ins.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.6', 'iso27001:A.8.5', 'hipaa:164.312(d)'], { max_excluded_users: { max: 3 } }),
  states: ['weak-sign-in-blocked'],
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
    const policies = await listActivePolicies(ctx)
    const { counting, partial, unreadable } = judgeListed(policies, (policy) =>
      legacyTypes.some((type) => isBlocking(policy, type)),
    )
    const byType = legacyTypes.map((type) => judgeListed(policies, (policy) => isBlocking(policy, type)).counting)
    const { max_excluded_users: most } = ctx.variables
    const evidence = { securityDefaults: false, policies: counting, partial }
    if (byType.every((blocking) => blocking.some((policy) => isForEverybody(policy, most))))
      ctx.pass({ resource, title: 'Conditional access blocks legacy sign-in', evidence })
    else if (unreadable.length > 0)
      ctx.undecided({ resource, because: explainUnreadable(unreadable), kind: 'schema_drift' })
    else if (byType.every((blocking) => blocking.length > 0))
      ctx.manual({
        resource,
        title: 'Conditional access blocks legacy sign-in, with exceptions',
        description:
          'Decide whether those whom the policies leave out still need it. Look also at what is listed as unknown.',
        evidence,
      })
    else {
      ctx.fail({
        resource,
        title: 'Legacy sign-in is not blocked for everybody',
        remediation:
          'Open Protection → Conditional Access in the Entra admin center. Create a policy for all users and all resources that blocks access by the client apps "Exchange ActiveSync clients" and "Other clients". Set it to On.',
        evidence,
      })
    }
  },
})

const legacyTypes = ['exchangeActiveSync', 'other'] as const

function isBlocking(
  { clientAppTypes, grantControls }: ConditionalAccessPolicy,
  type: (typeof legacyTypes)[number],
): boolean {
  const isAbout = clientAppTypes.includes('all') || clientAppTypes.includes(type)
  return isAbout && (grantControls?.builtInControls.includes('block') ?? false)
}
