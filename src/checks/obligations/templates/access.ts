import { everyHalfYear, everyMonth, everyQuarter, everyYear, type TaskTemplate } from '../template.ts'

/** Who gets in, and to what. */
export const access: readonly TaskTemplate[] = [
  {
    id: 'access-review',
    title: 'Review who has access',
    description:
      'The person who answers for each system decides about every account: keep it, change it or remove it. An access review here shows it for all connected systems. For others, keep the list of accounts with the decisions.',
    controls: ['soc2:CC6.2', 'soc2:CC6.3', 'iso27001:A.5.18'],
    everyDays: everyQuarter,
    satisfiedBy: { accessReviews: true },
  },
  {
    id: 'privileged-access-review',
    title: 'Review the administrators',
    description:
      'Look at everybody who administers a system, and ask whether they still need it. The cross-check for administrators shows it. Without it, keep the list of administrators with the decisions.',
    controls: ['soc2:CC6.3', 'iso27001:A.8.2'],
    everyDays: everyQuarter,
    satisfiedBy: { checks: ['cross-check/administrators-everywhere'] },
  },
  {
    id: 'second-factor',
    title: 'Everybody signs in with a second factor',
    description:
      'See that a second factor is demanded wherever people sign in. The cross-check for second factors shows it for all connected systems.',
    controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.5'],
    everyDays: everyMonth,
    satisfiedBy: { checks: ['cross-check/second-factor-everywhere'], statements: false },
  },
  {
    id: 'unused-accounts',
    title: 'Remove accounts that nobody uses',
    description:
      'Look for accounts without a sign-in for a long time, and remove them. The cross-check for unused accounts shows it. Without it, keep the list with what you did.',
    controls: ['soc2:CC6.2', 'iso27001:A.5.16', 'iso27001:A.5.18'],
    everyDays: everyQuarter,
    satisfiedBy: { checks: ['cross-check/dormant-everywhere'] },
  },
  {
    id: 'secrets-rotated',
    title: 'Renew keys and shared secrets',
    description:
      'Renew API keys, certificates and shared passwords as your policy says, and those that a person knew who left. Keep the list with the day of each.',
    controls: ['soc2:CC6.1', 'iso27001:A.5.17'],
    everyDays: everyYear,
  },
  {
    id: 'asset-inventory',
    title: 'Review the list of devices and systems',
    description:
      'See that every device and system is on a list and belongs to somebody. The cross-check for devices shows the devices. Without it, keep the list with the day of the review.',
    controls: ['soc2:CC6.1', 'iso27001:A.5.9'],
    everyDays: everyYear,
    satisfiedBy: { checks: ['cross-check/devices-and-owners'] },
  },
  {
    id: 'physical-access',
    title: 'Review who can enter the offices',
    description:
      'Compare keys and badges with the people who need them, and look at the visitor log. If you rent all rooms as a service, keep the report of whoever runs them.',
    controls: ['soc2:CC6.4', 'iso27001:A.7.1', 'iso27001:A.7.2'],
    everyDays: everyHalfYear,
  },
  {
    id: 'media-disposal',
    title: 'Destroy old devices and media',
    description:
      'Erase or destroy devices and media that you no longer use. Keep the list with serial numbers, and the certificates of whoever destroyed them.',
    controls: ['soc2:CC6.5', 'soc2:C1.2', 'iso27001:A.7.14', 'iso27001:A.8.10'],
    everyDays: everyHalfYear,
  },
]
