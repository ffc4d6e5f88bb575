import { entra } from '../connector.ts'
import { AuthorizationPolicy } from '../responses.ts'

// https://learn.microsoft.com/entra/identity/enterprise-apps/configure-user-consent
// Microsoft writes their first letter in both ways, so they are compared without case.
const forSelf = 'managepermissiongrantsforself.'
const forOwned = 'managepermissiongrantsforownedresource.'
const anyApp = `${forSelf}microsoft-user-default-legacy`
const narrow = ['microsoft-user-default-low', 'microsoft-user-default-recommended'].map((id) => forSelf + id)

export const userConsentRestricted = entra.check({
  id: 'user-consent-restricted',
  title: 'Users cannot give third-party applications every permission',
  description:
    "Checks whether users may consent to every permission that an application requests. A single click on a convincing page then gives mail and files to a stranger, whatever the second factor. A person has to judge the tenant's own policies. Not judged: what owners of teams and chats may consent to for these.",
  severity: 'high',
  controls: ['soc2:CC6.3', 'soc2:CC9.2', 'iso27001:A.5.19'],
  states: ['rights-narrow', 'consent-limited'],
  scopes: ['Policy.Read.All'],
  tags: ['third-party', 'applications'],
  async run(ctx) {
    const { defaultUserRolePermissions } = await ctx.get('/policies/authorizationPolicy', {
      schema: AuthorizationPolicy,
    })
    const assigned = defaultUserRolePermissions.permissionGrantPoliciesAssigned
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    const evidence = { permissionGrantPoliciesAssigned: assigned }
    // Only these let users consent for themselves; others concern things that they own.
    // https://learn.microsoft.com/graph/api/resources/permissiongrantpolicy
    const others = assigned.filter((id) => {
      const policy = id.toLowerCase()
      return !narrow.includes(policy) && !policy.startsWith(forOwned)
    })
    if (others.length === 0) ctx.pass({ resource, title: 'User consent is restricted', evidence })
    else if (!others.some((id) => id.toLowerCase() === anyApp))
      ctx.manual({
        resource,
        title: `Users may consent by policies of the tenant's own: ${others.join(', ')}`,
        description:
          'Look at the permissions that these policies include. Microsoft Graph lists them under /policies/permissionGrantPolicies.',
        evidence,
      })
    else {
      ctx.fail({
        resource,
        title: 'Users may consent to anything',
        remediation:
          'Open Enterprise applications → Consent and permissions → User consent settings in the Entra admin center. Choose "Let Microsoft manage your consent settings" or "Do not allow user consent". Turn on admin consent requests.',
        evidence,
      })
    }
  },
})
