import type { Texts } from '../texts.ts'

export const packages: Texts['packages'] = {
  packages: 'Pakete',
  lead: 'Ein Paket zeigt einer Prüferin, wie jede Kontrolle an jedem Tag eines Zeitraums stand, mit den signierten Nachweisen dazu.',
  thereAreNone: 'Noch niemand hat ein Paket erstellt.',
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
    'Seine Bündel enthalten keine Listen von Personen und keine Anfragen, weil Sie diese nicht lesen dürfen.',
  days: 'Tage gelten in UTC. Ein langer Zeitraum dauert eine Minute.',
  button: 'Paket erstellen',
  chooseDays: 'Wählen Sie den ersten und den letzten Tag. Gehen Sie zurück und geben Sie beide ein.',
}
