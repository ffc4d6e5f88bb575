import { type Action, mayDo } from '../../../service/rights/permissions.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import { formatFindingsPath, nobody } from '../../findings/pages/finding-filter.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export type DoorId = 'setUp' | 'fix' | 'prove'
export type StepId = 'connect' | 'schedule' | 'people' | 'assign' | 'judge' | 'obligations' | 'package'

export interface DoorStep {
  readonly id: StepId
  readonly isDone: boolean
  /** The page on which it is done. undefined: this person may not do it. */
  readonly to: string | undefined
}

export interface Door {
  readonly id: DoorId
  readonly steps: readonly DoorStep[]
}

/** What the page knows already. */
interface StepFacts {
  /** Connections that are not disconnected. */
  readonly present: number
  readonly hasAnyRun: boolean
  /** Open findings of nobody. */
  readonly unowned: number
  /** undefined: nobody knows. */
  readonly isToJudge: boolean | undefined
  /** Usable connections without a schedule. */
  readonly unscheduled: number
}

const steps: readonly {
  readonly id: StepId
  readonly door: DoorId
  readonly to: string
  readonly access: Action
}[] = [
  { id: 'connect', door: 'setUp', to: '/connect', access: 'connections:write' },
  { id: 'schedule', door: 'setUp', to: '/schedules', access: 'connections:read' },
  { id: 'people', door: 'setUp', to: '/settings/directory', access: 'people:write' },
  { id: 'assign', door: 'fix', to: formatFindingsPath({ owner: nobody, order: 'severity' }), access: 'findings:write' },
  { id: 'judge', door: 'fix', to: '/judgements', access: 'judgements:read' },
  { id: 'obligations', door: 'prove', to: '/tasks', access: 'tasks:read' },
  { id: 'package', door: 'prove', to: '/packages', access: 'packages:make' },
]

/** The way from an empty store to a package for an auditor. Each step follows from what is stored: nobody ticks one. */
export async function loadDoors(
  { directory, tasks, packages }: Runtime,
  { organizationId, role }: SessionPerson,
  { present, hasAnyRun, unowned, isToJudge, unscheduled }: StepFacts,
): Promise<readonly Door[]> {
  const [sources, obligations, made] = await Promise.all([
    directory.list({ organizationId }),
    tasks.listPage({ organizationId, limit: 1 }),
    packages.list({ organizationId, limit: 1 }),
  ])
  const isDone: Readonly<Record<StepId, boolean>> = {
    connect: present > 0,
    schedule: present > 0 && unscheduled === 0,
    people: sources.length > 0,
    assign: hasAnyRun && unowned === 0,
    judge: hasAnyRun && isToJudge === false,
    obligations: obligations.total > 0,
    package: made.length > 0,
  }
  return (['setUp', 'fix', 'prove'] as const).map((door) => ({
    id: door,
    steps: steps
      .filter((step) => step.door === door)
      .map(({ id, to, access }) => ({ id, isDone: isDone[id], to: mayDo(role, access) ? to : undefined })),
  }))
}
