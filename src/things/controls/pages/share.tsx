import type { ControlState, FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'

/** The colour of a state, by its name in the style. */
export const tones: Readonly<Record<ControlState, string>> = {
  not_satisfied: 'fail',
  undetermined: 'error',
  satisfied: 'pass',
  uncovered: 'plain',
}

/** The most pressing first. */
export const states = Object.keys(tones) as readonly ControlState[]

/** How many controls of a framework are in which state, as a bar. What stands beside it says the same in words. */
export function Share({
  summary,
  total,
}: {
  /** Undefined: nobody knows yet. */
  readonly summary: FrameworkOutcome['summary'] | undefined
  readonly total: number
}) {
  let x = 0
  return (
    <svg class="share" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
      {states.map((state) => {
        const width = total === 0 || !summary ? 0 : (summary[state] / total) * 1000
        const bar = <rect class={`tone ${tones[state]}`} x={x} y="0" width={width} height="12" />
        x += width
        return bar
      })}
    </svg>
  )
}
