import type { Child, JSX, PropsWithChildren } from 'hono/jsx'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, type Looks } from '../frame/links.tsx'
import { countUnits } from './count-units.ts'

interface FormFieldProps {
  /** Of the control. */
  readonly id: string
  readonly label: Child
  /** What to enter. The control names it: `aria-describedby="<id>-help"`. */
  readonly help?: Child
  /** Beside the label; true: that nobody has to fill it in. */
  readonly optional?: Child
}

/** A control of a form, below its label. */
export function FormField({ id, label, help, optional, children }: PropsWithChildren<FormFieldProps>) {
  const texts = useTexts()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {optional !== undefined && (
        // Not within the label: the name of the control would be another one than people read and say.
        <>
          {' '}
          <span class="optional" id={`${id}-optional`}>
            {optional === true ? texts.labels.optional : optional}
          </span>
        </>
      )}
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {children}
    </div>
  )
}

type FieldOf<Tag extends 'input' | 'select' | 'textarea'> = Omit<FormFieldProps, 'id'> &
  Omit<JSX.IntrinsicElements[Tag], 'id' | 'name'> & {
    readonly name: string
    /** @default the name */
    readonly id?: string
  }

/** A field in one line; `maxlength` in characters. All other members are attributes of the input, as of the controls below. */
export function InputField({ name, id = name, label, help, optional, maxlength, ...input }: FieldOf<'input'>) {
  return (
    <FormField id={id} label={label} help={help} optional={optional}>
      <input
        id={id}
        name={name}
        maxlength={countUnits(maxlength)}
        {...input}
        aria-describedby={nameHelp(id, { help, optional })}
      />
    </FormField>
  )
}

/** A field of several lines. */
export function TextField({
  name,
  id = name,
  label,
  help,
  optional,
  maxlength,
  children,
  ...text
}: PropsWithChildren<FieldOf<'textarea'>>) {
  return (
    <FormField id={id} label={label} help={help} optional={optional}>
      <textarea
        id={id}
        name={name}
        maxlength={countUnits(maxlength)}
        {...text}
        aria-describedby={nameHelp(id, { help, optional })}
      >
        {children}
      </textarea>
    </FormField>
  )
}

/** A choice. @param props.children its options */
export function SelectField({
  name,
  id = name,
  label,
  help,
  optional,
  children,
  ...select
}: PropsWithChildren<FieldOf<'select'>>) {
  return (
    <FormField id={id} label={label} help={help} optional={optional}>
      <select id={id} name={name} {...select} aria-describedby={nameHelp(id, { help, optional })}>
        {children}
      </select>
    </FormField>
  )
}

function nameHelp(id: string, { help, optional }: Pick<FormFieldProps, 'help' | 'optional'>): string | undefined {
  const ids = [optional === undefined ? [] : `${id}-optional`, help === undefined ? [] : `${id}-help`].flat()
  return ids.length === 0 ? undefined : ids.join(' ')
}

interface OptionsProps {
  readonly of: readonly (readonly [value: string, label: string])[]
  readonly chosen: string | undefined
}

/** The options of a select. */
export function Options({ of, chosen }: OptionsProps) {
  return of.map(([value, label]) => (
    <option value={value} selected={value === chosen}>
      {label}
    </option>
  ))
}

interface SubmitButtonProps extends Omit<JSX.IntrinsicElements['button'], 'type' | 'class'> {
  readonly looks?: Looks
}

export function SubmitButton({ looks, children, ...button }: PropsWithChildren<SubmitButtonProps>) {
  return (
    <button class={looks === undefined ? 'button' : `button ${looks}`} type="submit" {...button}>
      {children}
    </button>
  )
}

interface FormActionsProps {
  /** What the button says. */
  readonly submit: Child
  /** @default primary */
  readonly looks?: Looks
  /** Where somebody goes who does not want it. */
  readonly cancelTo?: string
}

/** The end of a form. */
export function FormActions({ submit, looks = 'primary', cancelTo }: FormActionsProps) {
  const texts = useTexts()
  return (
    <div class="actions">
      <SubmitButton looks={looks}>{submit}</SubmitButton>
      {cancelTo !== undefined && (
        <Link to={cancelTo} looks="quiet">
          {texts.actions.cancel}
        </Link>
      )}
    </div>
  )
}
