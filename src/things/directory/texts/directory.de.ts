import { phrase } from '../../../service/pages/texts/phrase.ts'
import { labels } from '../../all-texts/de/labels.ts'
import type { directory as english } from './directory.en.ts'

export const directory: typeof english = {
  lead: 'Das Verzeichnis sagt, wer zur Organisation gehört. Querprüfungen und die Liste der Personen beruhen darauf.',
  toPeople: 'Personen ansehen',
  covers: {
    both: 'Beschäftigte und Externe',
    employees: 'Beschäftigte',
    contractors: 'Externe',
  },
  coversLabel: 'Umfasste Personen',
  coverOptions: {
    employees: 'Nur Beschäftigte',
    contractors: 'Nur Externe',
    both: 'Beide',
  },
  sources: {
    title: 'Quellen',
    help: 'Decken mehrere Quellen eine Person ab, entscheidet die erste.',
    empty: 'Noch keine Quellen. Importieren Sie eine Datei mit Personen, oder fügen Sie eine Verbindung hinzu.',
    kinds: {
      file: labels.file,
      connection: labels.connection,
    },
    covers: ({ source, covers }) => `${source}: ${covers}.`,
    moveUp: 'Nach oben',
    moveUpNamed: ({ name }) => `${name} nach oben`,
    removeNamed: ({ name }) => `${name} entfernen`,
    addConnection: 'Verbindung hinzufügen',
    noFile: 'Es wurde noch keine Datei importiert.',
    neverRead: 'Die Personen wurden noch nicht gelesen. Starten Sie einen Prüflauf der Verbindung.',
    fileOf: ({ people, moment }) => phrase`${people}, Stand ${moment}.`,
    readOn: ({ people, moment }) => phrase`${people}, gelesen am ${moment}.`,
    incomplete: 'Die Liste ist unvollständig.',
    validUntil: ({ moment }) => phrase`Die Datei gilt bis ${moment}.`,
  },
  import: {
    title: 'Datei mit Personen importieren',
    help: ({ columns }) =>
      `CSV in UTF-8 mit den Spalten ${columns}. Die Spalten id, email und status sind erforderlich. Die neue Datei ersetzt die vorige.`,
    source: 'Name der Quelle',
    defaultSource: 'Belegschaft',
    covers: 'Umfasste Personen, für eine neue Quelle',
    date: 'Datum der Datei',
    dateHelp: 'Der Tag, an dem die Datei erstellt wurde. Eine Datei gilt 35 Tage.',
    allowLoss: 'Viele Personen der vorigen Datei fehlen, weil sie ausgeschieden sind',
    button: 'Datei importieren',
  },
  systems: {
    help: 'Angaben zu einer Verbindung, die der Anbieter nicht meldet.',
    exempt: ({ name }) => `${name} (von Querprüfungen ausgenommen)`,
    configured: ({ name }) => `${name} (mit Angaben)`,
    domains: 'Eigene Domains',
    domainsHelp:
      'Ihre Domains, in denen bei diesem Anbieter nur Mitglieder Adressen haben können. Eine Adresse dort bestimmt dann den Inhaber eines Kontos.',
    signIn: 'Personen melden sich an mit',
    exemptReason: 'Grund, die Verbindung von Querprüfungen auszunehmen',
    untilHint: 'bei einem Grund nötig',
  },
}
