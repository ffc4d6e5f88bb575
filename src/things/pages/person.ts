import { z } from 'zod'
import { ApiError } from '../../errors/index.ts'
import { roles } from '../../service/rights/permissions.ts'
import type { Session } from '../api/options/host-options.ts'
import type { SessionPerson } from '../api/options/person.ts'
import type { HostParts } from '../api/parts/host-parts.ts'

const PersonSchema = z.object({
  userId: z.string().min(1),
  organizationId: z.string().min(1),
  role: z.enum(roles),
  periodFrom: z.iso.date().nullish(),
  periodTo: z.iso.date().nullish(),
  readsPeople: z.boolean().optional(),
  signedInAtMs: z.number().optional(),
})

/**
 * The person who is signed in, from the host. Their rights depend on it, so it is checked closely. A deactivated person
 * counts as not signed in, whatever their session.
 * @throws TypeError if it is not a person; ApiError 403 for an unknown organization
 */
export async function findPerson(
  { runtime: { organizations }, users }: Pick<HostParts, 'runtime' | 'users'>,
  session: Session,
  request: Request,
): Promise<SessionPerson | undefined> {
  const member = (await session.person(request)) ?? undefined
  if (member === undefined) return undefined
  const parsed = PersonSchema.safeParse(member)
  if (!parsed.success)
    throw new TypeError(
      `createHost: session.person must give { userId, organizationId, role: ${roles.map((role) => `'${role}'`).join(' | ')} }`,
    )
  const { organizationId, userId } = parsed.data
  if (!(await organizations.get(organizationId)))
    throw new ApiError('This service does not know your organization. Its operator has to add it.', {
      code: 'API_FORBIDDEN',
    })
  return (await users.find({ organizationId, userId }))?.deactivated === true ? undefined : parsed.data
}
