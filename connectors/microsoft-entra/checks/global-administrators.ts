import { boundControls, type CheckContext, type VendorClient } from 'checkwright'
import { pages } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { DirectoryObject, DirectoryRole, RoleEligibility } from '../responses.ts'
import { fetchMembers, isWithoutEligibility, type Principal } from '../roles.ts'

// The same in every tenant: https://learn.microsoft.com/entra/identity/role-based-access-control/permissions-reference
const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10'

export const globalAdministrators = entra.check({
  id: 'global-administrators',
  title: 'There are few global administrators, and more than one',
  description:
    'Counts the accounts with the role Global Administrator, and those that may activate it by Privileged Identity Management. For groups, it counts their members. Each of them can read and change everything; with a single person, the tenant depends on that one. Applications with the role count towards the maximum, but cannot replace a person. Not judged: whether the accounts are enabled, the requirements of an activation, and who may become a member of a group.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_global_admins: { max: 5 },
    min_global_admins: { min: 1 },
  }),
  scopes: ['RoleManagement.Read.Directory', 'GroupMember.Read.All'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_global_admins', label: 'Most global administrators', type: 'number', default: 4, min: 1 },
    { id: 'min_global_admins', label: 'Fewest global administrators', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { max_global_admins: most, min_global_admins: fewest } = ctx.variables
    const users = new Set<string>()
    const applications = new Set<string>()
    for (const principal of [...(await fetchHolders(ctx)), ...(await fetchEligible(ctx))]) {
      const isGroup = principal.type === 'group'
      for (const { type, id } of isGroup ? await fetchMembers(ctx, principal.id) : [principal])
        if (type === 'user') users.add(id)
        else if (type === 'servicePrincipal') applications.add(id)
        // Groups within a group: their members are in the same list.
        else if (!isGroup || !['group', 'device'].includes(type))
          ctx.cannotTell({ kind: 'schema_drift', message: 'Graph lists a global administrator of an unknown type.' })
    }
    const count = users.size + applications.size
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    const evidence = { globalAdministrators: [...users].sort(), applications: [...applications].sort() }
    if (users.size >= fewest && count <= most)
      ctx.pass({ resource, title: `Global administrators: ${count}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Global administrators: ${count > most ? count : users.size}; ${fewest} to ${most} are allowed`,
        remediation:
          count > most
            ? 'Open Roles & admins → Global Administrator in the Entra admin center. Remove the assignments, active and eligible, of those who can do their work with a narrower role.'
            : 'Open Roles & admins → Global Administrator in the Entra admin center. Add a second account, and keep it for the day on which the first cannot sign in.',
        evidence,
      })
    }
  },
})

/** Present holders of the role, permanently or by an activation. */
async function fetchHolders(ctx: VendorClient & Pick<CheckContext, 'cannotTell'>): Promise<Principal[]> {
  const roles = await Array.fromAsync(ctx.paginate('/directoryRoles', { schema: DirectoryRole, ...pages }))
  const role =
    roles.find(({ roleTemplateId }) => roleTemplateId === globalAdministrator) ??
    ctx.cannotTell({
      kind: 'incomplete_data',
      message: "Graph's answer has no role Global Administrator, although every tenant has it.",
    })
  const path = `/directoryRoles/${encodeURIComponent(role.id)}/members`
  return Array.fromAsync(ctx.paginate(path, { schema: DirectoryObject, ...pages }))
}

/** People who may activate the role. */
async function fetchEligible(ctx: VendorClient): Promise<Principal[]> {
  try {
    const eligibilities = ctx.paginate('/roleManagement/directory/roleEligibilityScheduleInstances', {
      query: { $filter: `roleDefinitionId eq '${globalAdministrator}'`, $expand: 'principal' },
      schema: RoleEligibility,
      expect: isWithoutEligibility,
      ...pages,
    })
    return (await Array.fromAsync(eligibilities)).map(({ principal }) => principal)
  } catch (error) {
    if (isWithoutEligibility(error)) return []
    throw error
  }
}
