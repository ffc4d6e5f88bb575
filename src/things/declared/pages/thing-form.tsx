import type { Thing } from '../../../service/fields/define-thing.ts'
import { type FormControl, formFields, readFormFields } from '../../../service/fields/form-fields.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import type { OwnSubmission, OwnVisit } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import {
  choosePerson,
  loadPersonChoice,
  type PersonChoice,
  PersonField,
  sayUnclear,
} from '../../pages/shared/person-choice.tsx'
import { ChangedMeanwhile, SeenField, type ShownNow } from '../../pages/shared/seen.tsx'

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
      <div class="actions">
        <button class="button primary" type="submit">
          {submit}
        </button>
      </div>
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
  const texts = useTexts()
  const { language } = useFrame()
  const { fields, hints, choices } = thing.messages[language]
  const { name, control, isRequired, hint } = field
  const label = fields[name] ?? name
  const help = `${name}-hint`
  if (people) return <PersonField name={name} label={label} choice={people} />
  if (control === 'flag')
    return (
      <label class="tick">
        <input type="checkbox" name={name} value="true" checked={typed === 'true'} /> {label}
      </label>
    )
  return (
    <div class="field">
      <label for={name}>
        {label} {!isRequired && <span class="small">({texts.labels.optional})</span>}
      </label>
      <Input field={field} typed={typed} help={help} words={choices} />
      <p class="small" id={help}>
        {hints?.[name] ?? hint}
      </p>
    </div>
  )
}

interface ThingInputProps {
  readonly field: FormControl
  readonly typed: string
  /** Id of its hint. */
  readonly help: string
  /** For values of choices. */
  readonly words: Readonly<Record<string, string>> | undefined
}

function Input({ field, typed, help, words }: ThingInputProps) {
  const { name, control, isRequired, max, min, step, choices } = field
  const shared = { id: name, name, required: isRequired, 'aria-describedby': help }
  if (control === 'choice')
    return (
      <select {...shared}>
        {!isRequired && <option value="" />}
        {choices.map((choice) => (
          <option value={choice} selected={choice === typed}>
            {words?.[choice] ?? choice}
          </option>
        ))}
      </select>
    )
  if (control === 'lines')
    return (
      <textarea {...shared} rows={4} maxlength={max}>
        {typed}
      </textarea>
    )
  if (control === 'number') return <input {...shared} type="number" min={min} max={max} step={step} value={typed} />
  if (control === 'day') return <input {...shared} type="date" value={typed} />
  return <input {...shared} type={control === 'link' ? 'url' : 'text'} maxlength={max} value={typed} />
}
