import { z } from '@hono/zod-openapi'
import { createFilledTextSchema, foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import type { CommentRecord } from '../../../service/records/comments.ts'
import { entityTypes } from '../../../service/records/directory.ts'
import { commentLengthMax } from '../../../service/records/text-limits.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { chooseAuthor } from '../../api/callers/author.ts'
import { defineListRoute } from '../../api/list-route.ts'
import { defineRoute } from '../../api/route.ts'
import { toIsoTime } from '../../parts/runtime-parts.ts'
import { pickCommentParts, writeAnswer } from '../reading/write-comment.ts'
import { resolveThread } from '../write-comments.ts'

const CommentThread = z
  .object({
    id: z.string().openapi({ description: 'Of the comment that begins it.' }),
    entityType: z.enum(entityTypes),
    entityId: z.string().openapi({ example: 'tsk_1' }),
    state: z.enum(['open', 'resolved']),
    resolvedAt: timestamp.nullable().openapi({ example: null }),
    resolvedBy: z.string().nullable().openapi({ example: null }),
    createdAt: timestamp,
  })
  .openapi('CommentThread')

const tag = 'Comments'
const params = z.object({ commentId: ownId })
const userId = foreignId.optional().openapi({
  description: 'The person, with an API key. Ignored with a token, because its person does it.',
  example: 'usr_1',
})

export const listCommentThreads = defineListRoute({
  path: '/v1/comment-threads',
  operationId: 'CommentsController_listThreads_v1',
  tag,
  summary: 'List the threads of comments of a thing, oldest first',
  scope: 'comments:read',
  query: {
    entityType: z.enum(entityTypes),
    entityId: foreignId,
    state: z.enum(['open', 'resolved']).optional(),
  },
  answer: 'One page of threads.',
  item: CommentThread,
  page: 'CommentThreadPage',
  by: 'createdAtMs',
  list: async ({ query: { state, ...of }, page: { before: after, ...page } }, { runtime }) => {
    const isResolved = state === undefined ? undefined : state === 'resolved'
    return runtime.workspace.comments.listThreads({ ...of, ...page, after, isResolved })
  },
  toItem: toWireThread,
})

export const answerCommentRoute = defineRoute({
  method: 'post',
  path: '/v1/comments/{commentId}/answers',
  operationId: 'CommentsController_answerComment_v1',
  tag,
  summary: 'Answer a comment. If its thread was resolved, it is open again',
  scope: 'comments:write',
  params,
  body: [
    createJsonBody(
      z.strictObject({ content: createFilledTextSchema({ max: commentLengthMax }), userId }).openapi('NewAnswer'),
    ),
  ],
  answer: {
    status: 201,
    description: 'The answer.',
    schema: z.object({ id: z.string(), threadId: z.string(), createdAt: timestamp }).openapi('CommentAnswer'),
  },
  audit: { action: 'comment.create', joins: true },
  problems: [404],
  handle: async ({ params: { commentId }, body: { content, userId: named }, caller, requestId, entry }, host) => {
    const { organizationId } = caller
    const answer = { organizationId, content, to: commentId, authorId: chooseAuthor(caller, named, 'userId') }
    const made = await writeAnswer(host, requestId, answer, entry)
    return { id: made.id, threadId: made.threadId ?? made.id, createdAt: toIsoTime(made.createdAtMs) }
  },
})

export const resolveThreadRoute = defineThreadRoute('resolve', 'Resolve the thread of a comment')
export const reopenThreadRoute = defineThreadRoute('reopen', 'Open the thread of a comment again')

function defineThreadRoute(verb: 'resolve' | 'reopen', summary: string) {
  return defineRoute({
    method: 'post',
    path: `/v1/comments/{commentId}/${verb}`,
    operationId: `CommentsController_${verb}_v1`,
    tag,
    summary,
    scope: 'comments:write',
    params,
    body: [createJsonBody(z.strictObject({ userId }).openapi('ThreadDecision'))],
    answer: { status: 200, description: 'The thread.', schema: CommentThread },
    audit: { action: `comment.${verb}` },
    problems: [404],
    handle: async ({ params: { commentId: id }, body, caller }, host) => {
      const { organizationId } = caller
      const by = { organizationId, userId: chooseAuthor(caller, body.userId, 'userId') }
      const decision = { ...by, id, isResolved: verb === 'resolve' }
      return toWireThread(await resolveThread(pickCommentParts(host), decision))
    },
  })
}

function toWireThread({ id, entityType, entityId, resolvedAtMs, resolvedBy, createdAtMs }: CommentRecord) {
  return {
    id,
    entityType,
    entityId,
    state: resolvedAtMs === null ? ('open' as const) : ('resolved' as const),
    resolvedAt: resolvedAtMs === null ? null : toIsoTime(resolvedAtMs),
    resolvedBy,
    createdAt: toIsoTime(createdAtMs),
  }
}
