import { everyHalfYear, everyMonth, everyQuarter, everyYear, type TaskTemplate } from '../template.ts'

/** What keeps the service running and safe. */
export const operations: readonly TaskTemplate[] = [
  {
    id: 'backup-restore-test',
    title: 'Restore a backup',
    description:
      'Restore the data of an important system from its backup into another place, and see that it is complete. Keep the record: which backup, when, how long it took, what was missing.',
    controls: ['soc2:A1.2', 'soc2:A1.3', 'soc2:CC7.5', 'iso27001:A.8.13'],
    everyDays: everyHalfYear,
  },
  {
    id: 'continuity-exercise',
    title: 'Exercise the continuity plan',
    description:
      'Play through the loss of a place, a supplier or a system, and see whether the plan works. Keep the record of the exercise, and what you changed in the plan.',
    controls: ['soc2:A1.3', 'soc2:CC7.5', 'soc2:CC9.1', 'iso27001:A.5.29', 'iso27001:A.5.30'],
    everyDays: everyYear,
  },
  {
    id: 'incident-exercise',
    title: 'Exercise the response to an incident',
    description:
      'Play through an incident with the people who would handle it: who decides, who tells customers, who keeps the traces. Keep the record, and what you changed.',
    controls: ['soc2:CC7.3', 'soc2:CC7.4', 'iso27001:A.5.24', 'iso27001:A.5.26'],
    everyDays: everyYear,
  },
  {
    id: 'incident-log',
    title: 'Review the incidents',
    description:
      'Go through all incidents since the last time: cause, response, what you learned. If there were none, say so. Keep the log.',
    controls: ['soc2:CC7.4', 'soc2:CC7.5', 'iso27001:A.5.25', 'iso27001:A.5.27', 'iso27001:A.5.28'],
    everyDays: everyQuarter,
  },
  {
    id: 'penetration-test',
    title: 'Have a penetration test',
    description:
      'Have somebody independent attack the service. Keep their report, and what was done about each weakness that they found.',
    controls: ['soc2:CC4.1', 'soc2:CC7.1', 'iso27001:A.8.8', 'iso27001:A.8.29'],
    everyDays: everyYear,
  },
  {
    id: 'vulnerability-scan',
    title: 'Scan for vulnerabilities',
    description:
      'Scan servers, containers and dependencies for known weaknesses, and mend the severe ones in the days that your policy gives. Keep the report and the tickets.',
    controls: ['soc2:CC7.1', 'iso27001:A.8.8'],
    everyDays: everyQuarter,
  },
  {
    id: 'network-rules-review',
    title: 'Review firewalls and network rules',
    description:
      'Go through every rule that lets traffic in, and remove those that nobody needs. Keep the list with the decisions.',
    controls: ['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22'],
    everyDays: everyHalfYear,
  },
  {
    id: 'log-review',
    title: 'Review logs and alerts',
    description:
      'See that logs of important systems arrive, and that somebody looked at each alert. Keep a sample of alerts with what was done.',
    controls: ['soc2:CC7.2', 'soc2:CC7.3', 'iso27001:A.8.15', 'iso27001:A.8.16'],
    everyDays: everyMonth,
  },
  {
    id: 'capacity-review',
    title: 'Review capacity',
    description:
      'Compare use with what there is: computing, storage, licences, people on call. Keep the figures and the decisions.',
    controls: ['soc2:A1.1', 'iso27001:A.8.6'],
    everyDays: everyQuarter,
  },
  {
    id: 'change-sample',
    title: 'Look at a sample of changes',
    description:
      'Take some changes to the service at random. See that each was asked for, tested, and approved by somebody who did not write it. Keep the list with links.',
    controls: ['soc2:CC8.1', 'iso27001:A.8.32'],
    everyDays: everyQuarter,
  },
  {
    id: 'configuration-baseline',
    title: 'Review the standard configuration',
    description:
      'Compare servers, laptops and cloud accounts with the configuration that you decided on, protection against malware included. Keep the standard, and the deviations with their reasons.',
    controls: ['soc2:CC6.8', 'soc2:CC7.1', 'iso27001:A.8.7', 'iso27001:A.8.9'],
    everyDays: everyYear,
  },
  {
    id: 'encryption-review',
    title: 'Review encryption and its keys',
    description:
      'See that data is encrypted at rest and on its way, by methods that are still good, and who can use the keys. Keep the list of places and keys.',
    controls: ['soc2:CC6.1', 'soc2:CC6.7', 'iso27001:A.8.24'],
    everyDays: everyYear,
  },
]
