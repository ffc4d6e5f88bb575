import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'

export const mailAddresses = {
  question: {
    title: 'Do you want these notices?',
    text: ({ address, organization }: { address: Child; organization: Child }) =>
      phrase`An organization that calls itself ${organization} wants notices to be sent to ${address}.`,
    unknown: 'If you do not know the organization, decline. It cannot ask you again.',
    agree: 'Agree to notices',
    decline: 'Decline',
  },
  confirmed: { title: 'You get notices', text: 'The address is confirmed. You can close this page.' },
  declined: {
    title: 'You get no notices',
    text: 'The organization sends nothing to this address and cannot ask again.',
  },
  usedUp: {
    title: 'This link does not work',
    text: 'It was used already, is older than three days, or a later letter replaced it.',
  },
  states: { unconfirmed: 'Not confirmed yet', confirmed: 'Confirmed', declined: 'Declined' },
  recipients: {
    title: 'Recipients',
    help: 'An address gets notices after its owner has agreed, by a link in a letter. The link works for three days.',
    resend: 'Send the letter again',
  },
}
