import type { ControlTask } from '../controls/evaluate-controls.ts'
import type { TaskHead } from './task.ts'
import type { DerivedState } from './task-state.ts'

/**
 * What an obligation says for its controls. Before its day it says nothing, so that a control is not undetermined for
 * something that nobody owes yet.
 */
export function toControlTask({
  id,
  title,
  controls,
  state,
  because,
  dueDay,
  isDue,
}: TaskHead & DerivedState): ControlTask {
  const head = { id, title, controls }
  if (state === 'met') return { ...head, state: 'satisfied', because: `met: ${because}` }
  if (!isDue && (state === 'open' || state === 'provided'))
    return { ...head, state: 'not_applicable', because: `not due before ${dueDay}`, lacksEvidence: true }
  const judged = { ...head, state: 'undetermined', because: `${words[state]}: ${because}` } as const
  return state === 'could_not_tell' ? judged : { ...judged, lacksEvidence: true }
}

const words = {
  open: 'open',
  provided: 'waits to be accepted',
  overdue: 'overdue',
  could_not_tell: 'could not tell',
} as const
