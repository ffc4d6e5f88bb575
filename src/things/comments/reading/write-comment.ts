import type { JoiningEntry } from '../../../service/records/audit.ts'
import type { CommentWithAttachments } from '../../../service/records/comments.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { type CommentParts, createComment, demandComment, type NewComment } from '../write-comments.ts'

type HostCommentParts = Pick<HostParts, 'runtime' | 'users' | 'entities' | 'objects' | 'onComment' | 'report'>

/** Stores a comment, with its entry of the audit log if it has none, and tells the host of it. @throws ApiError as `createComment` */
export async function writeComment(
  parts: HostCommentParts,
  requestId: string,
  comment: NewComment,
  entry?: JoiningEntry,
): Promise<CommentWithAttachments> {
  const written = await createComment(pickCommentParts(parts), comment, entry)
  await notifyOfComment(parts, written, requestId)
  return written
}

/** Answers a comment. An answer to an answer belongs to the thread of both. @throws ApiError 404; as `createComment` */
export async function writeAnswer(
  parts: HostCommentParts,
  requestId: string,
  { to, ...answer }: Pick<NewComment, 'organizationId' | 'authorId' | 'content'> & { readonly to: string },
  entry?: JoiningEntry,
): Promise<CommentWithAttachments> {
  const { organizationId } = answer
  const of = await demandComment(pickCommentParts(parts), { organizationId, id: to })
  const { entityType, entityId, contextUrl, threadId } = of
  const comment = { ...answer, entityType, entityId, contextUrl, attachments: [], threadId: threadId ?? of.id }
  return writeComment(parts, requestId, comment, entry)
}

export function pickCommentParts({
  runtime: { workspace },
  users,
  entities,
  objects,
}: Pick<HostCommentParts, 'runtime' | 'users' | 'entities' | 'objects'>): CommentParts {
  return { comments: workspace.comments, users, entities, objects, clock: workspace.clock }
}

/** The comment is stored. A failed notification does not change that. */
async function notifyOfComment(
  { onComment, report }: HostCommentParts,
  { organizationId, id, entityType, entityId, authorId, contextUrl }: CommentWithAttachments,
  requestId: string,
): Promise<void> {
  try {
    const deepLink = contextUrl ?? undefined
    await onComment({ organizationId, commentId: id, entityType, entityId, authorId, deepLink })
  } catch (error) {
    report(error, requestId)
  }
}
