import type { Child } from 'hono/jsx'

export const comments = {
  title: 'Comments',
  empty: 'No comments yet.',
  label: 'Write a comment',
  button: 'Comment',
  deleteNamed: ({ content }: { content: string }) => `Delete your comment: ${content}`,
  posted: ({ moment, isEdited }: { moment: Child; isEdited: boolean }) => [moment, isEdited ? ' (edited)' : ''],
}
