import type { policies as english } from './policies.en.ts'

export const policies: typeof english = {
  holds: ({ number }) => `Fassung ${number}, die gilt`,
  acknowledge: ({ number }) => `Ich habe Fassung ${number} gelesen und halte mich daran`,
  acknowledged: 'Sie haben diese Fassung bestätigt.',
  text: 'Der Text',
  difference: 'Unterschied zur Fassung, die gilt',
  asMarkdown: 'Markdown herunterladen',
  asHtml: 'Seite zum Drucken herunterladen',
}
