import { useTexts } from '../../all-texts/use-texts.ts'
import { InputField } from './form-field.tsx'

interface LastDayFieldProps {
  /** `2026-04-30` */
  readonly latest: string
  readonly value: string | undefined
}

/** The last day on which a decision holds. */
export function LastDayField({ latest, value }: LastDayFieldProps) {
  const texts = useTexts()
  return (
    <InputField
      name="expires"
      label={texts.labels.lastDay}
      help={texts.shared.lastDayHelp({ latest })}
      type="date"
      max={latest}
      value={value}
      required
    />
  )
}
