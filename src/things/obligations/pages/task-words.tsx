import type { TaskEvidence } from '../../../checks/obligations/task-evidence.ts'
import type { TaskState } from '../../../checks/obligations/task-state.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { StatusBadge } from '../../pages/shared/status.tsx'

const stateLooks = {
  overdue: 'fail',
  could_not_tell: 'error',
  provided: 'manual',
  open: 'not_applicable',
  met: 'pass',
} as const

export function TaskBadge({ state }: { readonly state: TaskState }) {
  const texts = useTexts()
  return <StatusBadge of={stateLooks[state]}>{texts.tasks.states[state]}</StatusBadge>
}

const evidenceLooks = {
  met: 'pass',
  failing: 'fail',
  could_not_tell: 'error',
  provided: 'manual',
  missing: 'not_applicable',
} as const

export function EvidenceBadge({ state }: Pick<TaskEvidence, 'state'>) {
  const texts = useTexts()
  return <StatusBadge of={evidenceLooks[state]}>{texts.tasks.evidence.states[state]}</StatusBadge>
}

/** Cadences that a person can choose, in days. */
export const cadences = [7, 31, 92, 184, 366] as const

export function formatCadence({ tasks }: Texts, everyDays: number): string {
  const listed = cadences.find((days) => days === everyDays)
  return listed === undefined ? tasks.everyDays({ days: everyDays }) : tasks.cadences[listed]
}
