import { format } from '../../all-texts/de/format.ts'
import type { overview as english } from './overview.en.ts'

const { count, countCounted } = format
const countFindings = (findings: number) => countCounted(findings, 'Feststellung', 'Feststellungen')
const countChecks = (checks: number) => count(checks, 'Prüfung', 'Prüfungen')
const countConnections = (connections: number) => count(connections, 'Verbindung', 'Verbindungen')

export const overview: typeof english = {
  unreadyWords: {
    pending: 'wurde nicht fertig verbunden',
    needs_reauth: 'lehnt die Zugangsdaten ab',
    error: 'nimmt die Anfragen nicht an',
  },
  shortWords: {
    fail: (counts) => `${counts.count} nicht bestanden`,
    error: (counts) => `${counts.count} nicht feststellbar`,
    manual: (counts) => `${counts.count} zu beurteilen`,
    pass: (counts) => `${counts.count} bestanden`,
  },
  whatNeedsSomebody: 'Was zu erledigen ist',
  notFinished: 'Nicht fertig',
  refused: 'Abgelehnt',
  doesNotWork: 'funktioniert nicht',
  connectAgain: 'Erneut verbinden',
  moreConnection: ({ unready }) => count(unready, 'weitere Verbindung', 'weitere Verbindungen'),
  overdue: 'Überfällig',
  findingWhoseDayIsOver: ({ overdue }) => `${countFindings(overdue)} mit überschrittenem Termin`,
  accessReviewWhoseLastDay: ({ overdueReviews }) =>
    `${count(overdueReviews, 'Zugriffsüberprüfung', 'Zugriffsüberprüfungen')} mit überschrittenem letztem Tag`,
  yours: 'Ihre',
  findingThatYouOwn: ({ mine }) => `${countFindings(mine)}, für die Sie zuständig sind`,
  noOwner: 'Ohne Zuständige',
  findingThatNobodyTakesCare: ({ unowned }) => `${countFindings(unowned)}, um die sich niemand kümmert`,
  couldNotTell: 'Nicht feststellbar',
  andMoreThatCouldNot: ({ untold }) =>
    `und ${count(untold, 'weitere Prüfung', 'weitere Prüfungen')} ohne feststellbares Ergebnis`,
  needsReview: 'Zu beurteilen',
  resultsThatNobodyJudged: 'Ergebnisse, die noch niemand beurteilt hat',
  expiring: 'Läuft ab',
  acceptedRiskThatIn30: ({ expiring }) =>
    countCounted(
      expiring,
      'akzeptiertes Risiko, das in 30 Tagen abläuft',
      'akzeptierte Risiken, die in 30 Tagen ablaufen',
    ),
  overview: 'Übersicht',
  connectionByTheirNewestRuns: ({ connections, outcomes }) =>
    `${countConnections(connections)}, ${countChecks(outcomes)} nach den neuesten Prüfläufen.`,
  connectASystem: 'System verbinden',
  connectYourFirstSystem: 'Verbinden Sie Ihr erstes System',
  checksWhetherItIs: ({ service }) =>
    `${service} prüft, ob es so eingerichtet ist, wie Ihr Rahmenwerk es verlangt, und bewahrt den Nachweis auf. Das Verbinden dauert eine Minute. ${service} verschlüsselt Ihre Eingaben und zeigt sie nie wieder an.`,
  chooseASystem: 'System auswählen',
  setUpOauthApps: 'OAuth-Apps einrichten',
  theLastDays: ({ trendDays }) => `Die letzten ${trendDays} Tage`,
  connections: 'Verbindungen',
  lastRun: ({ moment }) => ['letzter Prüflauf ', moment],
  neverRan: 'noch kein Prüflauf',
  runNow: ({ name }) => `Jetzt prüfen: ${name}`,
  runNowButton: 'Jetzt prüfen',
  allConnections: ({ sorted }) => `Alle ${countConnections(sorted)}`,
  newestFindings: 'Neueste Feststellungen',
  theChecksThatHaveRun: 'Die ausgeführten Prüfungen haben keine offenen Feststellungen.',
  failedAgainFirstSeen: 'erneut nicht bestanden; erstmals gesehen ',
  since: 'seit ',
  allFindings: 'Alle Feststellungen',
  newestRuns: 'Neueste Prüfläufe',
  noneYet: 'Noch keine.',
  asATable: 'Als Tabelle',
  checksByDay: 'Prüfungen nach Tagen',
  day: 'Tag',
  runs: 'Prüfläufe',
  youSeeRunsAtMost: ({ periodFrom, periodTo, runsShown }) =>
    `Sie sehen Prüfläufe ${periodFrom ? `vom ${periodFrom}` : 'von Anfang an'} ${periodTo ? `bis ${periodTo}` : 'bis jetzt'}, höchstens die neuesten ${runsShown}.`,
  thereWereNoRunsIn: 'In dieser Zeit gab es keine Prüfläufe.',
  connection: ({ connectionId }) => `Verbindung ${connectionId} `,
  openFindings: 'Offene Feststellungen',
  asTheyWereAtThe: ({ moment }) => ['Stand am Ende Ihres Zeitraums, ', moment, '.'],
  sinceMoment: ({ moment }) => ['seit ', moment],
  theseAreTheNewest: ({ findingsShown }) => `Das sind die neuesten ${findingsShown}.`,
}
