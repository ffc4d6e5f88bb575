import { phrase } from '../../../service/pages/texts/phrase.ts'
import { populationSamples } from '../../population-samples/texts/population-samples.de.ts'
import type { crossChecks as english } from './cross-checks.en.ts'

export const crossChecks: typeof english = {
  lead: 'Querprüfungen vergleichen die Listen aller Ihrer Systeme. Sie laufen, nachdem Listen neu gelesen wurden, höchstens einmal in der Stunde.',
  newestResults: ({ link, moment }) => phrase`${link} vom ${moment}`,
  openFindings: 'Offene Feststellungen dieser Querprüfung',
  reads: 'Liest',
  noRuns: 'Diese Querprüfung ist noch nicht gelaufen.',
  basis: {
    title: 'Listen hinter diesem Ergebnis',
    oldestList: ({ moment }) => phrase`Die älteste Liste wurde gelesen am ${moment}.`,
    complete: populationSamples.choices.complete,
    incomplete: populationSamples.choices.incomplete,
  },
  schedule: {
    title: 'Zeitplan der Querprüfungen',
    lead: 'Querprüfungen laufen, nachdem Listen neu gelesen wurden, höchstens einmal in der Stunde. Mit einem Zeitplan laufen sie auch zu festen Zeiten.',
    current: 'Jetziger Zeitplan',
    all: 'Alle Querprüfungen',
    runDeleted: 'Der Prüflauf wurde gelöscht.',
  },
  variables: {
    title: 'Variablen',
    titleNamed: ({ title }) => `Variablen: ${title}`,
    default: '(Standardwert)',
    change: 'Variablen ändern',
    lead: 'Die Werte gelten für jeden späteren Prüflauf dieser Querprüfung. Für ein leeres Feld gilt der Standardwert.',
    empty: 'Diese Querprüfung hat keine Variablen.',
  },
}
