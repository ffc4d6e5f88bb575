import { StoreError } from '../../../errors/index.ts'
import type { Judge } from '../../people/judge.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The person whom a command names as the one who decides. @throws StoreError `NOT_FOUND` for nobody, and for a person who is deactivated */
export async function demandJudge({ users }: Runtime, organizationId: string, userId: string): Promise<Judge> {
  const found = await users.find({ organizationId, userId })
  if (found && found.deactivated !== true) return { userId, name: found.name, email: found.email }
  throw new StoreError(
    found ? `The person "${userId}" is deactivated.` : `The organization has no person "${userId}".`,
    { code: 'NOT_FOUND' },
  )
}
