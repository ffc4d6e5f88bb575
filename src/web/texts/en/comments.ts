export const comments = {
  comments: 'Comments',
  nobodyHasCommentedYet: 'Nobody has commented yet.',
  writeAComment: 'Write a comment',
  comment: 'Comment',
  changedLater: ', changed later',
  deleteYourComment: ({ content }: { content: string }) => `Delete your comment: ${content}`,
  delete: 'Delete',
}
