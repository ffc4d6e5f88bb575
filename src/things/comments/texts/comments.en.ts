import type { Child } from 'hono/jsx'

export const comments = {
  title: 'Comments',
  empty: 'No comments yet.',
  label: 'Write a comment',
  button: 'Comment',
  deleteNamed: ({ content }: { content: string }) => `Delete your comment: ${content}`,
  answer: 'Answer',
  answerNamed: ({ content }: { content: string }) => `Answer: ${content}`,
  answerLabel: 'Write an answer',
  answerButton: 'Send answer',
  resolve: 'Resolve',
  resolveNamed: ({ content }: { content: string }) => `Resolve the conversation: ${content}`,
  reopen: 'Open again',
  reopenNamed: ({ content }: { content: string }) => `Open the conversation again: ${content}`,
  resolved: ({ content, moment }: { content: string; moment: Child }) => ['Resolved ', moment, `: ${content}`],
  posted: ({ moment, isEdited }: { moment: Child; isEdited: boolean }) => [moment, isEdited ? ' (edited)' : ''],
}
