import { isPart } from './columns.ts'
import { isEntered, type NamedThing, type ThingFields } from './field.ts'
import { formatValue, readText } from './field-kinds.ts'

/** One control of a form. */
export interface FormControl {
  readonly name: string
  readonly control:
    | 'text'
    | 'lines'
    | 'day'
    | 'number'
    | 'choice'
    | 'ticks'
    | 'flag'
    | 'person'
    | 'connection'
    | 'source'
    | 'link'
    | 'file'
    | 'part'
    | 'secret'
  readonly isRequired: boolean
  readonly max: number | undefined
  readonly min: number | undefined
  /** Of numbers. */
  readonly step: number
  readonly choices: readonly string[]
  /** As the control shows a value. */
  format(values: Readonly<Record<string, unknown>>): string
}

/** The controls of fields, in their order. Hidden fields have none, and neither have those that a page of their own chooses. */
export function formFields(fields: ThingFields): readonly FormControl[] {
  return Object.entries(fields)
    .filter(([, field]) => isEntered(field) && findChosenKind(field) === undefined)
    .map(([name, field]) => ({
      name,
      control: chooseControl(field),
      isRequired: !field.isNullable,
      max: field.max,
      min: field.min,
      step: 10 ** -field.decimals,
      choices: field.item?.choices ?? field.choices,
      format: (values) => (field.kind === 'secret' ? '' : formatValue(field, values[name])),
    }))
}

/** What somebody entered, as values. A box that is not ticked is sent as nothing, and a secret that is left empty stays. */
export function readFormFields(
  fields: ThingFields,
  form: { text(name: string): string; all(name: string): readonly string[] },
): Readonly<Record<string, unknown>> {
  const read = Object.entries(fields).flatMap(([name, field]) => {
    if (!isEntered(field) || findChosenKind(field) !== undefined) return []
    const sent = readSent(form, name, field).trim()
    if (field.kind === 'secret' && sent === '') return []
    return [[name, field.kind === 'flag' ? sent !== '' : readText(field, sent)]]
  })
  return Object.fromEntries(read)
}

/** What was sent for a field, as one text: ticked boxes with commas between them. */
export function readSent(
  form: { text(name: string): string; all(name: string): readonly string[] },
  name: string,
  field: ThingFields[string] | undefined,
): string {
  return field && isTicked(field) ? form.all(name).join(', ') : form.text(name)
}

function isTicked({ kind, item }: ThingFields[string]): boolean {
  return kind === 'list' && item?.kind === 'choice'
}

/** Where a person cannot know the ids, a page of its own lists what there is. */
const notListed: readonly (string | undefined)[] = ['person', 'connection', 'source', 'upload', 'finding', 'waiver']

/** What the items of a list name, if a person chooses them on a page of their own. */
export function findChosenKind({ kind, item, isNullable }: ThingFields[string]): NamedThing | undefined {
  const isChosen = kind === 'list' && item?.kind === 'id' && isNullable && !notListed.includes(item.names)
  return isChosen ? item.names : undefined
}

/** Of what a field names. The id of anything else is typed. */
const idControls: ReadonlyMap<string | undefined, FormControl['control']> = new Map([
  ['person', 'person'],
  ['connection', 'connection'],
  ['source', 'source'],
  ['upload', 'file'],
])

function chooseControl(field: ThingFields[string]): FormControl['control'] {
  const { kind, hasLines, names } = field
  if (kind === 'text') return hasLines ? 'lines' : 'text'
  if (kind === 'id') return isPart(field) ? 'part' : (idControls.get(names) ?? 'text')
  if (kind === 'list') return isTicked(field) ? 'ticks' : 'lines'
  return kind === 'pattern' || kind === 'time' ? 'text' : kind
}
