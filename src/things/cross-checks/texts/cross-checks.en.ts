import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { populationSamples } from '../../population-samples/texts/population-samples.en.ts'

export const crossChecks = {
  lead: 'Cross-checks compare the lists of all your systems. They run after lists are read again, at most once an hour.',
  newestResults: ({ link, moment }: { link: Child; moment: Child }) => phrase`${link} of ${moment}`,
  openFindings: 'Open findings of this cross-check',
  reads: 'Reads',
  noRuns: 'This cross-check has not run yet.',
  basis: {
    title: 'Lists behind this result',
    oldestList: ({ moment }: { moment: Child }) => phrase`The oldest list was read on ${moment}.`,
    complete: populationSamples.choices.complete,
    incomplete: populationSamples.choices.incomplete,
  },
  schedule: {
    title: 'Schedule of cross-checks',
    lead: 'Cross-checks run after lists are read again, at most once an hour. With a schedule, they also run at fixed times.',
    current: 'Current schedule',
    all: 'All cross-checks',
    runDeleted: 'The run was deleted.',
  },
  variables: {
    title: 'Variables',
    titleNamed: ({ title }: { title: string }) => `Variables: ${title}`,
    default: '(default)',
    change: 'Change variables',
    lead: 'The values apply to every later run of this cross-check. An empty field uses the default.',
    empty: 'This cross-check has no variables.',
  },
}
