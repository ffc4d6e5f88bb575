import type { ControlOutcome } from '../../../checks/controls/evaluate-controls.ts'
import type { ScopeExclusion } from '../../../checks/controls/scope.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { categoryExclusion } from '../../exclusions/thing.ts'
import { Link } from '../../pages/frame/links.tsx'
import { formatControlsPath, tones } from './share.tsx'

interface LeftOutProps {
  readonly framework: string
  readonly day: string | undefined
  readonly controls: readonly ControlOutcome[]
}

/** Controls out of scope, each with its state: what fails there is no secret. It is open if something fails. */
export function LeftOutSection({ framework, day, controls }: LeftOutProps) {
  const texts = useTexts()
  const failing = controls.filter(({ state }) => state === 'not_satisfied').length
  return (
    <details class="folded" open={failing > 0}>
      <summary>{texts.controls.leftOut({ count: controls.length, failing })}</summary>
      <ul class="sheet controls">
        {controls.map(({ id, title, state, leftOut }) => (
          <li class="row result">
            <span class={`badge ${tones[state]}`}>{texts.states.control[state]}</span>
            <span class="what">
              <Link to={formatControlsPath({ framework, control: id, day })}>{id}</Link> {title}
            </span>
            <span class="small">{leftOut && <LeftOutReason why={leftOut} />}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Why a control is out of scope, who says so, and until when. */
export function LeftOutReason({
  why: { category, group, reason, by, approvedBy, expires },
}: {
  readonly why: ScopeExclusion
}) {
  const texts = useTexts()
  const { choices = {} } = findThingTexts(texts, categoryExclusion)
  const what = category === undefined ? (group ?? texts.controls.notApplicable) : choices[category]
  return (
    <>
      {what}: {reason} {texts.controls.leftOutBy({ by, approvedBy, day: expires })}
    </>
  )
}
