import type { ThingFields } from './field.ts'
import { formatValue, readText } from './field-kinds.ts'

/** One control of a form. */
export interface FormControl {
  readonly name: string
  readonly control: 'text' | 'lines' | 'day' | 'number' | 'choice' | 'flag' | 'person' | 'link'
  readonly isRequired: boolean
  readonly max: number | undefined
  readonly min: number | undefined
  /** Of numbers. */
  readonly step: number
  readonly choices: readonly string[]
  /** As the control shows a value. */
  format(values: Readonly<Record<string, unknown>>): string
}

/** The controls of fields, in their order. Hidden fields have none. */
export function formFields(fields: ThingFields): readonly FormControl[] {
  return Object.entries(fields)
    .filter(([, { isHidden }]) => !isHidden)
    .map(([name, field]) => ({
      name,
      control: chooseControl(field),
      isRequired: !field.isNullable,
      max: field.max,
      min: field.min,
      step: 10 ** -field.decimals,
      choices: field.choices,
      format: (values) => formatValue(field, values[name]),
    }))
}

/** What somebody entered, as values. A box that is not ticked is sent as nothing. */
export function readFormFields(
  fields: ThingFields,
  form: { text(name: string): string },
): Readonly<Record<string, unknown>> {
  const read = Object.entries(fields).flatMap(([name, field]) => {
    if (field.isHidden) return []
    const sent = form.text(name).trim()
    return [[name, field.kind === 'flag' ? sent !== '' : readText(field, sent)]]
  })
  return Object.fromEntries(read)
}

function chooseControl({ kind, hasLines, names }: ThingFields[string]): FormControl['control'] {
  if (kind === 'text') return hasLines ? 'lines' : 'text'
  if (kind === 'id') return names === 'person' ? 'person' : 'text'
  if (kind === 'list') return 'lines'
  return kind === 'pattern' || kind === 'time' ? 'text' : kind
}
