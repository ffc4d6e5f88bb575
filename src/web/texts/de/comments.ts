import type { Texts } from '../texts.ts'

export const comments: Texts['comments'] = {
  comments: 'Kommentare',
  nobodyHasCommentedYet: 'Es gibt noch keine Kommentare.',
  writeAComment: 'Kommentar schreiben',
  comment: 'Kommentieren',
  changedLater: ', später geändert',
  deleteYourComment: ({ content }) => `Ihren Kommentar löschen: ${content}`,
  delete: 'Löschen',
}
