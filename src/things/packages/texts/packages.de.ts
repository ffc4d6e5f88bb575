import type { packages as english } from './packages.en.ts'

export const packages: typeof english = {
  title: 'Pakete',
  lead: 'Ein Paket zeigt einem Auditor den Stand jeder Kontrolle an jedem Tag eines Zeitraums, mit den signierten Nachweisen dazu.',
  empty: 'Noch keine Pakete.',
  emptyOwn: 'Sie haben noch kein Paket erstellt.',
  othersHave:
    'Andere haben Pakete für Ihre Tage erstellt. Sie stehen nicht hier, weil sie Listen von Personen enthalten können, die Sie nicht lesen dürfen. Bitten Sie einen Administrator um eines davon:',
  period: ({ from, to }) => `${from} bis ${to}`,
  noGaps: 'Keine Lücken',
  gaps: ({ gaps }) => (gaps === 1 ? '1 Lücke' : `${gaps} Lücken`),
  elsewhere: 'Auf der Befehlszeile erstellt und an einem anderen Ort gespeichert',
  madeFor: ({ name }) => `Für ${name}`,
  madeForYou: 'Für Sie erstellt',
  earlier: 'Frühere Pakete',
  status: {
    title: 'Statusseite',
    lead: ({ name, period }) =>
      `Eine öffentliche Seite des Pakets für ${name}, ${period}: der Stand jeder Kontrolle, allein nach signierten Nachweisen. Stellen Sie die drei Dateien auf einen beliebigen Webserver.`,
    nameHelp: 'Leer: der Name der Organisation. Farbe und Logo sind die Ihrer Seiten.',
    groups: 'Kontrollen, die alle sehen dürfen',
    make: 'Statusseite herunterladen',
    nothing: 'Wählen Sie mindestens eine Gruppe von Kontrollen.',
  },
  create: {
    title: 'Paket erstellen',
    requireEvidence: 'Lücken ablehnen: Tage ohne Prüflauf und Prüfläufe ohne Nachweise',
    withoutPeople:
      'Die Bündel enthalten keine Listen von Personen, weil Sie diese nicht lesen dürfen. Ein Prüflauf, der eine solche Liste gelesen hat, kommt auch ohne seine Anfragen und Antworten, weil sie dieselben Personen nennen.',
    help: 'Tage gelten in UTC. Ein langer Zeitraum dauert eine Minute.',
    forWhom: 'Für',
    forWhomHelp:
      'Ein Auditor findet das Paket in seiner eigenen Liste. Es enthält dann, was dieser Auditor lesen darf.',
    forMe: 'Sie und andere Administratoren',
    daysMissing: 'Geben Sie den ersten und den letzten Tag ein. Gehen Sie dazu zurück.',
  },
  gapKinds: {
    'no check': 'keine Prüfung',
    'no run': 'kein Prüflauf',
    'could not tell': 'nicht feststellbar',
    'not kept': 'Nachweise nicht aufbewahrt',
    deleted: 'Nachweise gelöscht',
    'upload deleted': 'hochgeladene Datei gelöscht',
  },
  refused: {
    title: 'Das Paket wurde nicht erstellt',
    text: ({ gaps }) =>
      gaps === 1
        ? 'Sie haben Lücken abgelehnt, und das Paket hätte 1 Lücke.'
        : `Sie haben Lücken abgelehnt, und das Paket hätte ${gaps} Lücken.`,
    help: 'Führen Sie die Prüfungen erneut mit Nachweisen aus, oder lassen Sie Lücken zu. Das Paket nennt die Lücken dann.',
    gap: 'Lücke',
    days: 'Tage',
    back: 'Zurück zu den Paketen',
  },
}
