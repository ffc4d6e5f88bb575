import type { ControlState, FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import type { ChosenDay } from '../reading/choose-day.ts'

/** The colour of a state, by its name in the style. */
export const tones: Readonly<Record<ControlState, string>> = {
  not_satisfied: 'fail',
  undetermined: 'error',
  satisfied: 'pass',
  uncovered: 'plain',
}

/** The most pressing first. */
export const states = Object.keys(tones) as readonly ControlState[]

/** How many controls of a framework sums count. */
export function countScope({ controls, leftOut = 0 }: Pick<FrameworkOutcome, 'controls' | 'leftOut'>) {
  return { inScope: controls.length - leftOut, total: controls.length, leftOut }
}

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

interface ControlsPlace {
  readonly framework: string
  readonly state?: ControlState | undefined
  readonly control?: string | undefined
  /** @default now */
  readonly day?: string | undefined
}

/** The page of a framework, of its controls in one state, or of one control with all checks that speak for it. */
export function formatControlsPath(place: ControlsPlace): string {
  return `/controls?${new URLSearchParams(omitUndefined({ ...place }))}`
}

/** Chooses the day at whose end controls are shown. */
export function DayChoice({ day, min, max, framework }: Omit<ChosenDay, 'within'> & { readonly framework?: string }) {
  const texts = useTexts()
  const to = framework === undefined ? '/frameworks' : '/controls'
  return (
    <GetForm to={to} class="filter day">
      {framework !== undefined && <input type="hidden" name="framework" value={framework} />}
      <label>
        {texts.controls.day.label}
        <input type="date" name="day" min={min} max={max} value={day ?? max} required />
      </label>
      <SubmitButton looks="quiet">{texts.controls.day.show}</SubmitButton>
      {day !== undefined && (
        <Link to={framework === undefined ? to : formatControlsPath({ framework })}>{texts.controls.day.newest}</Link>
      )}
    </GetForm>
  )
}
