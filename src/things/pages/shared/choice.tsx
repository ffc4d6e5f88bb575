import { useTexts } from '../../all-texts/use-texts.ts'
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
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
