import type { destinations as english } from './destinations.en.ts'

export const destinations: typeof english = {
  plan: 'Was gesendet würde',
  push: 'Jetzt senden',
  cannot: 'Es würde nichts gesendet',
  records: ({ count, origin }) => `${count} Einträge an ${origin}. Sie ersetzen, was dieses Ziel hat.`,
  leftOut: ({ count, reason }) => `${count} ausgelassen: ${reason}`,
  body: 'Anfragen zeigen',
}
