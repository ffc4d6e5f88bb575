import { ApiError } from '../../errors/index.ts'
import type { CommentAuthor, CommentRecord } from './comments.ts'
import type { UserDirectory } from './directory.ts'

/**
 * The person, who must belong to the organization.
 * @param path member of the request with their id
 * @throws ApiError 400 `API_USER_UNKNOWN`
 */
export async function demandPerson(
  users: UserDirectory,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  path: string,
): Promise<CommentAuthor> {
  const found = await users.find({ organizationId, userId })
  if (found) return toAuthor(demandActive(found))
  throw new ApiError('The organization has no such person.', {
    code: 'API_USER_UNKNOWN',
    problems: [{ path, message: 'must be a person of the organization' }],
  })
}

/** A deactivated person cannot be an author. @throws ApiError 403 */
export function demandActive<P extends { readonly deactivated?: boolean | null | undefined }>(person: P): P {
  if (person.deactivated !== true) return person
  throw new ApiError('The person is deactivated, so nothing can be written in their name.', { code: 'API_FORBIDDEN' })
}

/** The directory belongs to the host and may return more than people may see. */
export function toAuthor({
  id,
  name,
  email,
  image = null,
  deactivated = null,
}: Partial<CommentAuthor> & Pick<CommentAuthor, 'id' | 'name' | 'email'>): CommentAuthor {
  return { id, name, email, image, deactivated }
}

/** The present names of authors; the earlier ones if the directory no longer has them. Each is looked up once. */
export async function updateAuthors<Row extends Pick<CommentRecord, 'organizationId' | 'authorId' | 'author'>>(
  users: UserDirectory,
  comments: readonly Row[],
): Promise<Row[]> {
  const known = new Map<string, ReturnType<UserDirectory['find']>>()
  for (const { organizationId, authorId: userId } of comments)
    if (!known.has(userId)) known.set(userId, users.find({ organizationId, userId }))
  return Promise.all(
    comments.map(async (comment) => {
      const current = await known.get(comment.authorId)
      return { ...comment, author: current ? toAuthor(current) : comment.author }
    }),
  )
}
