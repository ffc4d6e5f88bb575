import type { TaskHead } from '../../checks/obligations/task.ts'

/** Which obligations somebody asks for, by their terms. */
export interface TaskChoice {
  /** `soc2:CC6.2` */
  readonly control?: string | undefined
  /** Id of a framework. */
  readonly framework?: string | undefined
  readonly ownerId?: string | undefined
}

export function chooseTasks<Task extends TaskHead>(
  tasks: readonly Task[],
  { control, framework, ownerId }: TaskChoice,
): readonly Task[] {
  return tasks.filter(
    ({ controls, ownerId: owner }) =>
      (control === undefined || controls.includes(control)) &&
      (framework === undefined || controls.some((each) => each.startsWith(`${framework}:`))) &&
      (ownerId === undefined || owner === ownerId),
  )
}
