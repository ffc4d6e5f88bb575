import { everyHalfYear, everyQuarter, everyYear, type TaskTemplate } from '../template.ts'

/** What concerns the people who work for the organization. */
export const people: readonly TaskTemplate[] = [
  {
    id: 'security-training',
    title: 'Everybody completes security training',
    description:
      'Train everybody in security when they join and once a year. Keep the list of people with the course and the day. If a training system is connected, its cross-check shows it.',
    controls: ['soc2:CC1.4', 'soc2:CC2.2', 'iso27001:A.6.3'],
    everyDays: everyYear,
    satisfiedBy: { checks: ['cross-check/training-of-everyone'] },
  },
  {
    id: 'phishing-exercise',
    title: 'Do a phishing exercise',
    description:
      'Send a harmless phishing message, and see who reports it and who falls for it. Talk about the result. Keep the numbers, and what you did about them.',
    controls: ['soc2:CC2.2', 'iso27001:A.6.3', 'iso27001:A.6.8'],
    everyDays: everyYear,
  },
  {
    id: 'background-checks',
    title: 'New people were screened',
    description:
      'See that everybody who joined was screened as your policy and the law of their country say. Keep the list of new people with the day, and not the result itself.',
    controls: ['soc2:CC1.4', 'iso27001:A.6.1'],
    everyDays: everyQuarter,
  },
  {
    id: 'confidentiality-agreements',
    title: 'Everybody has signed a confidentiality agreement',
    description:
      'See that employees and contractors have signed their contract and the agreement to keep secrets. Keep the list, and a sample of the signed texts.',
    controls: ['soc2:CC1.1', 'iso27001:A.6.2', 'iso27001:A.6.6'],
    everyDays: everyHalfYear,
  },
  {
    id: 'onboarding',
    title: 'New people came in as planned',
    description:
      'Take everybody who joined since the last time. See who approved their access, and that they got no more than they need. Keep the checklist of each.',
    controls: ['soc2:CC6.2', 'soc2:CC1.4', 'iso27001:A.5.16', 'iso27001:A.6.2'],
    everyDays: everyQuarter,
  },
  {
    id: 'offboarding',
    title: 'People who left have lost their access',
    description:
      'Take everybody who left since the last time. See that their access ended in time, and that they gave back what belongs to you. The cross-check for leavers shows the access; keep the checklists of the rest.',
    controls: ['soc2:CC6.2', 'iso27001:A.5.11', 'iso27001:A.5.18', 'iso27001:A.6.5'],
    everyDays: everyQuarter,
    satisfiedBy: { checks: ['cross-check/leavers'] },
  },
  {
    id: 'performance-reviews',
    title: 'Talk with everybody about their work',
    description:
      'Managers talk with each person about their work and about what they need to learn. Keep the list with the days, and not what was said.',
    controls: ['soc2:CC1.4', 'soc2:CC1.5', 'iso27001:A.5.4'],
    everyDays: everyYear,
  },
  {
    id: 'disciplinary-process',
    title: 'Review what happens after a breach of the rules',
    description:
      'See that the rules for breaches of policy are written down and known to everybody. Keep the text, and the number of cases.',
    controls: ['soc2:CC1.5', 'iso27001:A.6.4'],
    everyDays: everyYear,
  },
  {
    id: 'remote-work',
    title: 'Review the rules for working elsewhere',
    description:
      'See that the rules for home and travel still fit: devices, networks, paper, calls in public. Keep the rules and the day of the review.',
    controls: ['soc2:CC6.7', 'iso27001:A.6.7'],
    everyDays: everyYear,
  },
]
