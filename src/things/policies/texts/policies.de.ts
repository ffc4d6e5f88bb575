import { phrase } from '../../../service/pages/texts/phrase.ts'
import type { policies as english } from './policies.en.ts'

export const policies: typeof english = {
  holds: ({ number }) => `Fassung ${number}, die gilt`,
  acknowledge: ({ number }) => `Ich habe Fassung ${number} gelesen und halte mich daran`,
  acknowledged: 'Sie haben diese Fassung bestätigt.',
  text: 'Der Text',
  difference: 'Unterschied zur Fassung, die gilt',
  asMarkdown: 'Markdown herunterladen',
  asHtml: 'Seite zum Drucken herunterladen',
  ask: {
    title: 'Mit einem Brief auffordern',
    lead: 'Alle, die laut Ihrem Verzeichnis hier arbeiten, eine Adresse haben und diese Fassung nicht bestätigt haben, bekommen einen Brief mit einem eigenen Link.',
    submit: 'Alle auffordern',
  },
  link: {
    lead: ({ organization, address, number }) =>
      phrase`Eine Organisation, die sich ${organization} nennt, bittet den Inhaber der Adresse ${address}, Fassung ${number} dieser Richtlinie zu lesen und zu bestätigen.`,
    done: { title: 'Sie haben die Richtlinie bestätigt', text: 'Sie können diese Seite schließen.' },
    usedUp: {
      title: 'Dieser Link bestätigt nichts',
      text: 'Er wurde schon benutzt, ist abgelaufen, oder ein späterer Brief hat ihn ersetzt. Bitten Sie den Absender um einen neuen.',
    },
    replaced: {
      title: 'Inzwischen gilt eine andere Fassung',
      text: ({ before, now }) =>
        `Der Brief forderte Sie auf, Fassung ${before} zu bestätigen, und Fassung ${now} hat sie ersetzt. Nichts wurde bestätigt. Bitten Sie den Absender um einen Link zu Fassung ${now}.`,
    },
  },
}
