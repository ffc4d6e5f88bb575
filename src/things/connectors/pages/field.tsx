import { isSecret } from '../../../define/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { FormField } from './connectors.ts'

interface FieldProps {
  /** Name of the form field. */
  readonly name: string
  readonly field: FormField
  /** The earlier value. Secrets are not put into a page. */
  readonly value?: string | undefined
  /** The problem of the value. */
  readonly problem?: string | undefined
  /** For a secret: the meaning of an empty box. */
  readonly secretNote?: string | undefined
  /** Whether the browser may require a value. @default whether the field is required */
  readonly isRequired?: boolean | undefined
}

/** One value that a person types, by its kind, with its label, help and problem. */
export function Field({ name, field, value, problem, secretNote, isRequired = field.required === true }: FieldProps) {
  const texts = useTexts()
  const id = toFieldId(name)
  const note = isSecret(field) ? secretNote : undefined
  const described = [
    (field.helpText !== undefined || note !== undefined) && `${id}-help`,
    problem !== undefined && `${id}-wrong`,
  ].filter((each) => each !== false)
  const common = {
    id,
    name,
    required: isRequired,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-invalid': problem === undefined ? undefined : ('true' as const),
  }
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.required !== true && <span class="optional"> {texts.connectors.form.optional}</span>}
      </label>
      {(field.helpText !== undefined || note !== undefined) && (
        <p class="help" id={`${id}-help`}>
          {[field.helpText, note].filter((text) => text !== undefined).join(' ')}
        </p>
      )}
      <Control field={field} value={isSecret(field) ? undefined : value} common={common} />
      {problem !== undefined && (
        <p class="wrong" id={`${id}-wrong`}>
          {problem}
        </p>
      )}
    </div>
  )
}

function toFieldId(name: string): string {
  return `field-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`
}

interface InputProps {
  readonly field: FormField
  readonly value: string | undefined
  readonly common: Readonly<Record<string, string | boolean | undefined>> & { readonly id: string }
}

function Control({ field, value, common }: InputProps) {
  const texts = useTexts()
  const { placeholder } = field
  switch (field.type) {
    case 'textarea':
    case 'certificate':
      return <textarea {...common} placeholder={placeholder} rows={6} spellcheck={false} />
    case 'select':
      return (
        <select {...common}>
          <option value="">{field.required ? texts.shared.choose : texts.shared.unset}</option>
          {field.options.map((option) => (
            <option value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )
    case 'multiselect':
      return (
        <select {...common} multiple>
          {field.options.map((option) => (
            <option value={option.value} selected={value?.split(',').includes(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      )
    case 'boolean':
      return (
        <select {...common}>
          <option value="">{texts.shared.choose}</option>
          <option value="true" selected={value === 'true'}>
            {texts.states.yes}
          </option>
          <option value="false" selected={value === 'false'}>
            {texts.states.no}
          </option>
        </select>
      )
    case 'combobox':
      // Free text beside the list, with the browser's own keyboard handling of both.
      return (
        <>
          <input {...common} type="text" value={value} placeholder={placeholder} list={`${common.id}-list`} />
          <datalist id={`${common.id}-list`}>
            {field.options.map((option) => (
              <option value={option.value} label={option.label} />
            ))}
          </datalist>
        </>
      )
    case 'password':
      // The browser must not save it: password managers ignore "new-password".
      return <input {...common} type="password" placeholder={placeholder} autocomplete="new-password" />
    case 'number':
      return <input {...common} type="number" step="any" value={value} placeholder={placeholder} />
    case 'url':
      return <input {...common} type="url" inputmode="url" value={value} placeholder={placeholder} />
    case 'text':
      return <input {...common} type="text" value={value} placeholder={placeholder} spellcheck={false} />
  }
}

/** The problems of a form, at its top, each with a link to its field. Focused by the script when the page opens. */
export function ErrorSummary({ problems, fields }: { readonly problems: Problems; readonly fields: FieldNames }) {
  const texts = useTexts()
  const entries = Object.entries(problems)
  if (entries.length === 0) return null
  return (
    <div class="alert" role="alert" tabindex={-1} id="errors">
      <h2>
        {entries.length === 1
          ? texts.connectors.form.oneProblem
          : texts.connectors.form.problems({ count: entries.length })}
      </h2>
      <ul>
        {entries.map(([name, message]) => (
          <li>
            {fields[name] === undefined ? message : <a href={`#${toFieldId(name)}`}>{`${fields[name]}: ${message}`}</a>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Problems by the name of the form field; '' for those of the whole form. */
export type Problems = Readonly<Record<string, string>>
/** Labels by the name of the form field. */
export type FieldNames = Readonly<Record<string, string>>
