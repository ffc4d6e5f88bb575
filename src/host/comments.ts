/** A new comment, for whoever sends notifications. */
export interface CommentNotice {
  readonly organizationId: string
  readonly commentId: string
  readonly entityType: string
  readonly entityId: string
  readonly authorId: string
  /** Page where the comment was written: where a notification leads. */
  readonly deepLink: string | undefined
}
