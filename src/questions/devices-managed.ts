import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { judgeDevice } from './rules/judge-flag.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const devicesManagedQuestion: RecordQuestion<'device'> = {
  name: 'devicesManaged',
  of: 'device',
  reads: ['managed'],
  failsWhen: '`managed` is false',
  id: 'devices-managed',
  title: 'Devices are managed',
  description: 'Looks at whether each device is managed. You can update, lock and erase a managed device from afar.',
  severity: 'medium',
  controls: ['soc2:CC6.8', 'iso27001:A.8.1', 'hipaa:164.310(c)'],
  states: ['devices-managed'],
  tags: ['devices'],
  resourceType: 'device',
  variables: [],
  onEmpty: 'not_applicable',
  remediation: 'Enrol this device in your device management, or take its access away.',
  judge: (record, context) => judgeDevice(record, 'managed', { yes: 'is managed', no: 'is not managed' }, context),
}

/**
 * Devices are managed.
 * @throws DefinitionError that lists every mistake
 */
export function devicesManaged<Id extends string>(
  devices: Inventory<'device', 'managed', Id>,
  options?: QuestionOptions<'device'>,
): Check<Id> {
  return askEach(devicesManagedQuestion, devices, options)
}
