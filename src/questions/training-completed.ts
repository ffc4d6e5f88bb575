import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, nameRecord, pickEvidence, readTime, readWord } from './rules/facts.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'
import { readCompletion } from './rules/read-completion.ts'

export const trainingCompletedQuestion: RecordQuestion<'training'> = {
  name: 'trainingCompleted',
  of: 'training',
  reads: ['dueAt', 'completedAt'],
  failsWhen: '`dueAt` is over, and the training is not completed',
  id: 'training-completed',
  title: 'People complete their training in time',
  description:
    'Looks at each training that somebody was assigned. People who know what to look out for are harder to deceive.',
  severity: 'medium',
  controls: ['soc2:CC1.4', 'iso27001:A.6.3', 'hipaa:164.308(a)(5)'],
  states: ['people-trained'],
  tags: ['training'],
  resourceType: 'training',
  variables: [],
  remediation: 'Ask the person to complete the training now.',
  judge(record, context) {
    const name = nameRecord(record)
    const evidence = pickEvidence(record, ['status', 'personId', 'course', 'dueAt', 'completedAt'])
    const isCompleted = readCompletion(record, context.now)
    if (isCompleted === true) return { status: 'pass', title: `${name} is completed`, evidence }
    const dueMs = readTime(record.dueAt)
    const isDue = dueMs === undefined ? undefined : dueMs !== null && dueMs <= context.now.getTime()
    if (isDue === false) return { status: 'pass', title: `${name} is not due yet`, evidence }
    if (isCompleted === undefined) {
      const member = readWord('training', 'status', record.status) === 'unknown' ? 'status' : 'completedAt'
      return { status: 'undecided', because: explainUnknown(record, member, context) }
    }
    if (isDue === undefined) return { status: 'undecided', because: explainUnknown(record, 'dueAt', context) }
    return { status: 'fail', title: `${name} is due, and not completed`, evidence }
  },
}

/**
 * People complete their training in time.
 * @throws DefinitionError that lists every mistake
 */
export function trainingCompleted<Id extends string>(
  trainings: Inventory<'training', 'dueAt' | 'completedAt', Id>,
  options?: QuestionOptions<'training'>,
): Check<Id> {
  return askEach(trainingCompletedQuestion, trainings, options)
}
