import { inventories } from '../../inventories/texts/inventories.de.ts'
import type { populationSamples as english } from './population-samples.en.ts'

export const populationSamples: typeof english = {
  title: 'Stichproben',
  auditor: {
    lead: 'Jede Stichprobe nennt ihre Einträge nach Nummern. Sie können einzelne öffnen; das Protokoll hält jeden fest, den Sie öffnen.',
    empty: 'Noch wurde keine Stichprobe gezogen.',
    askFor: 'Bitten Sie einen Administrator, eine zu ziehen.',
    record: ({ number }) => `Eintrag ${number}`,
    reveal: ({ number }) => `Eintrag ${number} öffnen`,
    noEvidence:
      'Die Nachweise des Prüflaufs sind nicht hier, also lassen sich seine Einträge nicht öffnen. Starten Sie einen Prüflauf mit Nachweisen, und ziehen Sie erneut.',
    recorded: 'Das Protokoll hält fest, dass Sie diesen Eintrag geöffnet haben.',
  },
  draw: inventories.drawSample,
  drawn: 'Gezogen',
  seedWord: 'Startwert',
  completeness: 'Vollständigkeit',
  choices: {
    complete: 'Vollständig',
    unconfirmed: 'Unbestätigt',
    incomplete: 'Unvollständig',
    log: 'Stand des Protokolls',
    auditor: 'Prüferin oder Prüfer',
  },
  readAt: 'Gelesen',
  oneList: 'Liste',
  noLists: 'Noch hat kein Prüflauf eine Liste gelesen, also lässt sich nichts ziehen.',
  list: 'Grundgesamtheit',
  size: 'Wie viele gezogen werden',
  seed: 'Startwert der Prüferin oder des Prüfers',
  seedHelp: 'Leer lassen, um nach dem Stand des Protokolls zu ziehen, den vorher niemand kennt.',
  total: 'Wie viele der Anbieter zählt',
  totalHelp: 'Wie es die Seite des Anbieters sagt. Ohne diese Zahl gilt keine Liste als vollständig bestätigt.',
  secondSource: 'Vergleichen mit',
  secondSourceHelp:
    'Eine andere Liste, in der dieselben Personen oder Dinge stehen sollten, etwa das Personal bei Konten.',
}
