import { distinctBy, type VendorClient } from 'checkwright'
import { Administrator, Role } from './responses.ts'

/** Ids of all users with some administrator role, directly or through a group, each once. */
export async function fetchAdministrators(ctx: VendorClient): Promise<string[]> {
  const administrators = ctx.paginate('/api/v1/iam/assignees/users', {
    items: 'value',
    schema: Administrator,
    query: { limit: 200 },
    next: { url: '_links.next.href' },
  })
  return distinctBy(await Array.fromAsync(administrators), ({ id }) => id).map(({ id }) => id)
}

/** The roles of one user that are in force. */
export async function fetchActiveRoles(ctx: VendorClient, id: string): Promise<Role[]> {
  const path = `/api/v1/users/${encodeURIComponent(id)}/roles`
  const roles = await Array.fromAsync(ctx.paginate(path, { schema: Role, next: 'link' }))
  return roles.filter(({ status }) => status === 'ACTIVE')
}

// https://help.okta.com/en-us/content/topics/security/administrators-admin-comparison.htm
const managing = [
  'API_ACCESS_MANAGEMENT_ADMIN',
  'APP_ADMIN',
  'GROUP_MEMBERSHIP_ADMIN',
  'HELP_DESK_ADMIN',
  'ORG_ADMIN',
  'SUPER_ADMIN',
  'USER_ADMIN',
]
const reading = ['READ_ONLY_ADMIN', 'REPORT_ADMIN']

/** Whether somebody with these roles may manage people, roles or sign-in; undefined where their types do not say. */
export function canManage(roles: readonly Role[]): boolean | undefined {
  if (roles.some(({ type }) => managing.includes(type))) return true
  // What a role of the organization's own allows stands elsewhere.
  return roles.every(({ type }) => reading.includes(type)) ? false : undefined
}
