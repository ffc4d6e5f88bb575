import { explainUnknown, nameRecord, pickEvidence, readFlag } from './facts.ts'
import type { JudgeContext, QuestionRecord, RecordVerdict } from './question.ts'

/** Judges a device by one yes or no. @param says after the device's name, where it is so and where it is not */
export function judgeDevice(
  record: QuestionRecord<'device'>,
  member: 'diskEncrypted' | 'screenLock' | 'managed',
  says: { readonly yes: string; readonly no: string },
  context: JudgeContext,
): RecordVerdict {
  const value = readFlag(record[member])
  if (value === undefined) return { status: 'undecided', because: explainUnknown(record, member, context) }
  const evidence = pickEvidence(record, ['ownerEmail', 'os', 'osVersion', member])
  return value
    ? { status: 'pass', title: `${nameRecord(record)} ${says.yes}`, evidence }
    : { status: 'fail', title: `${nameRecord(record)} ${says.no}`, evidence }
}
