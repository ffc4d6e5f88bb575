import type { FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'
import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { Share, states, tones } from './share.tsx'

interface FrameworkLine {
  readonly id: string
  /** Undefined: it comes later, and takes the same place. */
  readonly outcome?: Pick<FrameworkOutcome, 'summary' | 'controls'> | undefined
}

/** How things stand with frameworks, in one line each. */
export function FrameworkLines({ of }: { readonly of: readonly FrameworkLine[] }) {
  const texts = useTexts()
  return (
    <ul class="frameworks">
      {of.map(({ id, outcome }) => (
        <li>
          <p>
            <Link to={`/controls?framework=${id}`}>{frameworkNames[id] ?? id}</Link>
          </p>
          <Share summary={outcome?.summary} total={outcome?.controls.length ?? 0} />
          <p class="shares">
            {states.map((state) => (
              <Link to={`/controls?framework=${id}&state=${state}`}>
                {outcome?.summary[state] ?? '…'}{' '}
                <span class={`badge ${tones[state]}`}>{texts.states.control[state]}</span>
              </Link>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}
