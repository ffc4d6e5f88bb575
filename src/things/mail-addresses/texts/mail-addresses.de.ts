import { phrase } from '../../../service/pages/texts/phrase.ts'
import type { mailAddresses as english } from './mail-addresses.en.ts'

export const mailAddresses: typeof english = {
  question: {
    title: 'Möchten Sie diese Mitteilungen?',
    text: ({ address, organization }) =>
      phrase`Eine Organisation, die sich ${organization} nennt, möchte Mitteilungen an ${address} senden.`,
    unknown: 'Wenn Sie die Organisation nicht kennen, lehnen Sie ab. Sie kann Sie dann nicht noch einmal fragen.',
    agree: 'Mitteilungen zustimmen',
    decline: 'Ablehnen',
  },
  confirmed: {
    title: 'Sie erhalten Mitteilungen',
    text: 'Die Adresse ist bestätigt. Sie können diese Seite schließen.',
  },
  declined: {
    title: 'Sie erhalten keine Mitteilungen',
    text: 'Die Organisation sendet nichts an diese Adresse und kann nicht noch einmal fragen.',
  },
  usedUp: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er wurde schon benutzt, ist älter als drei Tage, oder ein späterer Brief hat ihn ersetzt.',
  },
  states: { unconfirmed: 'Noch nicht bestätigt', confirmed: 'Bestätigt', declined: 'Abgelehnt' },
  recipients: {
    title: 'Empfänger',
    help: 'Eine Adresse erhält Mitteilungen, nachdem ihr Inhaber zugestimmt hat, über einen Link in einem Brief. Der Link gilt drei Tage.',
    resend: 'Brief erneut senden',
  },
}
