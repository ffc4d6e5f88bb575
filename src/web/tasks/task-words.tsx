import type { TaskEvidence } from '../../workspace/tasks/task-evidence.ts'
import type { TaskState } from '../../workspace/tasks/task-state.ts'
import { StatusBadge } from '../shared/status.tsx'

const stateWords: Readonly<Record<TaskState, string>> = {
  overdue: 'Overdue',
  could_not_tell: 'Could not tell',
  provided: 'Provided',
  open: 'Open',
  met: 'Met',
}

const stateLooks = {
  overdue: 'fail',
  could_not_tell: 'error',
  provided: 'manual',
  open: 'not_applicable',
  met: 'pass',
} as const

export function TaskBadge({ state }: { readonly state: TaskState }) {
  return <StatusBadge of={stateLooks[state]}>{stateWords[state]}</StatusBadge>
}

const evidenceLooks = {
  met: 'pass',
  failing: 'fail',
  could_not_tell: 'error',
  provided: 'manual',
  missing: 'not_applicable',
} as const

const evidenceWords = {
  met: 'Meets it',
  failing: 'Fails',
  could_not_tell: 'Could not tell',
  provided: 'Waits for review',
  missing: 'Does not count',
} as const

export function EvidenceBadge({ state }: Pick<TaskEvidence, 'state'>) {
  return <StatusBadge of={evidenceLooks[state]}>{evidenceWords[state]}</StatusBadge>
}

/** Cadences that a person can choose, by days. */
export const cadences: readonly (readonly [days: number, name: string])[] = [
  [7, 'week'],
  [31, 'month'],
  [92, 'quarter'],
  [184, 'half-year'],
  [366, 'year'],
]

export function formatCadence(everyDays: number): string {
  const name = cadences.find(([days]) => days === everyDays)?.[1]
  return name === undefined ? `every ${everyDays} days` : `every ${name}`
}
