import type { packages as english } from './packages.en.ts'

export const packages: typeof english = {
  packages: 'Pakete',
  lead: 'Ein Paket zeigt einer Prüferin, wie jede Kontrolle an jedem Tag eines Zeitraums stand, mit den signierten Nachweisen dazu.',
  thereAreNone: 'Noch niemand hat ein Paket erstellt.',
  youHaveMadeNone: 'Sie haben noch kein Paket erstellt.',
  askForOneOf:
    'Andere haben Pakete Ihres Zeitraums erstellt. Sie stehen nicht hier, weil sie Listen von Personen enthalten können, die Sie nicht lesen dürfen. Bitten Sie eine Administratorin um eines davon:',
  period: ({ from, to }) => `${from} bis ${to}`,
  noGaps: 'Keine Lücken',
  gaps: ({ gaps }) => (gaps === 1 ? '1 Lücke' : `${gaps} Lücken`),
  download: 'Herunterladen',
  elsewhere: 'Von der Befehlszeile an einen anderen Ort geschrieben',
  earlier: 'Frühere Pakete',
  pages: 'Seiten',
  make: 'Paket erstellen',
  framework: 'Rahmenwerk',
  from: 'Erster Tag',
  to: 'Letzter Tag',
  requireEvidence: 'Lücken ablehnen: Tage ohne Lauf und Läufe ohne Nachweise',
  withoutPeople:
    'Seine Bündel enthalten keine Listen von Personen, weil Sie diese nicht lesen dürfen. Ein Lauf, der eine solche Liste gelesen hat, kommt auch ohne seine Anfragen: sie nennen dieselben Personen.',
  days: 'Tage gelten in UTC. Ein langer Zeitraum dauert eine Minute.',
  button: 'Paket erstellen',
  gapKinds: {
    'no check': 'keine Prüfung',
    'no run': 'kein Lauf',
    'could not tell': 'nicht feststellbar',
    'not kept': 'Nachweise nicht aufbewahrt',
    deleted: 'Nachweise gelöscht',
    'upload deleted': 'hochgeladene Datei gelöscht',
  },
  isIncomplete: 'Das Paket wurde nicht erstellt',
  lacks: ({ gaps }) =>
    gaps === 1
      ? 'Sie haben Lücken abgelehnt, und das Paket hätte 1 Lücke.'
      : `Sie haben Lücken abgelehnt, und das Paket hätte ${gaps} Lücken.`,
  makeWithGaps:
    'Führen Sie die Prüfungen erneut aus und bewahren Sie ihre Nachweise auf, oder lassen Sie Lücken zu: Das Paket nennt sie dann.',
  gap: 'Lücke',
  control: 'Kontrolle',
  check: 'Prüfung',
  onDays: 'Tage',
  andMore: ({ gaps }) => `Und ${gaps} weitere.`,
  back: 'Zurück zu den Paketen',
  chooseDays: 'Wählen Sie den ersten und den letzten Tag. Gehen Sie zurück und geben Sie beide ein.',
}
