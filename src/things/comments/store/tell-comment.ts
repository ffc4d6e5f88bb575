import type { Kysely } from 'kysely'
import type { CommentRecord } from '../../../service/records/comments.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { findListeners } from '../../notices/store/tell.ts'

const textMax = 1_000

/** Tells a new comment, in the transaction that writes it. */
export async function tellComment(tx: Kysely<Schema>, comment: CommentRecord): Promise<void> {
  const { id: commentId, organizationId, entityType, entityId, createdAtMs: atMs, author, content } = comment
  const listeners = await findListeners(tx, organizationId)
  await listeners?.tell([
    {
      type: 'comment.created',
      organizationId,
      connectionId: null,
      atMs,
      data: { commentId, entityType, entityId },
      details: listeners.wantDetails
        ? { author: { id: author.id, name: author.name }, text: content.slice(0, textMax).toWellFormed() }
        : undefined,
    },
  ])
}
