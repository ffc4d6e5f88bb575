import { gateScopes, type Scope, scopeRoles, scopes } from './scopes.ts'

/** The roles, in order: each includes the rights of those before it. */
export const roles = ['viewer', 'member', 'admin', 'operator'] as const

/**
 * - `viewer`: an auditor. Reads runs, results, findings and bundles, limited to a period if one is set.
 * - `member`: connects systems and runs them.
 * - `admin`: of an organization. People, accepted risks, the OAuth apps of the organization.
 * - `operator`: of the platform. OAuth apps that serve every organization, connectors, organizations.
 */
export type Role = (typeof roles)[number]

/** Actions that only pages have; the API has scopes for the same. */
const pageActions = {
  'runs:read': 'viewer',
  'waivers:read': 'viewer',
  'judgements:read': 'viewer',
  'reviews:read': 'viewer',
  'reviews:decide': 'member',
  'evidence:read': 'viewer',
  'packages:make': 'viewer',
  'controls:read': 'viewer',
  'findings:read': 'viewer',
  'runs:follow': 'member',
  'runs:write': 'member',
  'connections:read': 'member',
  'connections:write': 'member',
  'connection-destinations:write': 'admin',
  'waivers:write': 'admin',
  'organization-apps:write': 'admin',
  'platform-apps:write': 'operator',
} as const satisfies Readonly<Record<string, Role>>

/** With what scopes the API does the same as a page. */
const scopesOfPages = {
  'runs:read': ['integrations:read'],
  'waivers:read': ['integrations:read'],
  'judgements:read': ['integrations:read'],
  'reviews:read': ['integrations:read'],
  'reviews:decide': ['people:read', 'reviews:write'],
  'evidence:read': ['evidence-forms:read'],
  'packages:make': ['integrations:read'],
  'controls:read': ['integrations:read', 'tasks:read'],
  'findings:read': ['integrations:read'],
  'runs:follow': ['integrations:read'],
  'runs:write': ['integrations:run'],
  'connections:read': ['integrations:read'],
  'connections:write': ['integrations:write'],
  'connection-destinations:write': ['integrations:write'],
  'waivers:write': ['integrations:write'],
  'organization-apps:write': ['integrations:write'],
  'platform-apps:write': ['integrations:write'],
} as const satisfies Readonly<Record<keyof typeof pageActions, readonly Scope[]>>

/** Every action with the lowest role that may do it. Only this table decides it. */
export const permissions: Readonly<Record<Action, Role>> = { ...scopeRoles, ...pageActions }

export type Action = Scope | keyof typeof pageActions

/** Actions that affect every organization, and therefore need a recent sign-in. */
export const platformActions: readonly Action[] = (Object.keys(permissions) as Action[]).filter(
  (action) => permissions[action] === 'operator',
)

export function mayDo(role: Role, action: Action): boolean {
  return isRoleAtLeast(role, permissions[action])
}

/**
 * Whether somebody may read evidence that names people (inventories, the exchanges that list them, whole bundles): by their role, or because
 * an administrator granted it to a viewer.
 */
export function mayReadPeople({
  role,
  readsPeople,
}: {
  readonly role: Role
  readonly readsPeople?: boolean | undefined
}): boolean {
  return mayDo(role, 'people:read') || (role === 'viewer' && readsPeople === true)
}

interface PersonRights {
  readonly isDeactivated: boolean
  /** undefined: the person has no role here, so that your own sign-in decides. */
  readonly role: Role | undefined
}

/** Whether a person who does not ask at the moment may do all of this. */
export function mayStillDo({ isDeactivated, role }: PersonRights, actions: readonly Action[]): boolean {
  return !isDeactivated && (role === undefined || actions.every((action) => mayDo(role, action)))
}

/** Whether a role includes all rights of another one. */
export function isRoleAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/** The lesser of two roles. */
export function chooseLesserRole(one: Role, other: Role): Role {
  return isRoleAtLeast(one, other) ? other : one
}

/** Every scope that somebody of a role uses, on pages too: whoever has all of them may do what the role may do. */
export function listScopesOf(role: Role): readonly Scope[] {
  const own = (Object.keys(scopes) as Scope[]).filter((scope) => mayDo(role, scope) && !gateScopes.includes(scope))
  const pages = (Object.keys(pageActions) as (keyof typeof pageActions)[]).filter((action) => mayDo(role, action))
  return [...new Set([...own, ...pages.flatMap((action) => scopesOfPages[action])])]
}
