import { boundControls } from 'checkwright'
import { pages } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { DirectoryRole, RoleMember } from '../responses.ts'

// The same in every tenant: https://learn.microsoft.com/entra/identity/role-based-access-control/permissions-reference
const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10'

export const globalAdministrators = entra.check({
  id: 'global-administrators',
  title: 'There are few global administrators, and more than one',
  description:
    'Counts the members of the role Global Administrator. Each of them can read and change everything; with a single one the tenant depends on one person. Those who may activate the role by Privileged Identity Management are not counted.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_global_admins: { max: 5 },
    min_global_admins: { min: 1 },
  }),
  scopes: ['RoleManagement.Read.Directory'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_global_admins', label: 'Most global administrators', type: 'number', default: 4, min: 1 },
    { id: 'min_global_admins', label: 'Fewest global administrators', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { max_global_admins: most, min_global_admins: fewest } = ctx.variables
    const roles = await Array.fromAsync(ctx.paginate('/directoryRoles', { schema: DirectoryRole, ...pages }))
    const role =
      roles.find(({ roleTemplateId }) => roleTemplateId === globalAdministrator) ??
      ctx.cannotTell({
        kind: 'incomplete_data',
        message: 'Graph lists no role Global Administrator, which every tenant has.',
      })
    const members = await Array.fromAsync(
      ctx.paginate(`/directoryRoles/${encodeURIComponent(role.id)}/members`, { schema: RoleMember, ...pages }),
    )
    const count = members.length
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    const evidence = { globalAdministrators: members.map(({ id }) => id).sort() }
    if (count >= fewest && count <= most) ctx.pass({ resource, title: `Global administrators: ${count}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Global administrators: ${count}; ${fewest} to ${most} are allowed`,
        remediation:
          count > most
            ? 'In the Entra admin center under Roles & admins → Global Administrator remove those who can do their work with a narrower role, or make them eligible by Privileged Identity Management.'
            : 'In the Entra admin center under Roles & admins → Global Administrator add a second account, kept for the day on which the first cannot sign in.',
        evidence,
      })
    }
  },
})
