import type { ControlCheck, ControlOutcome, FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'

/** What brings a framework forward most. */
export type NextStep =
  | {
      /** `repair`: a check fails. `decide`: a check could not tell, was not run or needs review. */
      readonly is: 'repair' | 'decide'
      readonly check: ControlCheck
      /** Of the controls that are so for this check, the first. */
      readonly control: ControlOutcome
      readonly controls: number
    }
  | {
      readonly is: 'connect'
      /** The connector that has checks for most controls that nothing covers. */
      readonly connector: string
      readonly controls: number
    }

/**
 * The check that holds back most controls in scope: first of those that fail, then of those that nobody can tell, then what to connect.
 * @param covering names of connectors by `framework:control`
 * @returns undefined if there is nothing to do
 */
export function chooseNextStep(
  { id, controls: all }: Pick<FrameworkOutcome, 'id' | 'controls'>,
  covering: ReadonlyMap<string, readonly string[]>,
): NextStep | undefined {
  const controls = all.filter(({ leftOut }) => leftOut === undefined)
  for (const [is, state] of [
    ['repair', 'not_satisfied'],
    ['decide', 'undetermined'],
  ] as const) {
    const inState = controls.filter((control) => control.state === state)
    const most = chooseMost(inState, ({ checks }) =>
      checks.filter((check) => check.state === state).map((check) => [`${check.connector}/${check.id}`, check]),
    )
    if (most) return { is, check: most.value, control: most.first, controls: most.count }
  }
  const uncovered = controls.filter((control) => control.state === 'uncovered')
  const most = chooseMost(uncovered, (control) =>
    (covering.get(`${id}:${control.id}`) ?? []).map((name) => [name, name]),
  )
  return most && { is: 'connect', connector: most.value, controls: most.count }
}

interface Most<Value> {
  readonly value: Value
  readonly first: ControlOutcome
  readonly count: number
}

/** What most controls name; of several, what is named first. */
function chooseMost<Value>(
  controls: readonly ControlOutcome[],
  listNamed: (control: ControlOutcome) => readonly (readonly [string, Value])[],
): Most<Value> | undefined {
  const found = new Map<string, Most<Value>>()
  for (const control of controls)
    for (const [key, value] of new Map(listNamed(control))) {
      const before = found.get(key)
      found.set(key, {
        value: before?.value ?? value,
        first: before?.first ?? control,
        count: (before?.count ?? 0) + 1,
      })
    }
  return [...found.values()].toSorted((a, b) => b.count - a.count)[0]
}
