import { phrase } from '../../../service/pages/texts/phrase.ts'
import type { shared as english } from '../en/shared.ts'
import { format } from './format.ts'

const { count } = format
const countChecks = (checks: number) => count(checks, 'Prüfung', 'Prüfungen')
const countConnections = (connections: number) => count(connections, 'Verbindung', 'Verbindungen')
const seconds = new Intl.NumberFormat(format.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const shared: typeof english = {
  checks: {
    noAction: ({ checks }) => `${countChecks(checks)} ohne Handlungsbedarf`,
    more: ({ checks }) => `${count(checks, 'weitere Prüfung', 'weitere Prüfungen')} zum Ansehen`,
  },
  connectionChoice: {
    placeholder: 'Ein Teil des Namens',
    noMatch: ({ typed }) => `Keine Verbindung hat „${typed}“ im Namen. Die Liste zeigt alle Verbindungen.`,
    manyMatch: ({ candidates, typed }) =>
      `${candidates} Verbindungen haben „${typed}“ im Namen. Die Liste zeigt alle Verbindungen. Wählen Sie eine:`,
  },
  personChoice: {
    help: 'Geben Sie einen Teil des Namens oder der E-Mail-Adresse ein. Leer bedeutet: niemand.',
    noMatch: ({ typed }) => `Niemand hat „${typed}“ im Namen oder in der E-Mail-Adresse.`,
    manyMatch: ({ candidates, typed }) =>
      `${candidates} Personen haben „${typed}“ im Namen oder in der E-Mail-Adresse. Wählen Sie eine:`,
    listShowsEverybody: 'Die Liste zeigt die Einträge von allen.',
  },
  momentBy: ({ moment, by }) => phrase`${moment} von ${by}`,
  duration: {
    milliseconds: ({ ms }) => `${ms} ms`,
    seconds: (duration) => `${seconds.format(duration.seconds)} s`,
    minutes: (duration) => `${duration.minutes} min ${duration.seconds} s`,
  },
  list: {
    newest: 'Neueste',
    older: 'Ältere',
  },
  choice: {
    choose: 'Aus einer Liste wählen',
    search: 'Gesuchte Wörter',
    chosen: 'Gewählt, in dieser Reihenfolge',
    others: 'Nicht gewählt',
    found: ({ count }: { count: number }) => `${count} ${count === 1 ? 'Eintrag' : 'Einträge'} zur Auswahl`,
    foundOne: '{count} Eintrag zur Auswahl',
    foundMany: '{count} Einträge zur Auswahl',
    more: ({ count }: { count: string }) => `Die ersten ${count}. Suchen Sie nach anderen.`,
  },
  records: {
    importHelp: 'Ein Fehler weist die ganze Datei zurück. Eine Zeile mit einer ID ändert diesen Eintrag.',
    noFile: 'Wählen Sie eine CSV-Datei.',
    noneInState: 'Keine in diesem Zustand.',
    newest: ({ number }: { number: string }) => `Die neuesten ${number}.`,
    table: ({ title }: { title: string }) => `Tabelle: ${title}`,
  },
  scopedRun: {
    hint: 'Mit eigenen Ausnahmen oder Variablen gestartet',
    badge: 'Gesondert',
    notice:
      'Dieser Prüflauf wurde mit eigenen Ausnahmen oder Variablen gestartet. Er ändert deshalb keine Feststellungen, Kontrollen oder Verläufe.',
  },
  headline: {
    refused: (counts) => count(counts.count, 'abgelehntes Ergebnis', 'abgelehnte Ergebnisse'),
    undecided: (counts) => `${countChecks(counts.count)} nicht feststellbar`,
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
  lists: {
    account: 'Konten',
    person: 'Personen',
    device: 'Geräte',
    credential: 'Zugangsschlüssel',
    application: 'Anwendungen',
    vulnerability: 'Schwachstellen',
    training: 'Schulungen',
  },
  chart: {
    value: ({ name, count }) => `${name}: ${count}`,
    description: ({ first, firstValues, last, lastValues }) =>
      `Am ${first}: ${firstValues}. Am ${last}: ${lastValues}.`,
    showTable: 'Als Tabelle anzeigen',
    day: 'Tag',
  },
  choose: 'Auswählen…',
  conflict:
    'Jemand anders hat eine Änderung gespeichert, nachdem Sie diese Seite geöffnet haben. Ihre Änderung ist deshalb nicht gespeichert. Das Formular unten enthält noch Ihre Eingaben. Wenn Sie noch einmal speichern, ersetzen sie diese Werte:',
  nothing: 'nichts',
  notSpecified: 'keine Angabe',
  copyNamed: ({ text }) => `${text} kopieren`,
  copied: 'Kopiert',
  period: {
    asOfEnd: ({ moment }) => phrase`Stand am Ende Ihres Zeitraums, ${moment}.`,
    runs: ({ from, to }) => {
      if (from) return to ? `Prüfläufe vom ${from} bis ${to}` : `Prüfläufe ab ${from}`
      return to ? `Prüfläufe bis ${to}` : 'alle Prüfläufe'
    },
  },
  lastDayHelp: ({ latest }) => `Höchstens ein Jahr im Voraus: ${latest}.`,
  valueIsSet: ({ service }) =>
    `Ein Wert ist gespeichert. ${service} zeigt ihn nie an. Lassen Sie das Feld leer, um ihn zu behalten.`,
  secretNotRepeated: 'Geheimnisse werden nicht wieder angezeigt. Geben Sie den Wert noch einmal ein.',
  unset: 'Keine Angabe',
  readyToRun: 'Bereit für Prüfläufe.',
}
