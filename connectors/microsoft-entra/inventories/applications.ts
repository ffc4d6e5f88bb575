import type { VendorClient } from 'checkwright'
import { pages } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { PermissionGrant, ServicePrincipal } from '../responses.ts'

// The tenants in which Microsoft keeps its own applications.
// https://learn.microsoft.com/troubleshoot/entra/entra-id/governance/verify-first-party-apps-sign-in
const microsoft = ['f8cdef31-a31e-4b4a-93e4-5f571e91255a', '72f988bf-86f1-41af-91ab-2d7cd011db47']

interface Grants {
  readonly scopes: Set<string>
  readonly users: Set<string>
  /** An administrator has granted it for everybody, or Graph does not say for whom. */
  isForAll: boolean
  /** Graph does not say what one of them allows. */
  isVague: boolean
}

export const applications = entra.inventory({
  of: 'application',
  tells: ['publisher', 'scopes', 'users', 'verified'],
  covers: ['applications of other organizations'],
  leavesOut: ["applications of Microsoft's and of the tenant's own", 'permissions that are not on behalf of a user'],
  scopes: ['Application.Read.All', 'DelegatedPermissionGrant.Read.All'],
  async *list(ctx) {
    const grants = await fetchGrants(ctx)
    const principals = ctx.paginate('/servicePrincipals', {
      query: { $select: 'id,displayName,appOwnerOrganizationId,verifiedPublisher', $top: 500 },
      schema: ServicePrincipal,
      ...pages,
    })
    const own = [ctx.credentials.tenant_id.toLowerCase(), ...microsoft]
    for await (const { id, displayName, appOwnerOrganizationId, verifiedPublisher } of principals) {
      // Managed identities and older entries have no owner: they are of this tenant.
      if (!appOwnerOrganizationId || own.includes(appOwnerOrganizationId.toLowerCase())) continue
      const granted = grants.get(id)
      yield {
        id,
        name: displayName,
        publisher: verifiedPublisher?.displayName,
        scopes: granted && !granted.isVague ? [...granted.scopes] : undefined,
        users: granted?.isForAll ? undefined : granted?.users.size,
        verified: isVerified(verifiedPublisher?.verifiedPublisherId),
        unknown: {
          publisher: 'Microsoft has verified no publisher.',
          scopes: 'Graph names no permission on behalf of a user, and other permissions are not read.',
          users: granted ? 'An administrator has allowed it for everybody.' : 'Nobody has given it a permission.',
        },
      }
    }
  },
})

/** Null: not verified. https://learn.microsoft.com/graph/api/resources/verifiedpublisher */
function isVerified(publisherId: unknown): boolean | undefined {
  if (publisherId === null) return false
  return typeof publisherId === 'string' && publisherId !== '' ? true : undefined
}

/** What users and administrators have allowed, by the application's id. */
async function fetchGrants(ctx: VendorClient): Promise<ReadonlyMap<string, Grants>> {
  const grants = new Map<string, Grants>()
  const listed = ctx.paginate('/oauth2PermissionGrants', { query: { $top: 500 }, schema: PermissionGrant, ...pages })
  for await (const { clientId, consentType, principalId, scope } of listed) {
    const known = grants.get(clientId) ?? { scopes: new Set(), users: new Set(), isForAll: false, isVague: false }
    grants.set(clientId, known)
    for (const each of (scope ?? '').split(' ').filter((text) => text !== '')) known.scopes.add(each)
    known.isVague ||= typeof scope !== 'string'
    if (consentType === 'Principal' && principalId) known.users.add(principalId)
    else known.isForAll = true
  }
  return grants
}
