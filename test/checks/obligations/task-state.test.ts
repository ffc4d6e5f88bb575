import { describe, expect, test } from 'vitest'
import type { TaskEvidence } from '../../../src/checks/obligations/task-evidence.ts'
import { deriveTaskState } from '../../../src/checks/obligations/task-state.ts'

const nowMs = Date.parse('2026-05-10T12:00:00Z')
const task = { firstDueDay: '2026-05-20', satisfiedBy: { checks: ['acme/a'], accessReviews: true, statements: true } }
const late = { ...task, firstDueDay: '2026-05-09' }

function say(kind: TaskEvidence['kind'], state: TaskEvidence['state'], until?: string): TaskEvidence {
  const untilMs = until === undefined ? undefined : Date.parse(`${until}T23:59:59.999Z`)
  return { kind, state, title: kind, because: state, untilMs }
}

const derive = (evidence: readonly TaskEvidence[], of = task) => {
  const { state, dueDay, metUntil } = deriveTaskState(of, evidence, nowMs)
  return [state, dueDay, metUntil]
}

test.each<[string, readonly TaskEvidence[], string, string]>([
  ['nothing', [], 'open', 'overdue'],
  ['a check that passes', [say('check', 'met', '2026-06-01')], 'met', 'met'],
  ['a check that fails', [say('check', 'failing')], 'open', 'overdue'],
  ['a check that was not run', [say('check', 'missing')], 'open', 'overdue'],
  ['a check that could not tell', [say('check', 'could_not_tell')], 'could_not_tell', 'could_not_tell'],
  ['a statement alone', [say('statement', 'provided')], 'provided', 'provided'],
  ['an accepted statement', [say('statement', 'met', '2026-06-01')], 'met', 'met'],
  ['one check of two', [say('check', 'met', '2026-06-01'), say('check', 'missing')], 'open', 'overdue'],
  [
    'a check that fails, and an accepted statement',
    [say('check', 'failing'), say('statement', 'met', '2026-06-01')],
    ...(['open', 'overdue'] as const),
  ],
  [
    'a check that could not tell, and an accepted statement',
    [say('check', 'could_not_tell'), say('statement', 'met', '2026-06-01')],
    ...(['met', 'met'] as const),
  ],
  [
    'a check that could not tell, and one that was not run',
    [say('check', 'could_not_tell'), say('check', 'missing')],
    ...(['open', 'overdue'] as const),
  ],
  [
    'a check that could not tell, and one that passes',
    [say('check', 'could_not_tell'), say('check', 'met', '2026-06-01')],
    ...(['could_not_tell', 'could_not_tell'] as const),
  ],
  [
    'a refused statement beside one that waits',
    [say('statement', 'missing'), say('statement', 'provided')],
    'provided',
    'provided',
  ],
  [
    'reviews that are missing, and a check that passes',
    [say('access_review', 'missing'), say('check', 'met', '2026-06-01')],
    'met',
    'met',
  ],
])('%s', (_name, evidence, before, after) => {
  expect([derive(evidence)[0], derive(evidence, late)[0]]).toEqual([before, after])
})

describe('the due day', () => {
  test('is the last day on which it is met, by the check that lapses first', () => {
    const evidence = [say('check', 'met', '2026-06-09'), say('check', 'met', '2026-06-01')]

    expect(derive(evidence)).toEqual(['met', '2026-06-01', '2026-06-01'])
  })

  test('moves with what lapsed, so that the first day alone says nothing for ever', () => {
    expect(derive([say('check', 'missing', '2026-05-09')], { ...task, firstDueDay: '2026-01-01' })).toEqual([
      ...['overdue', '2026-05-09', null],
    ])
    expect(derive([say('statement', 'missing', '2026-05-09')])).toEqual(['open', '2026-05-20', null])
  })
})
