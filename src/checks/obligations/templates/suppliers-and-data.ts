import { everyQuarter, everyYear, type TaskTemplate } from '../template.ts'

/** What others do for the organization, and what it does with the data of others. */
export const suppliersAndData: readonly TaskTemplate[] = [
  {
    id: 'supplier-list',
    title: 'Review the list of suppliers',
    description:
      'List everybody whose service you use, with what they get to see and how much you depend on them. Keep the list with the day of the review.',
    controls: ['soc2:CC9.2', 'iso27001:A.5.19', 'iso27001:A.5.21'],
    everyDays: everyYear,
  },
  {
    id: 'supplier-review',
    title: 'Review the important suppliers',
    description:
      'Read the audit report or the answers of each important supplier, and say what you do about exceptions in it. Keep the reports with your notes.',
    controls: ['soc2:CC9.2', 'iso27001:A.5.22', 'iso27001:A.5.23'],
    everyDays: everyYear,
  },
  {
    id: 'supplier-agreements',
    title: 'Suppliers have signed what they owe',
    description:
      'See that contracts with suppliers say what they do about security, incidents and personal data. Keep the list, and a sample of contracts.',
    controls: ['soc2:CC9.2', 'soc2:P6.4', 'iso27001:A.5.20'],
    everyDays: everyYear,
  },
  {
    id: 'data-classification',
    title: 'Review which data is confidential',
    description:
      'List the kinds of data that you hold, how confidential each is, and how people see it from its label. Keep the list.',
    controls: ['soc2:C1.1', 'iso27001:A.5.12', 'iso27001:A.5.13'],
    everyDays: everyYear,
  },
  {
    id: 'data-retention',
    title: 'Delete what you no longer need',
    description:
      'Compare what you hold with how long you may hold it, and delete the rest, data of customers who left included. Keep the record of what was deleted.',
    controls: ['soc2:C1.2', 'soc2:P4.2', 'soc2:P4.3', 'iso27001:A.5.33', 'iso27001:A.8.10'],
    everyDays: everyYear,
  },
  {
    id: 'privacy-notice',
    title: 'Review the privacy notice',
    description:
      'Compare the privacy notice with what you do with personal data, and with whom you share it. Keep the text, and what you changed.',
    controls: ['soc2:P1.1', 'iso27001:A.5.34'],
    everyDays: everyYear,
  },
  {
    id: 'personal-data-requests',
    title: 'Review requests about personal data',
    description:
      'Go through the requests of people about their data since the last time: what they asked, what they got, and when. If there were none, say so. Keep the list without their data.',
    controls: ['soc2:P5.1', 'soc2:P5.2', 'soc2:P8.1', 'iso27001:A.5.34'],
    everyDays: everyQuarter,
  },
]
