import type { knowledgeBase as english } from './knowledge-base.en.ts'

export const knowledgeBase: typeof english = {
  knowledgeBase: 'Wissensdatenbank',
  answersThatYouWroteOnce: 'Antworten, die Sie einmal schreiben, für jeden Fragebogen, der dasselbe fragt.',
  writeAnAnswer: 'Antwort schreiben',
  wordsOfTheQuestionThe: 'Wörter der Frage, der Antwort oder eines Stichworts',
  wordsToLookFor: 'Gesuchte Wörter',
  search: 'Suchen',
  thereAreNoAnswersYet: 'Es gibt noch keine Antworten.',
  noAnswerHasAllOf: 'Keine Antwort enthält alle diese Wörter.',
  changed: ({ moment }) => ['geändert ', moment],
  answer: 'Antwort',
  change: 'Ändern',
  writeAQuestionAndAn: 'Schreiben Sie eine Frage und eine Antwort.',
  theQuestionHasAtMost: ({ question }) => `Die Frage hat höchstens ${question} Zeichen.`,
  theAnswerHasAtMost: ({ answer }) => `Die Antwort hat höchstens ${answer} Zeichen.`,
  thereAreAtMostTags: ({ tags, tag }) => `Höchstens ${tags} Stichwörter mit je ${tag} Zeichen sind möglich.`,
  theTextHasCharactersThat: 'Der Text enthält Zeichen, die nicht gespeichert werden können.',
  somebodyHasChangedIt:
    'Jemand hat diese Antwort geändert, nachdem Sie sie geöffnet haben. Sie lautet jetzt wie folgt. Speichern Sie noch einmal, um sie durch Ihren Text zu ersetzen.',
  thisQuestionHasAnAnswer:
    'Diese Frage hat schon eine Antwort. Ändern Sie jene Antwort, oder stellen Sie die Frage mit anderen Worten.',
  changeAnAnswer: 'Antwort ändern',
  question: 'Frage',
  tags: 'Stichwörter',
  optional: 'optional',
  withCommasBetweenThem: 'Durch Kommas getrennt.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  deleteThisAnswer: 'Diese Antwort löschen',
}
