import { inventories } from '../../inventories/texts/inventories.en.ts'

export const populationSamples = {
  title: 'Samples',
  auditor: {
    lead: 'Each sample names its records by number. You can open single ones; the audit log records each that you open.',
    empty: 'No sample has been drawn yet.',
    askFor: 'Ask an administrator to draw one.',
    record: ({ number }: { number: number }) => `Record ${number}`,
    reveal: ({ number }: { number: number }) => `Open record ${number}`,
    noEvidence:
      'The evidence of the run is not here, so its records cannot be opened. Start a run that keeps evidence, and draw again.',
    recorded: 'The audit log records that you opened this record.',
  },
  draw: inventories.drawSample,
  drawn: 'Drawn',
  seedWord: 'Seed',
  completeness: 'Completeness',
  choices: {
    complete: 'Complete',
    unconfirmed: 'Unconfirmed',
    incomplete: 'Incomplete',
    log: 'Checkpoint of the log',
    auditor: 'Auditor',
  },
  readAt: 'Read',
  oneList: 'List',
  noLists: 'No run has read a list yet, so there is nothing to draw from.',
  list: 'Population',
  size: 'How many to draw',
  seed: 'Seed of the auditor',
  seedHelp: 'Leave it empty to draw by the checkpoint of the log, which nobody knows beforehand.',
  total: 'How many the vendor counts',
  totalHelp: 'As the vendor’s own page says. Without it, no list is confirmed to be complete.',
  secondSource: 'Compare with',
  secondSourceHelp: 'Another list that should have the same people or things, such as the staff for accounts.',
}
