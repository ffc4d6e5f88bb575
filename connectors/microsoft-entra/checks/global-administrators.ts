import { boundControls, type CheckContext, type VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { pages } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { DirectoryObject, DirectoryRole, ProgramState, RoleEligibility, UserState } from '../responses.ts'
import { fetchMembers, isWithoutEligibility, type Principal } from '../roles.ts'

// The same in every tenant: https://learn.microsoft.com/entra/identity/role-based-access-control/permissions-reference
const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10'

export const globalAdministrators = entra.check({
  id: 'global-administrators',
  title: 'There are few global administrators, and more than one',
  description:
    'Counts the accounts with the role Global Administrator, and those that may activate it by Privileged Identity Management. For groups, it counts their members. Each of them can read and change everything; with a single person, the tenant depends on that one. Disabled accounts and applications are left out, because they cannot sign in. Guests who have not accepted the invitation, and applications, count towards the maximum, but cannot replace a person. Not judged: the requirements of an activation, and who may become a member of a group.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_global_admins: { max: 5 },
    min_global_admins: { min: 1 },
  }),
  states: [{ 'few-administrators': { most: 'max_global_admins', fewest: 'min_global_admins' } }],
  scopes: ['RoleManagement.Read.Directory', 'GroupMember.Read.All', 'User.Read.All', 'Application.Read.All'],
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
    const people = await sortHolders(users, (id) =>
      ctx.get(`/users/${encodeURIComponent(id)}`, {
        query: { $select: 'id,accountEnabled,externalUserState' },
        schema: UserState,
      }),
    )
    const programs = await sortHolders(applications, (id) =>
      ctx.get(`/servicePrincipals/${encodeURIComponent(id)}`, {
        query: { $select: 'id,accountEnabled' },
        schema: ProgramState,
      }),
    )
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    const disabled = [...people.disabled, ...programs.disabled].sort()
    const evidence = {
      globalAdministrators: [...people.enabled, ...people.invited].sort(),
      applications: programs.enabled.sort(),
      disabled: disabled.length > 0 ? disabled : undefined,
    }
    const persons = people.enabled.length
    const count = persons + people.invited.length + programs.enabled.length
    const unknown = people.unknown.length + programs.unknown.length
    if (persons >= fewest && count + unknown <= most)
      ctx.pass({ resource, title: `Global administrators: ${count}`, evidence })
    else if (count > most || persons + people.unknown.length < fewest) {
      ctx.fail({
        resource,
        title: `Global administrators: ${count > most ? count : persons}; ${fewest} to ${most} are allowed`,
        remediation:
          count > most
            ? 'Open Roles & admins → Global Administrator in the Entra admin center. Remove the assignments, active and eligible, of those who can do their work with a narrower role.'
            : 'Open Roles & admins → Global Administrator in the Entra admin center. Add a second account, and keep it for the day on which the first cannot sign in.',
        evidence,
      })
    } else {
      const because = `Graph does not say whether ${unknown} of the global administrators can sign in.`
      ctx.undecided({ resource, because, kind: 'incomplete_data' })
    }
  },
})

/** Holders of the role by what they can do, each by its id. */
interface SortedHolders {
  readonly enabled: string[]
  /** Guests who have not accepted the invitation. */
  readonly invited: string[]
  readonly disabled: string[]
  readonly unknown: string[]
}

type HolderState = z.output<typeof ProgramState> & Partial<z.output<typeof UserState>>

async function sortHolders(
  ids: Iterable<string>,
  fetchState: (id: string) => Promise<HolderState>,
): Promise<SortedHolders> {
  const sorted: SortedHolders = { enabled: [], invited: [], disabled: [], unknown: [] }
  for (const id of ids) sorted[classifyHolder(await fetchState(id))].push(id)
  return sorted
}

function classifyHolder({ accountEnabled, externalUserState }: HolderState): keyof SortedHolders {
  if (accountEnabled === null) return 'unknown'
  if (!accountEnabled) return 'disabled'
  return externalUserState === 'PendingAcceptance' ? 'invited' : 'enabled'
}

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
