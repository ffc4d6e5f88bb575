import { ApiError } from '../../errors/index.ts'
import type { Task } from '../../runtime/tasks/tasks.ts'
import type { TaskState } from '../../workspace/tasks/task-state.ts'
import type { HostParts } from '../host-parts.ts'
import { findKnownTime, type PeriodLimit } from './period.ts'

/** As it stands now; for somebody who is limited to a period, as it stood at its end. @throws ApiError 404 */
export async function demandTask(
  { tasks, workspace }: HostParts['runtime'],
  reader: PeriodLimit,
  id: string,
): Promise<Task> {
  const within = findKnownTime(reader, workspace.clock.nowMs())
  const task = await tasks.get({ id, organizationId: reader.organizationId, within })
  if (task) return task
  throw new ApiError('There is no such obligation.', { code: 'NOT_FOUND', status: 404 })
}

export interface TaskChoice {
  readonly state?: TaskState | undefined
  /** `soc2:CC6.2` */
  readonly control?: string | undefined
  /** Id of a framework. */
  readonly framework?: string | undefined
  readonly ownerId?: string | undefined
}

/** Which of the obligations somebody asked for. */
export function chooseTasks(
  tasks: readonly Task[],
  { state, control, framework, ownerId }: TaskChoice,
): readonly Task[] {
  return tasks.filter(
    (task) =>
      (state === undefined || task.state === state) &&
      (control === undefined || task.controls.includes(control)) &&
      (framework === undefined || task.controls.some((each) => each.startsWith(`${framework}:`))) &&
      (ownerId === undefined || task.ownerId === ownerId),
  )
}
