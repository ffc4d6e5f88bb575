import type { vendors as english } from './vendors.en.ts'

export const vendors: typeof english = {
  proposals: {
    title: 'Vorgeschlagene Lieferanten',
    lead: 'Anwendungen, die Ihre Systeme auflisten und die noch kein Lieferant nennt. Nichts wird ohne Sie hinzugefügt.',
    link: 'Vorgeschlagene Lieferanten ansehen',
    empty: 'Jede Anwendung, die Ihre Systeme auflisten, gehört zu einem Lieferanten.',
    unlisted: 'Noch kein System hat Anwendungen aufgelistet.',
    application: 'Anwendung',
    scopes: 'Darf',
    seenIn: 'Gesehen in',
    unknown: 'Nicht bekannt',
    add: ({ name }) => `${name} hinzufügen`,
    mostUsed: ({ number, total }: { number: string; total: string }) =>
      `Die ${number} am meisten genutzten von ${total}. Die übrigen folgen, sobald diese einen Lieferanten haben.`,
    incomplete: ({ names }) => `Diese Listen sind nicht vollständig, es kann also mehr geben: ${names}.`,
  },
}
