import type { Clock } from '../../define/index.ts'
import { ApiError, mayBeStored } from '../../errors/index.ts'
import { keepBytes, toFileRecord, yieldOnce } from '../../service/files/keep-file.ts'
import type { ObjectStore } from '../../service/files/objects.ts'
import type { JoiningEntry } from '../../service/records/audit.ts'
import type {
  AttachmentRecord,
  CommentRecord,
  CommentStore,
  CommentWithAttachments,
} from '../../service/records/comments.ts'
import type { CommentedEntities, EntityType, UserDirectory } from '../../service/records/directory.ts'
import { demandActive, demandPerson } from '../../service/records/people.ts'
import { createTimeId } from '../../text/create-time-id.ts'

export interface CommentParts {
  readonly comments: CommentStore
  readonly users: UserDirectory
  readonly entities: CommentedEntities
  readonly objects: ObjectStore
  readonly clock: Pick<Clock, 'nowMs'>
}

export interface NewComment {
  readonly organizationId: string
  readonly entityType: EntityType
  readonly entityId: string
  readonly content: string
  readonly contextUrl: string | null
  readonly authorId: string
  readonly attachments: readonly NewAttachment[]
  /** The comment that began the thread that it belongs to. @default it begins one */
  readonly threadId?: string | undefined
}

export interface NewAttachment {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly description: string | null
  readonly userId: string
}

/**
 * Stores a comment with its attachments, or nothing of it.
 * @param entry of the audit log, which is stored with it. @default it has one already
 * @throws ApiError 400 `API_USER_UNKNOWN`, 404 for an entity or a comment that does not exist
 */
export async function createComment(
  parts: CommentParts,
  input: NewComment,
  entry?: JoiningEntry,
): Promise<CommentWithAttachments> {
  const { comments, users, entities, objects, clock } = parts
  const { organizationId, entityType, entityId } = input
  const author = await demandPerson(users, { organizationId, userId: input.authorId }, 'userId')
  for (const [index, { userId }] of input.attachments.entries())
    await demandPerson(users, { organizationId, userId }, `attachments[${index}].userId`)
  if (!(await entities.exists({ organizationId, entityType, entityId })))
    throw new ApiError(`There is no such ${entityType}.`, { code: 'NOT_FOUND' })
  const { attachments: files, threadId = null, ...facts } = input
  const comment: CommentRecord = {
    id: createTimeId(),
    ...facts,
    author,
    createdAtMs: clock.nowMs(),
    updatedAtMs: null,
    threadId,
    resolvedAtMs: null,
    resolvedBy: null,
  }
  const attachments: AttachmentRecord[] = []
  try {
    for (const [position, { bytes, description, ...file }] of files.entries()) {
      const stored = await keepBytes(objects, organizationId, yieldOnce(bytes))
      const record = toFileRecord(stored, { ...file, organizationId, createdAtMs: comment.createdAtMs })
      attachments.push({ commentId: comment.id, position, description, file: record })
    }
    await comments.insert(comment, attachments, entry?.complete(comment.id))
  } catch (error) {
    if (!mayBeStored(error))
      await removeObjects(
        objects,
        attachments.map(({ file }) => file),
      )
    throw error
  }
  return { ...comment, attachments }
}

/** @throws ApiError 404 */
export async function demandComment(
  { comments }: Pick<CommentParts, 'comments'>,
  { organizationId, id }: Pick<CommentRecord, 'organizationId' | 'id'>,
): Promise<CommentRecord> {
  const found = await comments.find(organizationId, id)
  if (found === undefined) throw createUnknownComment()
  return found
}

interface ThreadDecision extends Pick<CommentRecord, 'organizationId' | 'id'> {
  readonly userId: string
  /** False opens it again. */
  readonly isResolved: boolean
}

/** Resolves the thread of a comment, or opens it again. @throws ApiError 400 `API_USER_UNKNOWN`, 404 */
export async function resolveThread(
  { comments, users, clock }: Pick<CommentParts, 'comments' | 'users' | 'clock'>,
  { organizationId, id, userId, isResolved }: ThreadDecision,
): Promise<CommentRecord> {
  const { threadId } = await demandComment({ comments }, { organizationId, id })
  const person = await demandPerson(users, { organizationId, userId }, 'userId')
  const thread = { organizationId, id: threadId ?? id }
  const resolution = isResolved
    ? { resolvedAtMs: clock.nowMs(), resolvedBy: person.id }
    : { resolvedAtMs: null, resolvedBy: null }
  await comments.resolve(thread, resolution)
  return demandComment({ comments }, thread)
}

function createUnknownComment(): ApiError {
  return new ApiError('There is no such comment.', { code: 'NOT_FOUND' })
}

type OwnComment = Pick<CommentRecord, 'organizationId' | 'id' | 'authorId'>

/** @throws ApiError 404; 403 for anybody except the author */
export async function updateComment(
  { comments, clock, users }: CommentParts,
  ref: OwnComment,
  content: string,
): Promise<CommentWithAttachments> {
  await demandActiveAuthor(users, ref)
  if (!(await comments.update(ref, { content, updatedAtMs: clock.nowMs() })))
    throw await createCommentRefusal(comments, ref)
  const updated = await comments.find(ref.organizationId, ref.id)
  if (updated === undefined) throw await createCommentRefusal(comments, ref)
  return updated
}

/** With its files. @throws ApiError 404; 403 for anybody except the author */
export async function deleteComment({ comments, objects, users }: CommentParts, ref: OwnComment): Promise<void> {
  await demandActiveAuthor(users, ref)
  const files = await comments.delete(ref)
  if (files === undefined) throw await createCommentRefusal(comments, ref)
  await removeObjects(objects, files)
}

async function demandActiveAuthor(
  users: UserDirectory,
  { organizationId, authorId: userId }: OwnComment,
): Promise<void> {
  demandActive((await users.find({ organizationId, userId })) ?? {})
}

async function createCommentRefusal(comments: CommentStore, { organizationId, id }: OwnComment): Promise<ApiError> {
  return (await comments.find(organizationId, id)) === undefined
    ? createUnknownComment()
    : new ApiError('Only its author may change a comment.', { code: 'API_FORBIDDEN' })
}

/** Bytes without a file only take space, so a failed removal does not undo the change. */
async function removeObjects(
  objects: ObjectStore,
  files: readonly { readonly organizationId: string; readonly objectKey: string }[],
): Promise<void> {
  const removed = files.map(({ organizationId, objectKey: key }) => objects.delete({ organizationId, key }))
  await Promise.allSettled(removed)
}
