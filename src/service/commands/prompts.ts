import { parseField } from '../../auth/credential-values.ts'
import type { CredentialField } from '../../define/index.ts'
import { createInterruptedError } from './interrupt.ts'
import type { Terminal } from './terminal.ts'

/**
 * Asks a person for the values of fields, one after the other. Passwords are not shown. Asks again after an invalid
 * value.
 * @throws CheckError `CANCELLED` when the person gives up
 */
export async function askFields(
  fields: readonly CredentialField[],
  { input, err }: Terminal,
): Promise<Readonly<Record<string, string>>> {
  const clack = await import('@clack/prompts')
  // Questions go to stderr, because stdout is for results.
  const common = { input, output: err.stream }
  const values: Record<string, string> = {}
  for (const field of fields) {
    const message = `${field.label}${field.required ? '' : ' (optional)'}${field.helpText === undefined ? '' : `\n${field.helpText}`}`
    const validate = (value: string | undefined) => {
      const parsed = parseField(field, value ?? '')
      return 'problem' in parsed ? `It ${parsed.problem}.` : undefined
    }
    const placeholder = field.placeholder === undefined ? {} : { placeholder: field.placeholder }
    const answer = await (() => {
      switch (field.type) {
        case 'password':
          return clack.password({ ...common, message, validate })
        case 'select': {
          const none = field.required ? [] : [{ value: '', label: 'none' }]
          return clack.select({
            ...common,
            message,
            options: [...none, ...field.options.map(({ value, label }) => ({ value, label }))],
          })
        }
        case 'combobox': {
          const known = field.options.map((option) => option.value).join(', ')
          return clack.text({ ...common, ...placeholder, message: `${message}\nsuch as ${known}`, validate })
        }
        case 'multiselect':
          return clack.multiselect({
            ...common,
            message,
            required: field.required === true,
            options: field.options.map(({ value, label }) => ({ value, label })),
          })
        case 'boolean': {
          const none = field.required ? [] : [{ value: '', label: 'no answer' }]
          const answers = [
            { value: 'true', label: 'yes' },
            { value: 'false', label: 'no' },
          ]
          return clack.select({ ...common, message, options: [...none, ...answers] })
        }
        case 'certificate':
        case 'textarea':
          return clack.multiline({ ...common, ...placeholder, message, validate })
        default:
          return clack.text({ ...common, ...placeholder, message, validate })
      }
    })()
    if (clack.isCancel(answer)) throw createInterruptedError()
    const value = Array.isArray(answer) ? answer.join(',') : answer
    if (value !== undefined && value !== '') values[field.id] = value
  }
  return values
}

/**
 * Some of a list, at least one.
 * @param initial the preselected ones
 * @throws CheckError `CANCELLED` when the person gives up
 */
export async function askSeveral(
  message: string,
  choices: readonly string[],
  initial: readonly string[],
  { input, err }: Terminal,
): Promise<readonly string[]> {
  const clack = await import('@clack/prompts')
  const options = choices.map((value) => ({ value, label: value }))
  const asked = { message, options, initialValues: [...initial], required: true, maxItems: 12 }
  const answer = await clack.multiselect({ ...asked, input, output: err.stream })
  if (clack.isCancel(answer)) throw createInterruptedError()
  return answer
}

/** One line that is not a credential. @throws CheckError `CANCELLED` when the person gives up */
export async function askLine(message: string, { input, err }: Terminal): Promise<string> {
  const clack = await import('@clack/prompts')
  const answer = await clack.text({ message, input, output: err.stream })
  if (clack.isCancel(answer)) throw createInterruptedError()
  return answer ?? ''
}
