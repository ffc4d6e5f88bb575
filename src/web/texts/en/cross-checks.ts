import type { Child } from 'hono/jsx'

export const crossChecks = {
  crossChecks: 'Cross-checks',
  aboutIt: 'About it',
  findings: 'Findings',
  whatFailsNow: 'What fails now',
  reads: 'Reads',
  controls: 'Controls',
  runs: 'Runs',
  itNeverRan: 'It never ran.',
  theyCompareTheListsOf:
    'They compare the lists of all your systems. They start after lists were read anew, at most once an hour.',
  whatIsMissing: 'What is missing',
  neverRan: 'Never ran',
  of: ({ link, moment }: { link: Child; moment: Child }) => [link, ' of ', moment],
  results: 'Results',
  itCanRun: 'It can run.',
  runNow: ({ title }: { title: string }) => `Run now: ${title}`,
  runNowButton: 'Run now',
  whatItJudgedBy: 'What it judged by',
  theOldestListWasRead: ({ moment }: { moment: Child }) => ['The oldest list was read ', moment, '.'],
  whole: 'Whole',
  notWhole: 'Not whole',
  stillRunning: 'running',
}
