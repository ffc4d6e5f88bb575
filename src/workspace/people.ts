import { ApiError } from '../errors/index.ts'
import type { CommentAuthor } from './comments.ts'
import type { UserDirectory } from './directory.ts'

/**
 * The person, who must be one of the organization.
 * @param path where the request names them
 * @throws ApiError 400 `API_USER_UNKNOWN`
 */
export async function demandPerson(
  users: UserDirectory,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  path: string,
): Promise<CommentAuthor> {
  const found = await users.find({ organizationId, userId })
  if (found) return personOf(found)
  throw new ApiError('The organization has no such person.', {
    code: 'API_USER_UNKNOWN',
    status: 400,
    problems: [{ path, message: 'must be a person of the organization' }],
  })
}

/** The directory is the host's and may tell more than anybody is to see. */
export function personOf({
  id,
  name,
  email,
  image = null,
  deactivated = null,
}: Partial<CommentAuthor> & Pick<CommentAuthor, 'id' | 'name' | 'email'>): CommentAuthor {
  return { id, name, email, image, deactivated }
}
