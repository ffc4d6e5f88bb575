import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { nameRecord, pickEvidence } from './rules/facts.ts'
import { createDaysVariable, judgeAge } from './rules/judge-age.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const devicesSeenQuestion: RecordQuestion<'device'> = {
  name: 'devicesSeen',
  of: 'device',
  reads: ['lastSeenAt'],
  failsWhen: '`lastSeenAt` is longer ago, or null',
  id: 'devices-seen',
  title: 'Devices report regularly',
  description:
    'Looks at when each device was last seen. A device that does not report may be lost, and its other facts may be out of date.',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.5.9', 'iso27001:A.8.1'],
  states: [{ 'devices-report': { within: 'max_days' } }],
  tags: ['devices'],
  resourceType: 'device',
  variables: [
    createDaysVariable({ id: 'max_days', label: 'Longest time without a sign of the device, days', default: 30 }, 90),
  ],
  onEmpty: 'not_applicable',
  remediation:
    'Find the device and connect it. If it is lost or out of use, take its access away and remove it from the list.',
  judge(record, context) {
    const evidence = pickEvidence(record, ['ownerEmail', 'os', 'osVersion', 'lastSeenAt'])
    const demand = { member: 'lastSeenAt', limit: 'max_days', happened: 'was last seen', evidence }
    return (
      judgeAge(record, demand, context) ?? { status: 'fail', title: `${nameRecord(record)} was never seen`, evidence }
    )
  },
}

/**
 * Devices report regularly. The variable `max_days` is 30.
 * @throws DefinitionError that lists every mistake
 */
export function devicesSeen<Id extends string>(
  devices: Inventory<'device', 'lastSeenAt', Id>,
  options?: QuestionOptions<'device', 'max_days'>,
): Check<Id> {
  return askEach(devicesSeenQuestion, devices, options)
}
