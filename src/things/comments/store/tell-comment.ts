import type { Kysely } from 'kysely'
import type { CommentRecord } from '../../../service/records/comments.ts'
import type { EntityType } from '../../../service/records/directory.ts'
import type { User } from '../../../service/records/users.ts'
import type { Action } from '../../../service/rights/permissions.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { findListeners } from '../../notices/store/tell.ts'
import { findNamedPeople } from '../../people/store/find-named-people.ts'
import { findMentions } from '../find-mentions.ts'

const textMax = 1_000

/** What somebody has to be allowed who may see what a comment is about. */
const readActions: Readonly<Record<EntityType, Action>> = {
  finding: 'findings:read',
  connection: 'connections:read',
  task: 'tasks:read',
  vendor: 'tasks:read',
  risk: 'tasks:read',
  policy: 'tasks:read',
  pentest: 'tasks:read',
  questionnaire: 'knowledge-base:read',
}

/** Tells a new comment, and whom it names, in the transaction that writes it. */
export async function tellComment(tx: Kysely<Schema>, comment: CommentRecord): Promise<void> {
  const { id: commentId, organizationId, entityType, entityId, createdAtMs: atMs, author, content } = comment
  const listeners = await findListeners(tx, organizationId)
  if (listeners === undefined) return
  const about = { organizationId, connectionId: null, atMs }
  const data = { commentId, entityType, entityId }
  const details = { author: { id: author.id, name: author.name }, text: content.slice(0, textMax).toWellFormed() }
  const named = listeners.want('comment.mentioned') ? await findMentionedPeople(tx, comment) : []
  await listeners.tell([
    { type: 'comment.created', ...about, data, details: listeners.wantDetails ? details : undefined },
    ...named.map(({ id: userId, name }) => ({
      type: 'comment.mentioned' as const,
      ...about,
      data: { ...data, userId },
      details: listeners.wantDetails ? { ...details, person: name } : undefined,
    })),
  ])
}

/** Those who may read the comment and what it is about. Nobody hears of what they wrote themselves. */
async function findMentionedPeople(
  tx: Kysely<Schema>,
  { organizationId, entityType, authorId, content }: CommentRecord,
): Promise<readonly Pick<User, 'id' | 'name'>[]> {
  const addresses = findMentions(content)
  const actions = ['comments:read', readActions[entityType]] as const
  const people = await findNamedPeople(tx, { organizationId, addresses, actions })
  return people.filter(({ id }) => id !== authorId)
}
