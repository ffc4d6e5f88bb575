import type { Texts } from '../texts.ts'

export const crossChecks: Texts['crossChecks'] = {
  crossChecks: 'Querprüfungen',
  aboutIt: 'Angaben',
  findings: 'Feststellungen',
  whatFailsNow: 'Was jetzt nicht bestanden ist',
  reads: 'Liest',
  controls: 'Kontrollen',
  runs: 'Prüfläufe',
  itNeverRan: 'Es gab noch keinen Prüflauf.',
  theyCompareTheListsOf:
    'Sie vergleichen die Listen aller Ihrer Systeme. Sie beginnen, nachdem Listen neu gelesen wurden, höchstens einmal in der Stunde.',
  whatIsMissing: 'Was fehlt',
  neverRan: 'Noch nie gelaufen',
  of: ({ link, moment }) => [link, ' vom ', moment],
  results: 'Ergebnisse',
  itCanRun: 'Sie kann ausgeführt werden.',
  runNow: ({ title }) => `Jetzt prüfen: ${title}`,
  runNowButton: 'Jetzt prüfen',
  whatItJudgedBy: 'Worauf das Ergebnis beruht',
  theOldestListWasRead: ({ moment }) => ['Die älteste Liste wurde gelesen ', moment, '.'],
  whole: 'Vollständig',
  notWhole: 'Unvollständig',
  stillRunning: 'läuft',
}
