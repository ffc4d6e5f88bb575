import type { counts as english } from '../en/counts.ts'
import { format } from './format.ts'

export const counts: typeof english = {
  checks: ({ count }) => format.count(count, 'Prüfung', 'Prüfungen'),
  controls: ({ count }) => format.count(count, 'Kontrolle', 'Kontrollen'),
  connections: ({ count }) => format.count(count, 'Verbindung', 'Verbindungen'),
  findings: ({ count }) => format.countCounted(count, 'Feststellung', 'Feststellungen'),
  lists: ({ count }) => format.count(count, 'Liste', 'Listen'),
  permissions: ({ count }) => format.count(count, 'Berechtigung', 'Berechtigungen'),
  people: ({ count }) => format.count(count, 'Person', 'Personen'),
  results: ({ count }) => format.count(count, 'Ergebnis', 'Ergebnisse'),
  records: {
    account: ({ count }) => format.count(count, 'Konto', 'Konten'),
    person: ({ count }) => format.count(count, 'Person', 'Personen'),
    device: ({ count }) => format.count(count, 'Gerät', 'Geräte'),
    credential: ({ count }) => format.count(count, 'Zugangsschlüssel', 'Zugangsschlüssel'),
    application: ({ count }) => format.count(count, 'Anwendung', 'Anwendungen'),
    vulnerability: ({ count }) => format.count(count, 'Schwachstelle', 'Schwachstellen'),
    training: ({ count }) => format.count(count, 'Schulung', 'Schulungen'),
  },
  failing: ({ count }) => `${count} nicht bestanden`,
  couldNotTell: ({ count }) => `${count} nicht feststellbar`,
  needReview: ({ count }) => `${count} zu beurteilen`,
  passing: ({ count }) => `${count} bestanden`,
  more: ({ count }) => `${count} weitere`,
  andMore: ({ count }) => `und ${count} weitere`,
  page: ({ page, pages }) => `Seite ${page} von ${pages}`,
}
