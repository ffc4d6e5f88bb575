import { StoreError } from '../../../errors/index.ts'
import type { User } from '../../../service/records/users.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Judge } from '../judge.ts'

/** The person whom an option names. @throws StoreError `NOT_FOUND` */
export async function demandNamedPerson(
  { users }: Pick<Runtime, 'users'>,
  organizationId: string,
  userId: string,
): Promise<User> {
  const found = await users.find({ organizationId, userId })
  if (found) return found
  throw new StoreError(`The organization has no person "${userId}".`, { code: 'NOT_FOUND' })
}

/** The person whom a command names as the one who decides. @throws StoreError `NOT_FOUND` for nobody, and for a person who is deactivated */
export async function demandJudge(
  runtime: Pick<Runtime, 'users'>,
  organizationId: string,
  userId: string,
): Promise<Judge> {
  const { deactivated, name, email } = await demandNamedPerson(runtime, organizationId, userId)
  if (deactivated !== true) return { userId, name, email }
  throw new StoreError(`The person "${userId}" is deactivated.`, { code: 'NOT_FOUND' })
}
