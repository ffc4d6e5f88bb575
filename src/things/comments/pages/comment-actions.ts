import { ApiError } from '../../../errors/index.ts'
import { type EntityType, entityTypes } from '../../../service/records/directory.ts'
import { commentLengthMax } from '../../../service/records/text-limits.ts'
import { createFileResponse } from '../../api/answers/file-response.ts'
import { defineAction, definePage } from '../../pages/page-route.ts'
import { pickCommentParts, writeAnswer, writeComment } from '../reading/write-comment.ts'
import { deleteComment, demandComment, resolveThread } from '../write-comments.ts'

const places: Readonly<Record<EntityType, string>> = {
  finding: '/findings',
  connection: '/connections',
  task: '/tasks',
  vendor: '/vendors',
  risk: '/risks',
  policy: '/policies',
  pentest: '/pentests',
  questionnaire: '/questionnaires',
}

export const addComment = defineAction({
  path: '/comments/:entityType/:entityId',
  access: 'comments:write',
  audit: { action: 'comment.create', target: 'entityId' },
  act: async (submission) => {
    const { runtime, person, form, params, requestId } = submission
    const { entityId = '' } = params
    const entityType = demandEntityType(params.entityType)
    const { organizationId } = person
    // A host may have tasks of its own, and those have no page here.
    const exists =
      entityType === 'task'
        ? (await runtime.tasks.get({ id: entityId, organizationId })) !== undefined
        : await submission.entities.exists({ organizationId, entityType, entityId })
    if (!exists) throw createNoCommentError()
    const content = demandContent(form.text('content'))
    const { id } = await writeComment(submission, requestId, {
      organizationId,
      authorId: person.userId,
      entityType,
      entityId,
      content,
      contextUrl: `${runtime.publicUrl}${places[entityType]}/${entityId}`,
      attachments: [],
    })
    return { kind: 'redirect', to: `${places[entityType]}/${entityId}#comment-${id}`, made: id }
  },
})

/** Answers a comment. */
export const answerComment = defineAction({
  path: '/comments/:commentId/answer',
  access: 'comments:write',
  audit: { action: 'comment.create', target: 'commentId' },
  act: async (submission) => {
    const { person, form, params, requestId } = submission
    const { organizationId, userId: authorId } = person
    const { commentId: to = '' } = params
    await demandComment(pickCommentParts(submission), { organizationId, id: to })
    const answer = { organizationId, authorId, content: demandContent(form.text('content')), to }
    const { id, entityType, entityId } = await writeAnswer(submission, requestId, answer)
    return { kind: 'redirect', to: `${places[entityType]}/${entityId}#comment-${id}`, made: id }
  },
})

export const resolveComments = defineThreadAction('resolve')
export const reopenComments = defineThreadAction('reopen')

function defineThreadAction(verb: 'resolve' | 'reopen') {
  return defineAction({
    path: `/comments/:commentId/${verb}`,
    access: 'comments:write',
    audit: { action: `comment.${verb}`, target: 'commentId' },
    act: async (submission) => {
      const { organizationId, userId } = submission.person
      const { commentId: id = '' } = submission.params
      const decision = { organizationId, id, userId, isResolved: verb === 'resolve' }
      const thread = await resolveThread(pickCommentParts(submission), decision)
      const { entityType, entityId } = thread
      return { kind: 'redirect', to: `${places[entityType]}/${entityId}#comment-${thread.id}` }
    },
  })
}

/** Your own alone. */
export const removeComment = defineAction({
  path: '/comments/:commentId/delete',
  access: 'comments:write',
  audit: { action: 'comment.delete', target: 'commentId' },
  act: async (submission) => {
    const { organizationId, userId } = submission.person
    const { commentId: id = '' } = submission.params
    const comment = await submission.runtime.workspace.comments.find(organizationId, id)
    await deleteComment(pickCommentParts(submission), { organizationId, id, authorId: userId })
    const entityType = demandEntityType(comment?.entityType)
    return { kind: 'redirect', to: `${places[entityType]}/${comment?.entityId}#comments` }
  },
})

/** A file of a comment. */
export const downloadAttachment = definePage({
  path: '/comments/files/:fileId',
  access: 'comments:read',
  show: async ({ runtime, objects, person: { organizationId }, params, request }) => {
    const file = await runtime.workspace.comments.findAttachment(organizationId, params.fileId ?? '')
    const bytes = file && (await objects.get({ organizationId, key: file.objectKey }))
    if (!file || !bytes) throw new ApiError('There is no such file.', { code: 'NOT_FOUND' })
    return { kind: 'response', response: await createFileResponse(file, bytes, request) }
  },
})

/** @throws ApiError 400 */
function demandContent(text: string): string {
  const content = text.trim()
  // Code points, as the API counts them.
  if (content === '' || [...content].length > commentLengthMax || content.includes('\0') || !content.isWellFormed())
    throw new ApiError(`Write a comment of at most ${commentLengthMax} characters.`, { code: 'API_INVALID' })
  return content
}

/** @throws ApiError 404 */
function demandEntityType(type: string | undefined): EntityType {
  const known = entityTypes.find((each) => each === type)
  if (known !== undefined) return known
  throw createNoCommentError()
}

function createNoCommentError(): ApiError {
  return new ApiError('There is no such comment.', { code: 'NOT_FOUND' })
}
