import type { Child } from 'hono/jsx'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'
import { Options } from './form-field.tsx'

/** Proposals while somebody types. What is typed is looked for among all. */
export const proposedMax = 50
/** Those who or which a typed text is compared with. */
export const comparedMax = 100
const candidatesMax = 10

export type ChoiceOption = readonly [value: string, label: string]

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string | undefined
  readonly options: readonly ChoiceOption[]
  /** Something is always chosen. */
  readonly isComplete?: boolean
}

/** One choice of a form that selects a part of a list. */
export function Choice({ name, label, chosen, options, isComplete = false }: ChoiceProps) {
  const texts = useTexts()
  return (
    <label>
      {label}
      <select name={name}>
        {!isComplete && <option value="">{texts.labels.all}</option>}
        <Options of={options} chosen={chosen} />
      </select>
    </label>
  )
}

interface UnclearChoiceProps {
  /** Why what was typed is not one of them. */
  readonly children: Child
  readonly candidates: readonly { readonly label: string | undefined; readonly to: string }[]
  /** Whether there may be more of them. */
  readonly isMore: boolean
}

/** Says that what was typed is none of those to choose from, or which it may be. */
export function UnclearChoice({ children, candidates, isMore }: UnclearChoiceProps) {
  const texts = useTexts()
  const more = candidates.length - candidatesMax
  return (
    <div class="sheet" role="status">
      <p>{children}</p>
      {candidates.length > 0 && (
        <ul class="row plain-list">
          {candidates.slice(0, candidatesMax).map(({ label, to }) => (
            <li>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          {more > 0 && <li class="small">{texts.counts.andMore({ count: `${more}${isMore ? '+' : ''}` })}</li>}
        </ul>
      )}
    </div>
  )
}
