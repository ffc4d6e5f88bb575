import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { judgeDevice } from './rules/judge-flag.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const devicesEncryptedQuestion: RecordQuestion<'device'> = {
  name: 'devicesEncrypted',
  of: 'device',
  reads: ['diskEncrypted'],
  failsWhen: '`diskEncrypted` is false',
  id: 'devices-encrypted',
  title: 'Disks of devices are encrypted',
  description:
    'Looks at the disk encryption of each device. Without it, somebody who finds or steals the device can read everything on it.',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.1', 'hipaa:164.312(a)(2)(iv)', 'gdpr:32(1)(a)'],
  states: ['devices-encrypted'],
  tags: ['devices', 'encryption'],
  resourceType: 'device',
  variables: [],
  onEmpty: 'not_applicable',
  remediation: 'Turn on disk encryption on this device.',
  judge: (record, context) =>
    judgeDevice(
      record,
      'diskEncrypted',
      { yes: 'has an encrypted disk', no: 'has a disk that is not encrypted' },
      context,
    ),
}

/**
 * Disks of devices are encrypted.
 * @throws DefinitionError that lists every mistake
 */
export function devicesEncrypted<Id extends string>(
  devices: Inventory<'device', 'diskEncrypted', Id>,
  options?: QuestionOptions<'device'>,
): Check<Id> {
  return askEach(devicesEncryptedQuestion, devices, options)
}
