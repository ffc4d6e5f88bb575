import { z } from 'zod'
import { ApiError } from '../errors/index.ts'
import type { Person, Session } from '../host/host-options.ts'
import type { Runtime } from '../runtime/runtime.ts'

const PersonSchema = z.object({
  userId: z.string().min(1),
  organizationId: z.string().min(1),
  role: z.enum(['admin', 'member']),
})

/**
 * Who is signed in, as the host says it. What it says decides what they may do, so that it is looked at closely.
 * @throws TypeError when it is no person; ApiError 403 for an organization that is not known here
 */
export async function findPerson(
  { organizations }: Pick<Runtime, 'organizations'>,
  session: Session,
  request: Request,
): Promise<Person | undefined> {
  const given = (await session.person(request)) ?? undefined
  if (given === undefined) return undefined
  const parsed = PersonSchema.safeParse(given)
  if (!parsed.success)
    throw new TypeError("createHost: session.person must give { userId, organizationId, role: 'admin' | 'member' }")
  if (await organizations.get(parsed.data.organizationId)) return parsed.data
  throw new ApiError('This service does not know your organization. Its operator has to add it.', {
    code: 'API_FORBIDDEN',
    status: 403,
  })
}
