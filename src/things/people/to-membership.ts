import type { Membership } from '../../service/records/memberships.ts'
import { roles } from '../../service/rights/permissions.ts'
import { isCalendarDay } from '../../text/calendar-day.ts'
import { createInputError } from './input-error.ts'

type RoleSource = Pick<Membership, 'organizationId' | 'userId' | 'role'> & {
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
  readonly readsPeople?: boolean | undefined
}

/** The rights as they are stored. @throws CheckwrightError `PERSON_INVALID` */
export function toMembership({
  organizationId,
  userId,
  role,
  periodFrom = null,
  periodTo = null,
  readsPeople = false,
}: RoleSource): Membership {
  if (!roles.includes(role) || (role as string) === 'operator')
    throw createInputError('The role must be viewer, member or admin. Operators are named on the machine.')
  for (const day of [periodFrom, periodTo])
    if (day !== null && !isCalendarDay(day)) throw createInputError('The period must be days such as 2026-01-31.')
  if (role !== 'viewer' && (periodFrom ?? periodTo) !== null)
    throw createInputError('Only a viewer can be limited to a period.')
  if (role === 'member' && readsPeople)
    throw createInputError('Evidence that names people is for administrators, and for viewers to whom they grant it.')
  if (periodFrom !== null && periodTo !== null && periodFrom > periodTo)
    throw createInputError('The period must not end before it begins.')
  return { organizationId, userId, role, periodFrom, periodTo, readsPeople: role === 'viewer' && readsPeople ? 1 : 0 }
}
