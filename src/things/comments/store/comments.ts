import type { Insertable, Kysely, Selectable } from 'kysely'
import type {
  AttachmentRecord,
  CommentRecord,
  CommentStore,
  CommentWithAttachments,
} from '../../../service/records/comments.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { SharedTransactions } from '../../../service/store/sql/shared-transactions.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { insertFile } from '../../../service/store/tables/files.ts'
import { insertAuditEntry } from '../../audit/store/audit.ts'
import { tellComment } from './tell-comment.ts'

const insertComment = prepareStatement((db, params: Placeholders<Insertable<Schema['comments']>>) =>
  db.insertInto('comments').values({
    id: params('id'),
    organizationId: params('organizationId'),
    entityType: params('entityType'),
    entityId: params('entityId'),
    content: params('content'),
    contextUrl: params('contextUrl'),
    authorId: params('authorId'),
    author: params('author'),
    createdAtMs: params('createdAtMs'),
    updatedAtMs: params('updatedAtMs'),
    threadId: params('threadId'),
    resolvedAtMs: params('resolvedAtMs'),
    resolvedBy: params('resolvedBy'),
  }),
)

export function createCommentStore(db: Kysely<Schema>): CommentStore {
  const insertions = new SharedTransactions(db)
  return {
    insert: (comment, attachments, entry) =>
      insertions.run(async (tx) => {
        await insertComment(tx, { ...comment, author: toJsonText(comment.author) })
        for (const { file, ...attachment } of attachments) {
          await insertFile(tx, file)
          await tx
            .insertInto('attachments')
            .values({ ...attachment, fileId: file.id, organizationId: file.organizationId })
            .execute()
        }
        if (comment.threadId !== null)
          await setResolved(tx, { ...comment, id: comment.threadId }, { resolvedAtMs: null, resolvedBy: null })
        if (entry) await insertAuditEntry(tx, entry)
        await tellComment(tx, comment)
      }),
    async find(organizationId, id) {
      const query = ofOrganization(db, organizationId).selectFrom('comments').selectAll().where('id', '=', id)
      const [comment] = await addAttachments(db, organizationId, await query.execute())
      return comment
    },
    list: async (filter) => addAttachments(db, filter.organizationId, await selectComments(db, filter).execute()),
    async listThreads({ isResolved, ...filter }) {
      const rows = await selectComments(db, filter)
        .where('threadId', 'is', null)
        .$if(isResolved !== undefined, (query) => query.where('resolvedAtMs', isResolved ? 'is not' : 'is', null))
        .execute()
      return rows.map(toCommentRecord)
    },
    resolve: (ref, by) => setResolved(db, ref, by),
    async listNewest({ organizationId, entityType, entityId, limit }) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('comments')
        .selectAll()
        .where('entityType', '=', entityType)
        .where('entityId', '=', entityId)
        .$call(sortNewest('createdAtMs'))
        .limit(limit)
        .execute()
      return addAttachments(db, organizationId, rows.toReversed())
    },
    findAttachment: (organizationId, fileId) =>
      ofOrganization(db, organizationId)
        .selectFrom('files')
        .innerJoin('attachments', 'attachments.fileId', 'files.id')
        .selectAll('files')
        .where('files.id', '=', fileId)
        .executeTakeFirst(),
    async update({ organizationId, id, authorId }, changes) {
      const updated = await ofOrganization(db, organizationId)
        .updateTable('comments')
        .set(changes)
        .where('id', '=', id)
        .where('authorId', '=', authorId)
        .executeTakeFirstOrThrow()
      return updated.numUpdatedRows > 0n
    },
    delete: ({ organizationId, id, authorId }) =>
      runInTransaction(db, async (tx) => {
        // A change of nothing that locks the row: if two requests delete it at once, the second finds it gone.
        const own = await ofOrganization(tx, organizationId)
          .updateTable('comments')
          .set({ authorId })
          .where('id', '=', id)
          .where('authorId', '=', authorId)
          .returning('id')
          .executeTakeFirst()
        if (own === undefined) return undefined
        const attachments = (await listAttachments(tx, organizationId, [id])).map(({ file }) => file)
        await ofOrganization(tx, organizationId)
          .updateTable('comments')
          .set({ threadId: null })
          .where('threadId', '=', id)
          .execute()
        await tx.deleteFrom('attachments').where('commentId', '=', id).execute()
        for (const { id: fileId } of attachments) await tx.deleteFrom('files').where('id', '=', fileId).execute()
        await tx.deleteFrom('comments').where('id', '=', id).execute()
        return attachments
      }),
  }
}

/** The oldest first. */
function selectComments(
  db: Kysely<Schema>,
  { organizationId, entityType, entityId, limit, after }: Parameters<CommentStore['list']>[0],
) {
  return ofOrganization(db, organizationId)
    .selectFrom('comments')
    .selectAll()
    .where('entityType', '=', entityType)
    .where('entityId', '=', entityId)
    .$if(after !== undefined, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('createdAtMs', '>', after?.createdAtMs ?? 0),
          and([eb('createdAtMs', '=', after?.createdAtMs ?? 0), eb('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('createdAtMs')
    .orderBy('id')
    .limit(limit)
}

async function setResolved(
  db: Kysely<Schema>,
  { organizationId, id }: Pick<CommentRecord, 'organizationId' | 'id'>,
  { resolvedAtMs, resolvedBy }: Pick<CommentRecord, 'resolvedAtMs' | 'resolvedBy'>,
): Promise<boolean> {
  const { numUpdatedRows } = await ofOrganization(db, organizationId)
    .updateTable('comments')
    .set({ resolvedAtMs, resolvedBy })
    .where('id', '=', id)
    .where('threadId', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function addAttachments(
  db: Kysely<Schema>,
  organizationId: string,
  rows: readonly Selectable<Schema['comments']>[],
): Promise<CommentWithAttachments[]> {
  const ids = rows.map((row) => row.id)
  const byComment = Map.groupBy(await listAttachments(db, organizationId, ids), ({ commentId }) => commentId)
  return rows.map((row) => ({ ...toCommentRecord(row), attachments: byComment.get(row.id) ?? [] }))
}

async function listAttachments(
  db: Kysely<Schema>,
  organizationId: string,
  commentIds: readonly string[],
): Promise<AttachmentRecord[]> {
  if (commentIds.length === 0) return []
  const rows = await ofOrganization(db, organizationId)
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.fileId')
    .selectAll('files')
    .select(['attachments.commentId', 'attachments.position', 'attachments.description'])
    .where('attachments.commentId', 'in', [...commentIds])
    .orderBy('attachments.position')
    .execute()
  return rows.map(({ commentId, position, description, ...file }) => ({ commentId, position, description, file }))
}

function toCommentRecord(row: Selectable<Schema['comments']>): CommentRecord {
  return { ...row, author: parseJsonText(row.author, 'comments.author') }
}
