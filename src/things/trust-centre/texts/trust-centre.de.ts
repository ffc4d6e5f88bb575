import type { trustCentre as english } from './trust-centre.en.ts'

export const trustCentre: typeof english = {
  notFound: {
    title: 'Hier ist nichts',
    text: 'Diese Adresse führt nirgendwohin. Fragen Sie nach der heutigen, wo Sie diese bekommen haben.',
  },
  status: {
    title: ({ framework, day }) => `${framework}, Stand ${day}`,
    caption: 'Kontrollen, allein nach signierten Nachweisen',
    verify: 'Signierte Seite mit Verlauf und Beweisen',
  },
  documents: {
    title: 'Dateien zum Herunterladen',
    until: ({ day }) => `gültig bis ${day}`,
    ended: ({ day }) => `beendet am ${day}`,
    onRequest: 'auf Anfrage',
  },
  request: {
    title: 'Dokumente anfragen',
    lead: 'Sie bekommen einen Brief an Ihre Adresse, mit einem Link zur Vereinbarung. Nachdem Sie zugestimmt haben, entscheidet jemand.',
    documents: 'Welche Dokumente',
    name: 'Ihr Name',
    email: 'Ihre E-Mail-Adresse',
    company: 'Ihr Unternehmen (freiwillig)',
    reason: 'Wofür Sie sie brauchen (freiwillig)',
    send: 'Anfrage senden',
    sent: {
      title: 'Sehen Sie in Ihr Postfach',
      text: 'Ein Brief mit einem Link ist an Ihre Adresse unterwegs. Kommt innerhalb einer Stunde keiner, versuchen Sie es morgen wieder.',
    },
    incomplete: {
      title: 'Etwas fehlt',
      text: 'Wählen Sie 1 bis 20 Dokumente, und geben Sie Ihren Namen und Ihre E-Mail-Adresse ein. Gehen Sie dazu zurück.',
    },
  },
  agreement: {
    name: 'Tippen Sie Ihren Namen, um zuzustimmen',
    sign: 'Ich stimme zu',
    done: {
      title: 'Danke',
      text: 'Sie haben zugestimmt. Sie bekommen einen Brief für jedes Dokument, das Ihnen gewährt wird.',
    },
  },
  grant: {
    text: ({ title, day }) => `${title}: Sie können es bis zum ${day} herunterladen.`,
    download: 'Dokument herunterladen',
    mark: ({ name, company, email, by, day, id }) =>
      `Von ${by} am ${day} an ${name}${company === null ? '' : ` (${company})`}, ${email}. Freigabe ${id}`,
    markedCopy: 'Gekennzeichnete Kopie',
    markedHelp:
      'Jedes PDF, das auf Anfrage herausgegeben wird, nennt unten auf jeder Seite, wer es wann bekam. Sehen Sie sich Ihres an.',
    seeMarked: 'Gekennzeichnete Kopie herunterladen',
    unmarked: {
      title: 'Noch nicht bereit',
      text: 'Das Dokument kann zurzeit nicht für Sie vorbereitet werden. Sagen Sie es der Person, die es Ihnen gewährt hat.',
    },
  },
  answers: 'Häufige Fragen',
  admin: {
    page: 'Öffentliche Seite',
    closed: 'Die Seite ist aus. Ihre Adresse wird sein:',
    open: 'Wer diese Adresse hat, sieht die Seite:',
    publish: 'Signierten Stand veröffentlichen',
    publishHelp:
      'Das Paket sagt, wie es um die genannten Kontrollen an seinem letzten Tag stand. Die Seite zeigt das, bis Sie einen neueren Stand veröffentlichen.',
    package: 'Paket mit dem Stand',
    packageOption: ({ framework, from, to }) => `${framework}, ${from} bis ${to}`,
    asked: 'Angefragte Dokumente',
    until: ({ title }) => `${title}, bis zum`,
    grant: 'Dokument gewähren',
    noPackage: 'Stellen Sie zuerst ein Paket zusammen.',
  },
}
