import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { judgeDevice } from './rules/judge-flag.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const devicesLockedQuestion: RecordQuestion<'device'> = {
  name: 'devicesLocked',
  of: 'device',
  reads: ['screenLock'],
  failsWhen: '`screenLock` is false',
  id: 'devices-locked',
  title: 'Devices lock their screens',
  description:
    'Looks at the screen lock of each device. Without it, anybody who sits down at the device can use its accounts.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.1', 'hipaa:164.312(a)(2)(iii)'],
  states: ['devices-locked'],
  tags: ['devices'],
  resourceType: 'device',
  variables: [],
  onEmpty: 'not_applicable',
  remediation: 'Turn on the screen lock of this device, with a short delay.',
  judge: (record, context) =>
    judgeDevice(record, 'screenLock', { yes: 'locks its screen', no: 'does not lock its screen' }, context),
}

/**
 * Devices lock their screens.
 * @throws DefinitionError that lists every mistake
 */
export function devicesLocked<Id extends string>(
  devices: Inventory<'device', 'screenLock', Id>,
  options?: QuestionOptions<'device'>,
): Check<Id> {
  return askEach(devicesLockedQuestion, devices, options)
}
