import { HttpError, type VendorClient } from 'checkwright'
import { pages } from './conditional-access.ts'
import { isLicensed } from './directory.ts'
import { DirectoryObject, RoleAssignment, RoleDefinition } from './responses.ts'

export interface Principal {
  readonly id: string
  /** `user`, `group` or `servicePrincipal`, from Graph's types. */
  readonly type: string
}

/** The roles of one user, assigned or to be activated, directly or by a group. */
interface Roles {
  readonly names: readonly string[]
  /** Whether one of them manages users, roles or sign-in; undefined where Graph does not say what one allows. */
  readonly manages: boolean | undefined
}

const eligibilities = '/roleManagement/directory/roleEligibilityScheduleInstances'
const nobody = '00000000-0000-0000-0000-000000000000'

/** The roles of every user who has one, by id of the user. */
export async function fetchRoles(ctx: VendorClient): Promise<ReadonlyMap<string, Roles>> {
  const read = { schema: RoleAssignment, query: { $expand: 'principal' }, ...pages }
  const definitions = await Array.fromAsync(
    ctx.paginate('/roleManagement/directory/roleDefinitions', { schema: RoleDefinition, ...pages }),
  )
  const assignments = [
    ...(await Array.fromAsync(ctx.paginate('/roleManagement/directory/roleAssignments', read))),
    // Privileged Identity Management belongs to P2: without it nobody is eligible.
    ...((await isLicensed(ctx, eligibilities, `roleDefinitionId eq '${nobody}'`))
      ? await Array.fromAsync(ctx.paginate(eligibilities, read))
      : []),
  ]
  const groups = new Map<string, Promise<readonly Principal[]>>()
  const members = (group: string) => {
    const known = groups.get(group) ?? fetchMembers(ctx, group)
    groups.set(group, known)
    return known
  }
  const held = new Map<string, Set<string>>()
  for (const { roleDefinitionId, principal } of assignments) {
    if (!principal) continue
    for (const { id, type } of principal.type === 'group' ? await members(principal.id) : [principal])
      if (type === 'user') held.set(id, (held.get(id) ?? new Set()).add(roleDefinitionId))
  }
  return new Map([...held].map(([id, ids]) => [id, toRoles([...ids], definitions)]))
}

function toRoles(ids: readonly string[], definitions: readonly RoleDefinition[]): Roles {
  const roles = ids.map((id) => definitions.find((role) => role.id === id) ?? { id })
  const manages = roles.map(canManage)
  return {
    names: roles.map((role) => role.displayName ?? role.id),
    manages: manages.includes(true) || (manages.includes(undefined) ? undefined : false),
  }
}

/** Everybody in a group and in the groups within it. */
export function fetchMembers(ctx: VendorClient, group: string): Promise<Principal[]> {
  const path = `/groups/${encodeURIComponent(group)}/transitiveMembers`
  return Array.fromAsync(ctx.paginate(path, { schema: DirectoryObject, ...pages }))
}

// Privileged Identity Management belongs to P2: without it nobody is eligible, and Graph refuses the request.
// https://learn.microsoft.com/graph/api/rbacapplication-list-roleeligibilityscheduleinstances
export function isWithoutEligibility(error: unknown): boolean {
  return error instanceof HttpError && error.status === 400 && error.code === 'HTTP_PLAN'
}

// Actions are named microsoft.directory/<what>/<part>/<verb>:
// https://learn.microsoft.com/entra/identity/role-based-access-control/custom-create#permissions
const managed =
  /^microsoft\.directory\/(?:allEntities|users|roleAssignments|roleDefinitions|conditionalAccessPolicies)\//

function canManage({ rolePermissions }: Partial<RoleDefinition>): boolean | undefined {
  return rolePermissions?.some(({ allowedResourceActions }) =>
    allowedResourceActions.some((action) => managed.test(action) && !/\/read$/i.test(action)),
  )
}
