import { boundControls } from 'checkwright'
import { exclusionsOf, hasSecurityDefaults, isNarrow, policiesForEverybody } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import type { ConditionalAccessPolicy } from '../responses.ts'

export const secondFactorDemanded = entra.check({
  id: 'second-factor-demanded',
  title: 'Signing in demands a second factor from everybody, for every application',
  description:
    'Asks whether security defaults are on, or a conditional access policy in force demands a second factor from all users for all cloud applications. A policy for some applications leaves the others to whoever knows a password.',
  severity: 'critical',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'], {
    max_excluded_users: { max: 3 },
  }),
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
    const demanding = (await policiesForEverybody(ctx)).filter(demandsSecondFactor)
    const judged = demanding.map((policy) => ({ name: policy.displayName, excluded: exclusionsOf(policy) }))
    const evidence = { securityDefaults: false, policies: judged }
    if (judged.some(({ excluded }) => isNarrow(excluded, ctx.variables.max_excluded_users)))
      ctx.pass({ resource, title: 'Conditional access demands a second factor', evidence })
    else if (judged.length > 0) {
      ctx.manual({
        resource,
        title: 'Conditional access demands a second factor, with exceptions',
        description:
          'A person has to judge whether those who are excluded, and the applications, are held to one by another policy.',
        evidence,
      })
    } else {
      ctx.fail({
        resource,
        title: 'Nothing demands a second factor from everybody',
        remediation:
          'In the Entra admin center under Protection → Conditional Access create a policy for all users and all resources that grants access with "Require multifactor authentication", and set it to On; or enable security defaults under Overview → Properties.',
        evidence,
      })
    }
  },
})

function demandsSecondFactor({
  includeApplications,
  clientAppTypes,
  controls,
  operator,
  hasStrength,
}: ConditionalAccessPolicy) {
  const demanded = hasStrength || (controls.includes('mfa') && (operator === 'AND' || controls.length === 1))
  const isEverywhere =
    clientAppTypes.includes('all') ||
    ['browser', 'mobileAppsAndDesktopClients'].every((type) => clientAppTypes.includes(type))
  return demanded && isEverywhere && includeApplications.includes('All')
}
