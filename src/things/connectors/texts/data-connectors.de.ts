import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import type { dataConnectors as english } from './data-connectors.en.ts'

const countConnections = (count: number) => format.count(count, 'Verbindung', 'Verbindungen')
const countChecks = (count: number) => format.count(count, 'Prüfung', 'Prüfungen')

export const dataConnectors: typeof english = {
  title: 'Konnektor-Dateien',
  lead: 'Konnektoren, die Betreiber als Dateien hinzugefügt haben. Sie stehen jeder Organisation zur Verfügung.',
  empty: 'Noch keine Konnektor-Dateien.',
  states: { draft: 'Nicht veröffentlicht', published: 'Veröffentlicht', retired: 'Zurückgezogen' },
  destinations: {
    baseUrl: 'Server der API',
    allowedHosts: 'Weiterer Host, der Geheimnisse erhält',
    'auth.type': 'Anmeldung',
    'auth.config.authorizeUrl': 'Seite, auf der sich Personen anmelden',
    'auth.config.tokenUrl': 'Token-URL',
    'auth.config.refreshUrl': 'URL für die Erneuerung',
    'auth.config.revokeUrl': 'URL für den Widerruf',
    'auth.config.registrationUrl': 'URL für die Registrierung',
  },
  add: {
    title: 'Datei hinzufügen',
    help: 'Eine Datei für einen vorhandenen Konnektor wird zu einer neuen Version. Die Version wird erst verwendet, wenn Sie sie veröffentlichen.',
    fileHelp: 'YAML oder JSON, höchstens 1 MB.',
    text: 'Oder fügen Sie den Text ein',
    publisher: 'Herausgeber',
    publisherHelp:
      'Wer die Dateien eines neuen Konnektors schreibt. Spätere Dateien anderer Herausgeber werden abgelehnt.',
    checkOnly: 'Nur prüfen',
    problems: ({ count }) => `Die Datei hat ${format.count(count, 'Fehler', 'Fehler')}`,
    position: ({ line, column }) => `Zeile ${line}, Spalte ${column}`,
  },
  review: {
    title: ({ title }) => `Die Datei hat keine Fehler: ${title}`,
    text: ({ name, checks }) => `${name} mit ${countChecks(checks)}. Die Datei ist noch nicht hinzugefügt.`,
    posts: ({ posts }) => `Der Konnektor sendet POST-Anfragen an ${posts}.`,
  },
  destination: {
    title: 'Wohin Geheimnisse gesendet werden',
    same: 'Geheimnisse werden an dieselben Stellen gesendet wie bei der veröffentlichten Version. Sie können deshalb Verbindungen auf diese Version umstellen.',
    changed: 'Geheimnisse werden an andere Stellen gesendet als bei der veröffentlichten Version',
    changedHelp:
      'Verbindungen bleiben bei ihrer Version, bis ein Administrator ihrer Organisation das Geheimnis erneut eingibt oder sich erneut anmeldet. Auch OAuth-Apps müssen erneut eingegeben werden.',
  },
  connector: {
    lead: ({ publisher, connections }) => `Herausgeber: ${publisher}. ${countConnections(connections)}.`,
  },
  versions: {
    table: 'Versionen als Tabelle',
    title: 'Versionen',
    version: 'Version',
    secrets: 'Geheimnisse',
    sameDestination: 'Wie die veröffentlichte Version',
    otherDestination: 'Gehen an andere Stellen',
  },
  moves: {
    title: 'Umgestellte Verbindungen',
    entry: ({ connections, version }) => phrase`${countConnections(connections)} auf ${version}`,
    undoNamed: ({ sha256 }) => `Umstellung auf ${sha256} rückgängig machen`,
    undone: ({ moment }) => phrase`Rückgängig gemacht am ${moment}`,
  },
  retire: {
    title: 'Konnektor zurückziehen',
    retired: ({ moment }) => phrase`Zurückgezogen am ${moment}.`,
    retiredBy: ({ moment, by }) => phrase`Zurückgezogen am ${moment} von ${by}.`,
    retiredText:
      'Der Konnektor nimmt keine neuen Verbindungen an und sendet keine Anfragen. Um ihn zurückzuholen, veröffentlichen Sie eine Version. Feststellungen und Prüfläufe bleiben.',
    help: 'Nach dem Zurückziehen gibt es keine neuen Verbindungen und keine weiteren Anfragen. Feststellungen und Prüfläufe bleiben.',
  },
  file: { content: 'Inhalt der Datei', text: 'Inhalt' },
  move: {
    title: 'Verbindungen umstellen',
    help: 'Stellt Verbindungen auf diese Version um, deren Geheimnisse für dieselben Stellen eingegeben wurden. Sie können das in einem Schritt rückgängig machen.',
    button: 'Verbindungen auf diese Version umstellen',
  },
  publish: {
    title: 'Version veröffentlichen',
    help: 'Neue Verbindungen verwenden diese Version.',
    helpExisting: 'Bestehende Verbindungen bleiben bei ihrer Version, bis Sie sie umstellen.',
    confirmPosts: 'Der Konnektor sendet POST-Anfragen. Bestätigen Sie, dass jede davon nur Daten liest',
  },
  trial: {
    title: 'Mit einer Aufzeichnung erproben',
    help: ({ code }) => phrase`Verwenden Sie eine Aufzeichnung von ${code}. An den Anbieter wird nichts gesendet.`,
    recording: 'Aufzeichnung',
    button: 'Version erproben',
    results: 'Ergebnisse mit der Aufzeichnung',
    noChecks: 'Die Aufzeichnung enthält keine Prüfung dieses Konnektors.',
    differs: 'Weicht von der Aufzeichnung ab.',
    missing: ({ missing }) => `Fehlt in der Aufzeichnung: ${missing}`,
    unknownCheck: 'keine solche Prüfung',
  },
}
