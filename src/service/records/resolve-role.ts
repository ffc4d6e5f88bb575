import { chooseLesserRole } from '../rights/permissions.ts'
import type { MembershipStore, OperatorStore } from './memberships.ts'
import type { WebPerson } from './web-sessions.ts'

interface RoleStores {
  readonly memberships: Pick<MembershipStore, 'find'>
  readonly operators: Pick<OperatorStore, 'has'>
}

/**
 * The present rights of a person, whatever they had at sign-in: at most those of their role. Rights of an operator last
 * only while they are listed as one.
 */
export async function resolveRole(
  { memberships, operators }: RoleStores,
  person: WebPerson,
): Promise<WebPerson & { readonly readsPeople: boolean }> {
  const { organizationId, userId } = person
  const membership = await memberships.find(organizationId, userId)
  const own = person.role === 'operator' ? 'admin' : person.role
  const role = membership === undefined ? own : chooseLesserRole(own, membership.role)
  const { periodFrom = null, periodTo = null } = membership?.role === 'viewer' ? membership : person
  const isOperator = role === 'admin' && (await operators.has(organizationId, userId))
  const readsPeople = role === 'viewer' && membership?.readsPeople === 1
  return { ...person, role: isOperator ? 'operator' : role, periodFrom, periodTo, readsPeople }
}
