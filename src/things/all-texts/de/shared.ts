import type { shared as english } from '../en/shared.ts'
import { format } from './format.ts'

const { count } = format
const countChecks = (checks: number) => count(checks, 'Prüfung', 'Prüfungen')
const countConnections = (connections: number) => count(connections, 'Verbindung', 'Verbindungen')
const seconds = new Intl.NumberFormat(format.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const shared: typeof english = {
  connectionWords: {
    pending: 'Nicht fertig',
    active: 'Verbunden',
    needs_reauth: 'Erneut verbinden',
    error: 'Gestört',
    paused: 'Pausiert',
    disconnected: 'Getrennt',
  },
  statusWords: {
    pass: 'Bestanden',
    fail: 'Nicht bestanden',
    manual: 'Zu beurteilen',
    not_applicable: 'Nicht anwendbar',
    error: 'Nicht feststellbar',
    queued: 'Wartet',
    running: 'Läuft',
    cancelled: 'Abgebrochen',
  },
  neverRan: 'Noch nie gelaufen',
  countQuiet: ({ checks }) => `${countChecks(checks)} ohne Handlungsbedarf`,
  countLoud: ({ checks }) => `${count(checks, 'weitere Prüfung', 'weitere Prüfungen')} zum Ansehen`,
  all: 'alle',
  connection: 'Verbindung',
  aPartOfItsName: 'Ein Teil des Namens',
  noConnectionHasInIts: ({ typed }) =>
    `Keine Verbindung hat „${typed}“ im Namen. Sie sehen die Einträge aller Verbindungen.`,
  connectionsHaveInTheirName: ({ candidates, typed }) =>
    `${candidates} Verbindungen haben „${typed}“ im Namen. Sie sehen die Einträge aller Verbindungen. Wählen Sie eine:`,
  nameOrAddress: 'Name oder Adresse',
  typeAPart: 'Geben Sie einen Teil des Namens oder der Adresse ein. Leer bedeutet: niemand.',
  nobodyHasInTheir: ({ typed }) => `Niemand hat „${typed}“ im Namen oder in der Adresse.`,
  peopleHaveInTheir: ({ candidates, typed }) =>
    `${candidates} Personen haben „${typed}“ im Namen oder in der Adresse. Wählen Sie eine:`,
  youSeeThoseOfEverybody: 'Sie sehen die Einträge von allen.',
  andMore: ({ more }) => `und ${more} weitere`,
  allSystems: 'Alle Systeme',
  pages: 'Seiten',
  firstPage: 'Erste Seite',
  nextPage: 'Nächste Seite',
  milliseconds: ({ ms }) => `${ms} ms`,
  seconds: (duration) => `${seconds.format(duration.seconds)} s`,
  minutes: (duration) => `${duration.minutes} min ${duration.seconds} s`,
  newest: 'Neueste',
  older: 'Ältere',
  startedWithWaiversOrVariables: 'Mit eigenen Ausnahmen oder Variablen gestartet',
  scoped: 'Gesondert',
  thisRunWasStartedWith:
    'Dieser Prüflauf wurde mit eigenen Ausnahmen oder Variablen gestartet. Er ändert deshalb keine Feststellungen, Kontrollen oder Verläufe.',
  headline: {
    refused: (counts) => count(counts.count, 'abgelehntes Ergebnis', 'abgelehnte Ergebnisse'),
    untold: (counts) => `${countChecks(counts.count)} nicht feststellbar`,
    needReview: (counts) => `${countChecks(counts.count)} zu beurteilen`,
    unasked: (counts) => `${countChecks(counts.count)} noch nie ausgeführt`,
    neverRan: (counts) => `${format.countCounted(counts.count, 'Verbindung', 'Verbindungen')} ohne Prüflauf`,
    unready: (counts) => `${countConnections(counts.count)} nicht nutzbar`,
    findings: (counts) => count(counts.count, 'Feststellung', 'Feststellungen'),
    failing: (counts) => `${countChecks(counts.count)} nicht bestanden`,
    allPass: (counts) =>
      counts.count === 1 ? 'Die Prüfung ist bestanden' : `Alle ${countChecks(counts.count)} sind bestanden`,
    allAccepted: 'Alle nicht bestandenen Ergebnisse sind akzeptierte Risiken',
    allJudged: 'Alle zu beurteilenden Ergebnisse sind akzeptiert',
    noneApplies: 'Keine Prüfung ist anwendbar',
    noneRan: 'Es wurde noch keine Prüfung ausgeführt',
    noRun: 'Es wurde keine Prüfung ausgeführt',
  },
  severityWords: { critical: 'kritisch', high: 'hoch', medium: 'mittel', low: 'niedrig', info: 'Hinweis' },
  roleWords: { viewer: 'Leser', member: 'Mitglied', admin: 'Administrator', operator: 'Betreiber' },
  waived: 'akzeptiertes Risiko · ',
  records: {
    account: (list) => count(list.count, 'Konto', 'Konten'),
    person: (list) => count(list.count, 'Person', 'Personen'),
    device: (list) => count(list.count, 'Gerät', 'Geräte'),
    credential: (list) => count(list.count, 'Zugangsschlüssel', 'Zugangsschlüssel'),
    application: (list) => count(list.count, 'Anwendung', 'Anwendungen'),
    vulnerability: (list) => count(list.count, 'Schwachstelle', 'Schwachstellen'),
    training: (list) => count(list.count, 'Schulung', 'Schulungen'),
  },
  lists: {
    account: 'Konten',
    person: 'Personen',
    device: 'Geräte',
    credential: 'Zugangsschlüssel',
    application: 'Anwendungen',
    vulnerability: 'Schwachstellen',
    training: 'Schulungen',
  },
  choose: 'Auswählen…',
  somebodyElseSavedThis:
    'Jemand anders hat dies gespeichert, nachdem Sie es geöffnet haben. Deshalb ist von Ihnen nichts gespeichert. Das Formular enthält Ihre Eingabe. Wenn Sie noch einmal speichern, ersetzt sie das, was jetzt gilt:',
  nothing: 'nichts',
  none: 'keine Angabe',
  now: 'jetzt',
  comments: {
    comments: 'Kommentare',
    nobodyHasCommentedYet: 'Es gibt noch keine Kommentare.',
    writeAComment: 'Kommentar schreiben',
    comment: 'Kommentieren',
    changedLater: ', später geändert',
    deleteYourComment: ({ content }) => `Ihren Kommentar löschen: ${content}`,
    delete: 'Löschen',
  },
  copied: 'Kopiert',
}
