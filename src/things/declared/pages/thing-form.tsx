import { receivedConnectorId } from '../../../define/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import { type FormControl, formFields, readFormFields, readSent } from '../../../service/fields/form-fields.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import {
  type ConnectionChoiceProps,
  ConnectionField,
  loadConnectionChoice,
  loadSourceChoice,
  sayUnclearConnection,
} from '../../connections/pieces/connection-choice.tsx'
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
import { saveUpload } from '../../uploads/reading/uploads.ts'
import { findThingTexts } from '../thing-texts.ts'
import { type ChoiceItem, openChoices } from './choice-source.ts'

/** Records that a select has. */
const recordsMax = 500

/** What a form shows. */
export interface ThingFormState {
  /** As controls have it, by field. */
  readonly typed: Readonly<Record<string, string>>
  readonly people: Readonly<Record<string, PersonChoice>>
  readonly connections: Readonly<Record<string, ConnectionChoiceProps>>
  /** Records to choose from, by field. */
  readonly records: Readonly<Record<string, readonly ChoiceItem[]>>
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
  return { typed, ...(await loadChoices(visit, fields, typed)) }
}

/** What somebody sent, as values, and as the form shows it again if something is wrong with it. */
export async function readThingForm(
  submission: OwnSubmission,
  { fields }: Thing,
): Promise<{ readonly values: Readonly<Record<string, unknown>>; readonly state: ThingFormState }> {
  const { form, texts, runtime, objects, person } = submission
  const typed: Record<string, string> = Object.fromEntries(
    formFields(fields).map(({ name, control }) => [
      name,
      control === 'secret' ? '' : readSent(form, name, fields[name]),
    ]),
  )
  const chosen: Record<string, unknown> = {}
  for (const { name } of formFields(fields).filter(({ control }) => control === 'file'))
    for (const file of form.takeFiles(`${name}File`)) {
      const { organizationId, userId } = person
      const upload = await saveUpload({ runtime, objects }, { organizationId, userId, formType: 'record', ...file })
      typed[name] = upload.file.id
      chosen[name] = upload.file.id
    }
  let problem: string | undefined
  for (const { name } of formFields(fields).filter(({ control }) => control === 'person')) {
    const person = await choosePerson(submission, form.text(name))
    if (person.id === undefined && person.typed !== undefined) problem = sayUnclear(texts, person)
    chosen[name] = person.id ?? null
  }
  const choices = await loadChoices(submission, fields, typed)
  for (const [name, { chosen: connection }] of Object.entries(choices.connections)) {
    if (connection.typed !== undefined) problem = sayUnclearConnection(texts, connection)
    chosen[name] = connection.id ?? null
  }
  return { values: { ...readFormFields(fields, form), ...chosen }, state: { typed, ...choices, problem } }
}

/** Whom and which connections a form may choose, by field. */
async function loadChoices(
  visit: OwnVisit,
  fields: Thing['fields'],
  typed: Readonly<Record<string, string>>,
): Promise<Pick<ThingFormState, 'people' | 'connections' | 'records'>> {
  const people: Record<string, PersonChoice> = {}
  const records: Record<string, readonly ChoiceItem[]> = {}
  const connections: Record<string, ConnectionChoiceProps> = {}
  for (const { name, control, isRequired } of formFields(fields)) {
    if (control === 'person') {
      const fixed = isRequired ? [] : [['', visit.texts.labels.nobody] as const]
      people[name] = await loadPersonChoice(visit, typed[name], { fixed })
    }
    const selected = typed[name] || undefined
    const names = fields[name]?.names
    // Its whole is known where it is added.
    if (control === 'part' && selected === undefined && names !== undefined)
      records[name] = (await openChoices(visit, names)?.list('', recordsMax)) ?? []
    if (control === 'source') connections[name] = await loadSourceChoice(visit, selected)
    if (control === 'connection') {
      const choice = await loadConnectionChoice(visit, selected)
      const own = choice.connections.filter(({ connector }) => connector !== receivedConnectorId)
      connections[name] = { ...choice, connections: own }
    }
  }
  return { people, connections, records }
}

interface ThingFormProps {
  readonly thing: Thing
  readonly to: string
  readonly submit: string
  readonly state: ThingFormState
  /** What ids of controls begin with, where a page has several forms. @default nothing */
  readonly idPrefix?: string
}

/** The form of a thing: a control for each field, with its label and hint. */
export function ThingForm({ thing, to, submit, state, idPrefix = '' }: ThingFormProps) {
  const { problem, seenAtMs, now } = state
  return (
    <PostForm to={to} enctype={takesFiles(thing) ? 'multipart/form-data' : undefined}>
      <Alert says={problem} />
      <ChangedMeanwhile now={now} />
      {seenAtMs !== undefined && <SeenField seen={`${seenAtMs}`} />}
      <div class="fields">
        {formFields(thing.fields).map((field) => (
          <Control thing={thing} field={field} state={state} id={`${idPrefix}${field.name}`} />
        ))}
      </div>
      <FormActions submit={submit} />
    </PostForm>
  )
}

/** Whether forms of a thing may have files. */
export function takesFiles({ fields }: Thing): boolean {
  return formFields(fields).some(({ control }) => control === 'file')
}

interface ThingControlProps {
  readonly id: string
  readonly thing: Thing
  readonly field: FormControl
  readonly state: ThingFormState
}

function Control({ id, thing, field, state }: ThingControlProps) {
  const { fields, hints, choices } = findThingTexts(useTexts(), thing)
  const { name, control, isRequired } = field
  const label = fields[name] ?? name
  const { [name]: typed = '' } = state.typed
  const { [name]: people } = state.people
  if (people) return <PersonField id={id} name={name} label={label} choice={people} />
  const { [name]: connections } = state.connections
  if (connections) {
    const shared = { id, name, label, help: hints[name], isRequired }
    return <ConnectionField {...shared} choice={connections} />
  }
  const { [name]: records } = state.records
  if (records)
    return (
      <SelectField id={id} name={name} label={label} help={hints[name]} required>
        <Options of={[['', ''], ...records.map((record) => [record.id, record.label] as const)]} chosen="" />
      </SelectField>
    )
  if (control === 'part') return <input type="hidden" name={name} value={typed} />
  if (control === 'file')
    return (
      <>
        <input type="hidden" name={name} value={typed} />
        <InputField
          id={`${id}File`}
          name={`${name}File`}
          label={label}
          help={hints[name]}
          optional={field.isRequired ? undefined : true}
          type="file"
        />
      </>
    )
  if (control === 'flag')
    return (
      <label class="tick">
        <input type="checkbox" name={name} value="true" checked={typed === 'true'} /> {label}
      </label>
    )
  return <Entry id={id} field={field} typed={typed} label={label} help={hints[name]} words={choices} />
}

interface EntryProps {
  readonly id: string
  readonly field: FormControl
  readonly typed: string
  readonly label: string
  readonly help: string | undefined
  /** For values of choices. */
  readonly words: Readonly<Record<string, string>> | undefined
}

function Entry({ id, field, typed, label, help, words }: EntryProps) {
  const { name, control, isRequired: required, max, min, step, choices } = field
  const shared = { id, name, label, help, required, optional: required ? undefined : true }
  if (control === 'choice') {
    const options = choices.map((choice) => [choice, words?.[choice] ?? choice] as const)
    return (
      <SelectField {...shared}>
        <Options of={required ? options : [['', ''], ...options]} chosen={typed} />
      </SelectField>
    )
  }
  if (control === 'ticks')
    return (
      <fieldset>
        <legend>{label}</legend>
        {help !== undefined && <p class="help">{help}</p>}
        {choices.map((choice) => (
          <label class="tick">
            <input type="checkbox" name={name} value={choice} checked={typed.split(', ').includes(choice)} />{' '}
            {words?.[choice] ?? choice}
          </label>
        ))}
      </fieldset>
    )
  if (control === 'lines')
    return (
      <TextField {...shared} rows={4} maxlength={max}>
        {typed}
      </TextField>
    )
  if (control === 'number')
    return <InputField {...shared} type="number" min={min} max={max} step={step} value={typed} />
  if (control === 'secret')
    return <InputField {...shared} required={false} type="password" maxlength={max} autocomplete="off" />
  if (control === 'day') return <InputField {...shared} type="date" value={typed} />
  return <InputField {...shared} type={control === 'link' ? 'url' : 'text'} maxlength={max} value={typed} />
}
