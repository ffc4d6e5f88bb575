import { holdLease } from '../../auth/lease.ts'
import { ApiError, CheckwrightError, StoreError } from '../../errors/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import type { PersonRef } from './operators.ts'

interface ChangedPerson extends PersonRef {
  readonly asOperator?: boolean | undefined
}

type ChangeParts = Uses<'memberships' | 'users' | 'operators' | 'leases', 'clock'>

/**
 * Carries a change of a person out, one at a time in the organization: otherwise two administrators could remove each
 * other.
 * @throws CheckwrightError `LAST_ADMIN`; ApiError 403 for an operator of the platform
 */
export async function changePerson<T>(
  parts: ChangeParts,
  change: ChangedPerson & {
    /** Whether the person is an administrator afterwards, if they are one now. */ readonly keepsAdmin: boolean
  },
  carryOut: () => Promise<T>,
): Promise<T> {
  await demandChangeable(parts, change)
  return takeTurn(parts, change.organizationId, async () => {
    if (!change.keepsAdmin && !change.asOperator) await demandAnotherAdmin(parts, change)
    return carryOut()
  })
}

/** One at a time in the organization, in all processes. */
export function takeTurn<T>(
  { store, clock }: Uses<'leases', 'clock'>,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const message = 'Another process is changing the people of the organization. Try again in a moment.'
  const createBusyError = () => new StoreError(message, { code: 'STORE_CONFLICT' })
  return holdLease(store.leases, clock, `people:${organizationId}`, work, createBusyError)
}

/** Organizations do not decide about operators of the platform. @throws ApiError 403 */
export async function demandChangeable(
  { store: { operators } }: Uses<'operators', never>,
  { organizationId, userId, asOperator }: ChangedPerson,
): Promise<void> {
  if (asOperator || !(await operators.has(organizationId, userId))) return
  throw new ApiError('This person is an operator of the platform. Only operators can change them.', {
    code: 'API_FORBIDDEN',
  })
}

/** @throws CheckwrightError `LAST_ADMIN` if the person is the only administrator */
export async function demandAnotherAdmin(
  { store }: Uses<'memberships' | 'users', never>,
  { organizationId, userId }: PersonRef,
): Promise<void> {
  const [memberships, users] = await Promise.all([
    store.memberships.list(organizationId),
    store.users.list(organizationId),
  ])
  const gone = new Set(users.flatMap(({ id, deactivated }) => (deactivated === true ? [id] : [])))
  const admins = memberships.filter(({ role, userId: id }) => role === 'admin' && !gone.has(id))
  if (admins.length > 1 || admins[0]?.userId !== userId) return
  throw new CheckwrightError(
    'This is the last administrator of the organization. Make another person an administrator first.',
    { code: 'LAST_ADMIN' },
  )
}
