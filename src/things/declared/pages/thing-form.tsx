import type { Thing } from '../../../service/fields/define-thing.ts'
import { type FormControl, formFields, readFormFields } from '../../../service/fields/form-fields.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import type { OwnSubmission, OwnVisit } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, InputField, Options, SelectField, TextField } from '../../pages/shared/form-field.tsx'
import {
  choosePerson,
  loadPersonChoice,
  type PersonChoice,
  PersonField,
  sayUnclear,
} from '../../pages/shared/person-choice.tsx'
import { ChangedMeanwhile, SeenField, type ShownNow } from '../../pages/shared/seen.tsx'
import { findThingTexts } from '../thing-texts.ts'

/** What a form shows. */
export interface ThingFormState {
  /** As controls have it, by field. */
  readonly typed: Readonly<Record<string, string>>
  readonly people: Readonly<Record<string, PersonChoice>>
  readonly problem?: string | undefined
  /** `changedAtMs` of the record that it changes. */
  readonly seenAtMs?: number | undefined
  /** What somebody else saved in the meantime. */
  readonly now?: ShownNow | undefined
}

/** Fills the form of a thing with values of a record. @param values {} for a new one */
export async function fillForm(
  visit: OwnVisit,
  { fields }: Thing,
  values: Readonly<Record<string, unknown>>,
): Promise<ThingFormState> {
  const typed = Object.fromEntries(formFields(fields).map(({ name, format }) => [name, format(values)]))
  return { typed, people: await loadPeople(visit, fields, typed) }
}

/** What somebody sent, as values, and as the form shows it again if something is wrong with it. */
export async function readThingForm(
  submission: OwnSubmission,
  { fields }: Thing,
): Promise<{ readonly values: Readonly<Record<string, unknown>>; readonly state: ThingFormState }> {
  const { form, texts } = submission
  const typed = Object.fromEntries(formFields(fields).map(({ name }) => [name, form.text(name)]))
  const chosen: Record<string, unknown> = {}
  let problem: string | undefined
  for (const { name } of formFields(fields).filter(({ control }) => control === 'person')) {
    const person = await choosePerson(submission, form.text(name))
    if (person.id === undefined && person.typed !== undefined) problem = sayUnclear(texts, person)
    chosen[name] = person.id ?? null
  }
  const people = await loadPeople(submission, fields, typed)
  return { values: { ...readFormFields(fields, form), ...chosen }, state: { typed, people, problem } }
}

async function loadPeople(
  visit: OwnVisit,
  fields: Thing['fields'],
  typed: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, PersonChoice>>> {
  const loaded = formFields(fields)
    .filter(({ control }) => control === 'person')
    .map(async ({ name, isRequired }) => {
      const fixed = isRequired ? [] : [['', visit.texts.labels.nobody] as const]
      return [name, await loadPersonChoice(visit, typed[name], { fixed })]
    })
  return Object.fromEntries(await Promise.all(loaded))
}

interface ThingFormProps {
  readonly thing: Thing
  readonly to: string
  readonly submit: string
  readonly state: ThingFormState
}

/** The form of a thing: a control for each field, with its label and hint. */
export function ThingForm({ thing, to, submit, state }: ThingFormProps) {
  const { typed, people, problem, seenAtMs, now } = state
  return (
    <PostForm to={to}>
      <Alert says={problem} />
      <ChangedMeanwhile now={now} />
      {seenAtMs !== undefined && <SeenField seen={`${seenAtMs}`} />}
      <div class="fields">
        {formFields(thing.fields).map((field) => (
          <Control thing={thing} field={field} typed={typed[field.name] ?? ''} people={people[field.name]} />
        ))}
      </div>
      <FormActions submit={submit} />
    </PostForm>
  )
}

interface ThingControlProps {
  readonly thing: Thing
  readonly field: FormControl
  readonly typed: string
  readonly people: PersonChoice | undefined
}

function Control({ thing, field, typed, people }: ThingControlProps) {
  const { fields, hints, choices } = findThingTexts(useTexts(), thing)
  const { name, control } = field
  const label = fields[name] ?? name
  if (people) return <PersonField name={name} label={label} choice={people} />
  if (control === 'flag')
    return (
      <label class="tick">
        <input type="checkbox" name={name} value="true" checked={typed === 'true'} /> {label}
      </label>
    )
  return <Entry field={field} typed={typed} label={label} help={hints[name]} words={choices} />
}

interface EntryProps {
  readonly field: FormControl
  readonly typed: string
  readonly label: string
  readonly help: string | undefined
  /** For values of choices. */
  readonly words: Readonly<Record<string, string>> | undefined
}

function Entry({ field, typed, label, help, words }: EntryProps) {
  const { name, control, isRequired: required, max, min, step, choices } = field
  const shared = { name, label, help, required, optional: required ? undefined : true }
  if (control === 'choice') {
    const options = choices.map((choice) => [choice, words?.[choice] ?? choice] as const)
    return (
      <SelectField {...shared}>
        <Options of={required ? options : [['', ''], ...options]} chosen={typed} />
      </SelectField>
    )
  }
  if (control === 'lines')
    return (
      <TextField {...shared} rows={4} maxlength={max}>
        {typed}
      </TextField>
    )
  if (control === 'number')
    return <InputField {...shared} type="number" min={min} max={max} step={step} value={typed} />
  if (control === 'day') return <InputField {...shared} type="date" value={typed} />
  return <InputField {...shared} type={control === 'link' ? 'url' : 'text'} maxlength={max} value={typed} />
}
