import type { comments as english } from './comments.en.ts'

export const comments: typeof english = {
  title: 'Kommentare',
  empty: 'Es gibt noch keine Kommentare.',
  label: 'Kommentar schreiben',
  button: 'Kommentieren',
  deleteNamed: ({ content }) => `Ihren Kommentar löschen: ${content}`,
  answer: 'Antworten',
  answerNamed: ({ content }) => `Auf „${content}“ antworten`,
  answerLabel: 'Antwort schreiben',
  answerButton: 'Antwort senden',
  resolve: 'Erledigen',
  resolveNamed: ({ content }) => `Gespräch erledigen: ${content}`,
  reopen: 'Wieder öffnen',
  reopenNamed: ({ content }) => `Gespräch wieder öffnen: ${content}`,
  resolved: ({ content, moment }) => ['Erledigt ', moment, `: ${content}`],
  posted: ({ moment, isEdited }) => [moment, isEdited ? ' (geändert)' : ''],
}
