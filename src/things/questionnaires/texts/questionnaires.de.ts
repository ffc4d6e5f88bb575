import type { questionnaires as english } from './questionnaires.en.ts'

export const questionnaires: typeof english = {
  file: 'Die Datei beantworten',
  addQuestions: 'Fragen der Datei hinzufügen',
  columns: {
    choose: 'Spalten selbst wählen',
    question: 'Spalte der Fragen',
    questionHelp: 'Jede Spalte mit ihrem ersten Text.',
    none: 'Keine Fragen in dieser Tabelle',
    answer: 'Spalte für die Antworten',
    firstRow: 'Erste Zeile mit einer Frage',
    hiddenRows: ({ count }) =>
      count === 1 ? 'Eine ausgeblendete Zeile ist weggelassen.' : `${count} ausgeblendete Zeilen sind weggelassen.`,
    add: 'Fragen dieser Spalten hinzufügen',
  },
  fill: 'Beste Vorschläge einsetzen',
  download: 'Datei mit akzeptierten Antworten herunterladen',
  help: 'Für die Datei wird jede akzeptierte Antwort noch einmal nachgeschlagen. Was nicht mehr so ist, bleibt leer.',
  blank: ({ count }) => `${count} Fragen bleiben leer`,
  because: {
    'not-accepted': 'Keine akzeptierte Antwort',
    'no-cell': 'Keine Zelle dafür, oder eine mit Formel',
    gone: 'Die Quelle gibt es nicht mehr',
    expired: 'Die Quelle ist abgelaufen',
    changed: 'Die Quelle sagt inzwischen etwas anderes',
    'not-satisfied': 'Die Maßnahme ist zurzeit nicht erfüllt',
  },
  proposals: 'Vorgeschlagene Antworten',
  none: 'Nichts Freigegebenes oder Erfülltes beantwortet diese Frage.',
  similar: 'Ähnliche Antworten',
  missing: ({ words }) => `Sagt nichts zu: ${words}`,
  rests: ({ title, day }) => `Beruht auf: ${title}, ${day}`,
  use: 'Diese Antwort nehmen',
  draft: 'Mit dieser Antwort beginnen',
}
