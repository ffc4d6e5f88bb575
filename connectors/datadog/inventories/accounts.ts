import { type VendorClient, vendorMember } from 'checkwright'
import * as z from 'zod/mini'
import { datadog } from '../connector.ts'
import { pageSize, pages } from '../pages.ts'

const Ids = z.nullish(z.object({ data: z.nullish(z.array(z.object({ id: z.string() }))) }))

/** What an inventory reads of an item of GET /api/v2/users. */
export const AccountItem = z.object({
  id: z.string(),
  attributes: z.object({
    name: vendorMember<string>(),
    handle: vendorMember<string>(),
    email: vendorMember<string>(),
    disabled: vendorMember<boolean>(),
    status: vendorMember<string>(),
    service_account: vendorMember<boolean>(),
    mfa_enabled: vendorMember<boolean>(),
    created_at: vendorMember<string>(),
    last_login_time: vendorMember<string>(),
  }),
  relationships: z.nullish(z.object({ roles: Ids })),
})

/** What an inventory reads of an item of GET /api/v2/roles. */
export const RoleItem = z.object({
  id: z.string(),
  attributes: z.object({ name: z.string() }),
  relationships: z.nullish(z.object({ permissions: Ids })),
})

/** What an inventory reads of GET /api/v2/permissions. */
export const Permissions = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string() }) })),
})

/**
 * Permissions to manage users, roles or ways to sign in; `admin` is their older form.
 * https://docs.datadoghq.com/account_management/rbac/permissions/
 */
const administrativePermissions = ['admin', 'org_management', 'user_access_manage']

interface Role {
  readonly name: string
  /** Undefined if Datadog does not say what the role permits. */
  readonly isAdministrative: boolean | undefined
}

/**
 * Users and service accounts, disabled ones too. Datadog documents no way to say that somebody has never signed in, so that a
 * missing or empty `last_login_time` is not known: https://docs.datadoghq.com/api/latest/users/#list-all-users
 */
export const accounts = datadog.inventory({
  of: 'account',
  tells: ['email', 'roles', 'administrator', 'secondFactor', 'createdAt', 'lastActiveAt'],
  covers: ['users', 'service accounts', 'pending invitations'],
  leavesOut: ['support access of Datadog itself'],
  scopes: ['user_access_read'],
  async *list(ctx) {
    const roles = await readRoles(ctx)
    for await (const user of ctx.paginate('/api/v2/users', { query: pageSize, schema: AccountItem, ...pages })) {
      const { attributes: said, relationships } = user
      const held = relationships?.roles?.data?.map(({ id }) => roles.get(id))
      yield {
        id: user.id,
        name: said.name ?? said.handle,
        kind: said.service_account === true ? 'service' : said.service_account === false ? 'person' : 'unknown',
        status: toStatus(said),
        email: said.email,
        roles: held?.every((role) => role !== undefined) ? held.map(({ name }) => name) : undefined,
        administrator: findAdministrator(held),
        secondFactor: said.mfa_enabled,
        createdAt: said.created_at,
        lastActiveAt: said.last_login_time,
        unknown: { lastActiveAt: 'Datadog names no sign-in.' },
      }
    }
  },
})

async function readRoles(ctx: VendorClient): Promise<ReadonlyMap<string, Role>> {
  const { data } = await ctx.get('/api/v2/permissions', { schema: Permissions })
  const administrative = data.filter(({ attributes }) => administrativePermissions.includes(attributes.name))
  const ids = new Set(administrative.map(({ id }) => id))
  const roles = new Map<string, Role>()
  for await (const role of ctx.paginate('/api/v2/roles', { query: pageSize, schema: RoleItem, ...pages })) {
    const permits = role.relationships?.permissions?.data
    // Without any such permission in the list, none of these names is in use any more.
    const isAdministrative = ids.size === 0 ? undefined : permits?.some(({ id }) => ids.has(id))
    roles.set(role.id, { name: role.attributes.name, isAdministrative })
  }
  return roles
}

/** One such role is enough; to have none, every role has to be known. */
function findAdministrator(held: readonly (Role | undefined)[] | undefined): boolean | undefined {
  if (held?.some((role) => role?.isAdministrative)) return true
  return held?.every((role) => role?.isAdministrative === false) ? false : undefined
}

function toStatus({ disabled, status }: z.output<typeof AccountItem>['attributes']) {
  if (disabled === true || status === 'Disabled') return 'suspended'
  return status === 'Active' ? 'active' : status === 'Pending' ? 'invited' : 'unknown'
}
