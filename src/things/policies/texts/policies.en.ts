import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'

export const policies = {
  holds: ({ number }: { number: number }) => `Version ${number}, which holds`,
  acknowledge: ({ number }: { number: number }) => `I have read version ${number} and keep to it`,
  acknowledged: 'You have acknowledged this version.',
  text: 'The text',
  difference: 'Difference to the version that holds',
  asMarkdown: 'Download Markdown',
  asHtml: 'Download a page that prints',
  ask: {
    title: 'Ask by letter',
    lead: 'Everybody who works here by your directory, has an address and has not acknowledged this version gets a letter with a link of their own.',
    submit: 'Ask everybody',
  },
  link: {
    lead: ({ organization, address, number }: { organization: Child; address: Child; number: number }) =>
      phrase`An organization that calls itself ${organization} asks whoever has the address ${address} to read version ${number} of this policy, and to acknowledge it.`,
    done: { title: 'You have acknowledged the policy', text: 'You can close this page.' },
    usedUp: {
      title: 'This link acknowledges nothing',
      text: 'It was used already, has ended, or a later letter replaced it. Ask whoever sent it for a new one.',
    },
    replaced: {
      title: 'Another version holds by now',
      text: ({ before, now }: { before: number; now: number }) =>
        `The letter asked you to acknowledge version ${before}, and version ${now} has replaced it. Nothing was acknowledged. Ask whoever sent the letter for a link to version ${now}.`,
    },
  },
}
