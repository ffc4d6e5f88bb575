import { readTime, readWord } from './facts.ts'
import type { QuestionRecord } from './question.ts'

/** Whether a training is completed. Where the word and the time contradict each other, nobody knows. */
export function readCompletion(
  { status, completedAt }: Pick<QuestionRecord<'training'>, 'status' | 'completedAt'>,
  now: Date,
): boolean | undefined {
  const completedMs = readTime(completedAt, now)
  switch (readWord('training', 'status', status)) {
    case 'completed':
      return completedMs === null ? undefined : true
    case 'assigned':
      return typeof completedMs === 'number' ? undefined : false
    default:
      return typeof completedMs === 'number' ? true : undefined
  }
}
