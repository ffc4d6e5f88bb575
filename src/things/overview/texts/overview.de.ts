import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import type { overview as english } from './overview.en.ts'

const { count, countCounted } = format
const countChecks = (checks: number) => count(checks, 'Prüfung', 'Prüfungen')

export const overview: typeof english = {
  lead: ({ connections, checks }) =>
    `Neueste Ergebnisse von ${countChecks(checks)} auf ${format.count(connections, 'Verbindung', 'Verbindungen')}.`,
  empty: {
    title: 'Verbinden Sie Ihr erstes System',
    lead: ({ service }) =>
      `${service} prüft, ob das System so eingerichtet ist, wie Ihr Rahmenwerk es verlangt, und bewahrt den Nachweis auf. Das Verbinden dauert eine Minute. ${service} verschlüsselt die Zugangsdaten, die Sie eingeben, und zeigt sie nie wieder an.`,
    choose: 'System auswählen',
    setUpApps: 'OAuth-Apps einrichten',
  },
  needs: {
    title: 'Handlungsbedarf',
    unready: {
      pending: 'Die Einrichtung ist nicht fertig',
      needs_reauth: 'Der Anbieter lehnt die Zugangsdaten ab',
      error: 'Anfragen an den Anbieter schlagen fehl',
    },
    moreConnections: ({ count }) => format.count(count, 'weitere Verbindung', 'weitere Verbindungen'),
    overdueFindings: ({ count }) => countCounted(count, 'überfällige Feststellung', 'überfällige Feststellungen'),
    overdueReviews: ({ count }) =>
      format.count(count, 'überfällige Zugriffsüberprüfung', 'überfällige Zugriffsüberprüfungen'),
    yours: 'Ihre',
    yourFindings: ({ count }) => `${countCounted(count, 'Feststellung', 'Feststellungen')}, für die Sie zuständig sind`,
    unassigned: 'Ohne Zuständige',
    unassignedFindings: ({ count }) =>
      countCounted(count, 'Feststellung ohne Zuständige', 'Feststellungen ohne Zuständige'),
    moreUnknownChecks: ({ count }) =>
      `${format.count(count, 'weitere Prüfung', 'weitere Prüfungen')} nicht feststellbar`,
    expiring: 'Läuft ab',
    expiringRisks: ({ count }) =>
      countCounted(count, 'akzeptiertes Risiko läuft in 30 Tagen ab', 'akzeptierte Risiken laufen in 30 Tagen ab'),
  },
  trend: {
    title: ({ trendDays }) => `Letzte ${trendDays} Tage`,
    showTable: 'Als Tabelle anzeigen',
    table: 'Prüfungen nach Tagen',
    day: 'Tag',
  },
  connections: {
    lastRun: ({ moment }) => phrase`Letzter Prüflauf ${moment}`,
    all: ({ count }) => `Alle ${format.count(count, 'Verbindung', 'Verbindungen')}`,
  },
  findings: {
    newest: 'Neueste Feststellungen',
    all: 'Alle Feststellungen',
  },
  runs: {
    newest: 'Neueste Prüfläufe',
    empty: 'Noch keine Prüfläufe.',
  },
  viewer: {
    lead: ({ runs, limit }) => `Sie sehen ${runs}, höchstens die neuesten ${limit}.`,
    noRuns: 'In diesem Zeitraum gab es keine Prüfläufe.',
    connection: ({ id }) => `Verbindung ${id}`,
    openFindings: 'Offene Feststellungen',
    onlyNewest: ({ count }) => `Nur die neuesten ${count} werden angezeigt.`,
  },
}
