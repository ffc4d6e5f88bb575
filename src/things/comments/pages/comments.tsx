import type { CommentWithAttachments } from '../../../service/records/comments.ts'
import type { EntityType } from '../../../service/records/directory.ts'
import { updateAuthors } from '../../../service/records/people.ts'
import { commentLengthMax } from '../../../service/records/text-limits.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import type { OwnVisit } from '../../pages/page-route.ts'
import { countUnits } from '../../pages/shared/count-units.ts'
import { FormActions, FormField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'

export interface CommentedEntity {
  readonly entityType: EntityType
  readonly entityId: string
}

/** The latest of a long conversation; the API has the rest. */
const shown = 200

/** The comments of a thing, the oldest first; undefined for somebody who may not read them. */
export async function loadComments(
  { runtime, users, person: { organizationId, role } }: OwnVisit,
  entity: CommentedEntity,
): Promise<readonly CommentWithAttachments[] | undefined> {
  if (!mayDo(role, 'comments:read')) return undefined
  const rows = await runtime.workspace.comments.listNewest({ organizationId, ...entity, limit: shown })
  return updateAuthors(users, rows)
}

interface CommentsProps extends CommentedEntity {
  /** undefined: the reader may not read them. */
  readonly comments: readonly CommentWithAttachments[] | undefined
  /** The reader. */
  readonly userId: string
}

/** What people said of a thing, and a form to say more. */
export function Comments({ entityType, entityId, comments, userId }: CommentsProps) {
  const texts = useTexts()
  if (comments === undefined) return null
  return (
    <section class="sheet" id="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">{texts.comments.title}</h2>
      {comments.length === 0 && <p class="small">{texts.comments.empty}</p>}
      {comments.length > 0 && (
        <ol class="comments">
          {groupThreads(comments).map((thread) => (
            <Thread thread={thread} userId={userId} />
          ))}
        </ol>
      )}
      <PostForm to={`/comments/${entityType}/${entityId}`} class="comment-form">
        <FormField id="comment" label={texts.comments.label}>
          <textarea class="prose-box" id="comment" name="content" required maxlength={countUnits(commentLengthMax)} />
        </FormField>
        <FormActions submit={texts.comments.button} looks="quiet" />
      </PostForm>
    </section>
  )
}

interface CommentThread {
  readonly first: CommentWithAttachments
  readonly answers: readonly CommentWithAttachments[]
}

/** The threads, by the age of their first comments. Of a long one the first comment may not be there; then the oldest that is stands for it. */
function groupThreads(comments: readonly CommentWithAttachments[]): readonly CommentThread[] {
  const threads = Map.groupBy(comments, ({ id, threadId }) => threadId ?? id)
  return [...threads.values()].flatMap(([first, ...answers]) => (first ? [{ first, answers }] : []))
}

interface ThreadProps {
  readonly thread: CommentThread
  readonly userId: string
}

/** A comment with its answers. A thread that is resolved is folded. */
function Thread({ thread: { first, answers }, userId }: ThreadProps) {
  const texts = useTexts()
  const words = texts.comments
  const { id, content, resolvedAtMs } = first
  const isResolved = resolvedAtMs !== null
  const about = content.slice(0, 40)
  const thread = (
    <ol class="comments">
      <Comment comment={first} userId={userId} />
      {answers.map((answer) => (
        <Comment comment={answer} userId={userId} />
      ))}
    </ol>
  )
  return (
    <li class="thread">
      {isResolved ? (
        <details>
          <summary>{words.resolved({ content: about, moment: <Moment at={resolvedAtMs} /> })}</summary>
          {thread}
        </details>
      ) : (
        thread
      )}
      <div class="row">
        <details>
          <summary aria-label={words.answerNamed({ content: about })}>{words.answer}</summary>
          <PostForm to={`/comments/${id}/answer`} class="comment-form">
            <FormField id={`answer-${id}`} label={words.answerLabel}>
              <textarea
                class="prose-box"
                id={`answer-${id}`}
                name="content"
                required
                maxlength={countUnits(commentLengthMax)}
              />
            </FormField>
            <FormActions submit={words.answerButton} looks="quiet" />
          </PostForm>
        </details>
        <PostForm to={`/comments/${id}/${isResolved ? 'reopen' : 'resolve'}`} class="inline">
          <SubmitButton
            looks="plain"
            aria-label={(isResolved ? words.reopenNamed : words.resolveNamed)({ content: about })}
          >
            {isResolved ? words.reopen : words.resolve}
          </SubmitButton>
        </PostForm>
      </div>
    </li>
  )
}

function Comment({
  comment: { id, author, content, createdAtMs, updatedAtMs, attachments, authorId },
  userId,
}: {
  readonly comment: CommentWithAttachments
  readonly userId: string
}) {
  const texts = useTexts()
  return (
    <li id={`comment-${id}`}>
      <div class="by">
        <b>{author.name}</b>{' '}
        <span class="small">
          {texts.comments.posted({ moment: <Moment at={createdAtMs} />, isEdited: updatedAtMs !== null })}
        </span>
        {authorId === userId && (
          <PostForm to={`/comments/${id}/delete`} class="inline">
            <SubmitButton looks="plain" aria-label={texts.comments.deleteNamed({ content: content.slice(0, 40) })}>
              {texts.actions.delete}
            </SubmitButton>
          </PostForm>
        )}
      </div>
      <p class="said">{content}</p>
      {attachments.length > 0 && (
        <ul class="row plain-list">
          {attachments.map(({ file }) => (
            <li>
              <Link to={`/comments/files/${file.id}`}>{file.name}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
