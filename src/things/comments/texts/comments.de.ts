import type { comments as english } from './comments.en.ts'

export const comments: typeof english = {
  title: 'Kommentare',
  empty: 'Es gibt noch keine Kommentare.',
  label: 'Kommentar schreiben',
  button: 'Kommentieren',
  deleteNamed: ({ content }) => `Ihren Kommentar löschen: ${content}`,
  posted: ({ moment, isEdited }) => [moment, isEdited ? ' (geändert)' : ''],
}
