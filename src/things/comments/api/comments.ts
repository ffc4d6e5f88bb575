import { z } from '@hono/zod-openapi'
import { createBase64Schema } from '../../../service/api/schemas/base64.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import {
  createFilledTextSchema,
  createTextSchema,
  fileName,
  foreignId,
  mimeType,
  ownId,
  pageUrl,
  timestamp,
} from '../../../service/api/schemas/text-schema.ts'
import { toWire } from '../../../service/api/schemas/to-wire.ts'
import type { CommentWithAttachments } from '../../../service/records/comments.ts'
import { entityTypes } from '../../../service/records/directory.ts'
import { toAuthor, updateAuthors } from '../../../service/records/people.ts'
import { commentLengthMax } from '../../../service/records/text-limits.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { chooseAuthor } from '../../api/callers/author.ts'
import { defineListRoute } from '../../api/list-route.ts'
import { defineRoute } from '../../api/route.ts'
import { pickCommentParts, writeComment } from '../reading/write-comment.ts'
import { deleteComment, updateComment } from '../write-comments.ts'

/** All attachments of one comment together. */
const attachmentBytesMax = 25 * 1024 * 1024
const attachmentsMax = 20
/** The same in Base64, and the rest of the comment with every character escaped. */
const bodyBytesMax = 4 * Math.ceil(attachmentBytesMax / 3) + 512 * 1024

const content = createFilledTextSchema({ max: commentLengthMax }).openapi({
  example: 'The access review for May is attached.',
})

const userId = foreignId.optional().openapi({
  description: 'The author. Required with an API key. Ignored with a token, because its person is the author.',
  example: 'usr_1',
})

const NewAttachment = z
  .strictObject({
    fileName,
    fileType: mimeType,
    fileData: createBase64Schema({ bytesMax: attachmentBytesMax }),
    description: createTextSchema({ max: 500 }).optional(),
    userId,
  })
  .openapi('NewAttachment')

const NewComment = z
  .strictObject({
    content,
    entityId: foreignId.openapi({ example: 'tsk_1' }),
    entityType: z.enum(entityTypes),
    contextUrl: pageUrl.optional().openapi({
      description: 'Page on which the comment was written, for links in notifications.',
      example: 'https://app.acme.example/tasks/tsk_1',
    }),
    attachments: z
      .array(NewAttachment)
      .max(attachmentsMax)
      .refine(
        (all) => all.reduce((sum, { fileData }) => sum + fileData.length, 0) <= attachmentBytesMax,
        `must not contain more than ${attachmentBytesMax} bytes together`,
      )
      .optional(),
    userId,
  })
  .openapi('NewComment')

const Author = z
  .object({
    id: z.string().openapi({ example: 'usr_1' }),
    name: z.string().openapi({ example: 'Ada Lovelace' }),
    email: z.string().openapi({ example: 'ada@acme.example' }),
    image: z.string().nullable().openapi({ description: 'URL of a picture.', example: null }),
    deactivated: z.boolean().nullable().openapi({ description: 'null: not known.', example: false }),
  })
  .openapi('Author')

const Attachment = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d11' }),
    name: z.string().openapi({ example: 'access-review.pdf' }),
    type: z.string().openapi({ description: 'MIME type.', example: 'application/pdf' }),
    createdAt: timestamp,
  })
  .openapi('Attachment')

const Comment = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d10' }),
    content: z.string().openapi({ example: 'The access review for May is attached.' }),
    author: Author,
    attachments: z.array(Attachment),
    createdAt: timestamp,
  })
  .openapi('Comment')

const CommentWithFiles = Comment.extend({
  entityType: z.enum(entityTypes),
  entityId: z.string().openapi({ example: 'tsk_1' }),
  contextUrl: z.string().nullable().openapi({ example: null }),
  updatedAt: timestamp.nullable(),
}).openapi('KeptComment')

const tag = 'Comments'
const params = z.object({ commentId: ownId })

export const createCommentRoute = defineRoute({
  method: 'post',
  path: '/v1/comments',
  operationId: 'CommentsController_createComment_v1',
  tag,
  summary: 'Comment on a finding, a connection, a task, a vendor, a risk or a policy',
  description:
    'Lengths count Unicode code points. The answer has metadata of attachments; request their links when you need them.',
  scope: 'comments:write',
  body: [createJsonBody(NewComment, { bytesMax: bodyBytesMax })],
  answer: { status: 201, description: 'The comment.', schema: Comment },
  audit: { action: 'comment.create', joins: true },
  problems: [404],
  handle: async ({ body, caller, requestId, entry }, host) => {
    const { attachments = [], contextUrl = null, userId: named, ...facts } = body
    const input = {
      ...facts,
      organizationId: caller.organizationId,
      contextUrl,
      authorId: chooseAuthor(caller, named, 'userId'),
      attachments: attachments.map(
        ({ fileName: name, fileType: type, fileData: bytes, description = null, ...file }, index) => ({
          name,
          type,
          bytes,
          description,
          userId: chooseAuthor(caller, file.userId, `attachments[${index}].userId`),
        }),
      ),
    }
    return toWire(Comment, toShown(await writeComment(host, requestId, input, entry)))
  },
})

export const listComments = defineListRoute({
  path: '/v1/comments',
  operationId: 'CommentsController_listComments_v1',
  tag,
  summary: 'List the comments of a finding, a connection, a task, a vendor, a risk or a policy, oldest first',
  scope: 'comments:read',
  query: { entityType: z.enum(entityTypes), entityId: foreignId },
  answer: 'One page of comments.',
  item: CommentWithFiles,
  page: 'CommentPage',
  by: 'createdAtMs',
  list: async ({ query, page: { before: after, ...page } }, { users, runtime }) =>
    updateAuthors(users, await runtime.workspace.comments.list({ ...query, ...page, after })),
  toItem: (comment) => toWire(CommentWithFiles, toShown(comment)),
})

export const updateCommentRoute = defineRoute({
  method: 'patch',
  path: '/v1/comments/{commentId}',
  operationId: 'CommentsController_updateComment_v1',
  tag,
  summary: 'Change one of your own comments',
  scope: 'comments:write',
  params,
  body: [createJsonBody(z.strictObject({ content, userId }).openapi('CommentChange'))],
  answer: { status: 200, description: 'The changed comment.', schema: CommentWithFiles },
  audit: { action: 'comment.update' },
  handle: async ({ params: { commentId: id }, body, caller }, host) => {
    const ref = { organizationId: caller.organizationId, id, authorId: chooseAuthor(caller, body.userId, 'userId') }
    return toWire(CommentWithFiles, toShown(await updateComment(pickCommentParts(host), ref, body.content)))
  },
})

export const deleteCommentRoute = defineRoute({
  method: 'delete',
  path: '/v1/comments/{commentId}',
  operationId: 'CommentsController_deleteComment_v1',
  tag,
  summary: 'Delete a comment of your own, with its attachments',
  scope: 'comments:write',
  params,
  query: z.strictObject({ userId }),
  answer: {
    status: 200,
    description: 'The comment is deleted.',
    schema: Done,
  },
  audit: { action: 'comment.delete' },
  handle: async ({ params: { commentId: id }, query, caller }, host) => {
    const ref = { organizationId: caller.organizationId, id, authorId: chooseAuthor(caller, query.userId, 'userId') }
    await deleteComment(pickCommentParts(host), ref)
    return done
  },
})

/** The members of the wire form that a comment has in another form. */
function toShown({ author, attachments, ...comment }: CommentWithAttachments) {
  return {
    ...comment,
    author: toAuthor(author),
    attachments: attachments.map(({ file }) => toWire(Attachment, file)),
  }
}
