import { isOfFramework } from '../../checks/controls/frameworks/split-level.ts'
import { foldSearch } from '../../checks/findings/search-text.ts'
import type { TaskHead } from '../../checks/obligations/task.ts'

/** Which obligations somebody asks for, by their terms. */
export interface TaskChoice {
  /** `soc2:CC6.2` */
  readonly control?: string | undefined
  /** Id of a framework. */
  readonly framework?: string | undefined
  readonly ownerId?: string | undefined
  /** Words that its title has, in any order. Upper and lower case do not matter. */
  readonly words?: readonly string[] | undefined
}

export function chooseTasks<Task extends TaskHead>(
  tasks: readonly Task[],
  { control, framework, ownerId, words = [] }: TaskChoice,
): readonly Task[] {
  return tasks.filter(
    ({ title, controls, ownerId: owner }) =>
      (control === undefined || controls.includes(control)) &&
      (framework === undefined || controls.some((each) => isOfFramework(each, framework))) &&
      (ownerId === undefined || owner === ownerId) &&
      words.every((word) => foldSearch(title).includes(foldSearch(word))),
  )
}
