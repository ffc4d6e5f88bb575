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
  doors: {
    name: 'Vom Verbinden bis zur Prüfung durch Auditoren',
    setUp: 'Einrichten',
    fix: 'Beheben',
    prove: 'Nachweisen',
    done: ({ done, steps }) => `${done} von ${format.count(steps, 'Schritt', 'Schritten')} erledigt`,
    isDone: 'erledigt',
    isOpen: 'noch offen',
    steps: {
      connect: 'Systeme verbinden',
      schedule: 'Jede Verbindung nach Zeitplan prüfen',
      people: 'Angeben, wer hier arbeitet',
      assign: 'Jeder Feststellung eine zuständige Person geben',
      judge: 'Beurteilen, was zu beurteilen ist',
      obligations: 'Pflichten anlegen',
      package: 'Paket für den Auditor erstellen',
    },
  },
  needs: {
    title: 'Handlungsbedarf',
    unready: {
      pending: 'Die Einrichtung ist nicht fertig',
      needs_reauth: 'Der Anbieter lehnt die Zugangsdaten ab. Bis Sie neu verbinden, startet kein geplanter Prüflauf.',
      error: 'Anfragen an den Anbieter schlagen fehl',
    },
    moreConnections: ({ count }) => format.count(count, 'weitere Verbindung', 'weitere Verbindungen'),
    unscheduled: 'Ohne Zeitplan',
    unscheduledConnections: ({ count }) =>
      `${countCounted(count, 'Verbindung, die', 'Verbindungen, die')} nur ${count === 1 ? 'geprüft wird' : 'geprüft werden'}, wenn jemand einen Prüflauf startet`,
    criticalFindings: ({ count }) => countCounted(count, 'kritische Feststellung', 'kritische Feststellungen'),
    overdueFindings: ({ count }) => countCounted(count, 'überfällige Feststellung', 'überfällige Feststellungen'),
    overdueReviews: ({ count }) =>
      format.count(count, 'überfällige Zugriffsüberprüfung', 'überfällige Zugriffsüberprüfungen'),
    yours: 'Ihre',
    yourFindings: ({ count }) => `${countCounted(count, 'Feststellung', 'Feststellungen')}, für die Sie zuständig sind`,
    unassigned: 'Ohne Zuständige',
    unassignedFindings: ({ count }) =>
      countCounted(count, 'Feststellung ohne Zuständige', 'Feststellungen ohne Zuständige'),
    unknownChecks: ({ count }) => `${countChecks(count)} ohne Antwort`,
    moreUnknownChecks: ({ count }) =>
      `${format.count(count, 'weitere Prüfung', 'weitere Prüfungen')} nicht feststellbar`,
    maybeToJudge: 'Manche Ergebnisse müssen vielleicht geprüft werden',
    expiring: 'Läuft ab',
    expiringRisks: ({ count }) =>
      countCounted(count, 'akzeptiertes Risiko läuft in 30 Tagen ab', 'akzeptierte Risiken laufen in 30 Tagen ab'),
  },
  trend: {
    title: ({ trendDays }) => `Letzte ${trendDays} Tage`,
    table: 'Prüfungen nach Tagen',
  },
  connections: {
    lastRun: ({ moment }) => phrase`Letzter Prüflauf ${moment}`,
    all: ({ count }) => `Alle ${format.count(count, 'Verbindung', 'Verbindungen')}`,
  },
  findings: {
    mostSevere: 'Schwerste Feststellungen',
    all: 'Alle Feststellungen',
  },
  runs: { empty: 'Noch keine Prüfläufe.' },
  search: {
    lead: 'Seiten, Feststellungen, Verbindungen, Kontrollen, Prüfungen, Pflichten und Antworten, die Sie sehen dürfen.',
    nothing: 'Nichts, was Sie sehen dürfen, enthält diese Wörter.',
  },
  viewer: {
    title: 'Für Ihre Prüfung',
    signingKeys: 'Signaturschlüssel',
    signingKeysHelp:
      'Nachweise und Pakete dieses Dienstes sind mit diesen Schlüsseln signiert. Vergleichen Sie den Fingerabdruck mit dem, den Sie auf einem anderen Weg erhalten haben.',
    lead: ({ runs, limit }) => `Sie sehen ${runs}, höchstens die neuesten ${limit}.`,
    noRuns: 'In diesem Zeitraum gab es keine Prüfläufe.',
    connection: ({ id }) => `Verbindung ${id}`,
    openFindings: 'Offene Feststellungen',
    onlyNewest: ({ count }) => `Nur die neuesten ${count} werden angezeigt.`,
  },
}
