import { everyHalfYear, everyQuarter, everyYear, type TaskTemplate } from '../template.ts'

/** What the people do who run the organization. */
export const governance: readonly TaskTemplate[] = [
  {
    id: 'policies-approved',
    title: 'Approve the security policies',
    description:
      'Read each security policy, correct what is no longer true, and have the management approve it. Keep the approved texts with their version, date and the name of the person who approved them.',
    controls: ['soc2:CC5.3', 'soc2:CC2.2', 'iso27001:A.5.1'],
    everyDays: everyYear,
  },
  {
    id: 'policies-acknowledged',
    title: 'Everybody confirms the policies',
    description:
      'Ask everybody who works for you to read the policies that concern them, and to confirm it. Keep the list of people with the day of each confirmation.',
    controls: ['soc2:CC1.1', 'soc2:CC2.2', 'iso27001:A.5.1', 'iso27001:A.5.10'],
    everyDays: everyYear,
  },
  {
    id: 'roles-assigned',
    title: 'Review who is responsible for what',
    description:
      'Look at the organization chart and at who is responsible for security. See that nobody approves their own work. Keep the chart and the list of responsibilities.',
    controls: ['soc2:CC1.3', 'soc2:CC1.5', 'iso27001:A.5.2', 'iso27001:A.5.3'],
    everyDays: everyYear,
  },
  {
    id: 'board-minutes',
    title: 'The board talks about security',
    description:
      'Put security and internal control on the agenda of the board or of whoever oversees the management. Keep the minutes, and leave out what the auditor must not see.',
    controls: ['soc2:CC1.2', 'soc2:CC4.2', 'iso27001:A.5.4'],
    everyDays: everyQuarter,
  },
  {
    id: 'management-review',
    title: 'The management reviews the security program',
    description:
      'Go through findings, incidents, audits, risks and goals of the past year, and decide what has to change. Keep the record with its decisions and who takes care of each.',
    controls: ['soc2:CC4.2', 'soc2:CC1.5', 'iso27001:A.5.4', 'iso27001:A.5.36'],
    everyDays: everyYear,
  },
  {
    id: 'risk-assessment',
    title: 'Assess the risks',
    description:
      'Write down what can go wrong, how likely it is and what it would cost. Include new threats and what has changed in the company. Keep the list of risks with the decision about each.',
    controls: ['soc2:CC3.1', 'soc2:CC3.2', 'soc2:CC3.4', 'iso27001:A.5.7'],
    everyDays: everyYear,
  },
  {
    id: 'fraud-risk',
    title: 'Assess the risk of fraud',
    description:
      'Ask how somebody inside or outside could deceive the company for money, data or reputation, and what stops them. Keep the assessment.',
    controls: ['soc2:CC3.3'],
    everyDays: everyYear,
  },
  {
    id: 'risk-treatment',
    title: 'Follow up on the plan for the risks',
    description:
      'Compare what you decided about each risk with what has been done. Keep the plan with its state, and the reason for each delay.',
    controls: ['soc2:CC5.1', 'soc2:CC9.1'],
    everyDays: everyHalfYear,
  },
  {
    id: 'internal-audit',
    title: 'Do an internal audit',
    description:
      'Have somebody who does not run the controls check whether they work. Keep the report, and what was done about each deficiency.',
    controls: ['soc2:CC4.1', 'soc2:CC4.2', 'iso27001:A.5.35', 'iso27001:A.5.36'],
    everyDays: everyYear,
  },
  {
    id: 'legal-requirements',
    title: 'Review laws, contracts and licences',
    description:
      'List the laws and contracts that demand something of your security, and the licences of what you use. See that each demand is met. Keep the list.',
    controls: ['iso27001:A.5.31', 'iso27001:A.5.32', 'soc2:CC2.3'],
    everyDays: everyYear,
  },
  {
    id: 'customer-commitments',
    title: 'Review what you promise to customers',
    description:
      'Compare your website, terms and contracts with what the service does about security, availability and privacy. Keep the texts as they are, and what you changed.',
    controls: ['soc2:CC2.3', 'soc2:CC3.1'],
    everyDays: everyYear,
  },
  {
    id: 'contacts-kept',
    title: 'Review the contacts for an emergency',
    description:
      'See that addresses and numbers of authorities, experts and groups that help you in an incident are right. Keep the list with the day of the review.',
    controls: ['iso27001:A.5.5', 'iso27001:A.5.6'],
    everyDays: everyYear,
  },
]
