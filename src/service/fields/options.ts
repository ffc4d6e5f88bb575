import { type FieldFacts, type FieldKind, isEntered, type ThingFields } from './field.ts'
import { readText } from './field-kinds.ts'

/** One option of a command. */
export interface FieldOption {
  readonly name: string
  /** `--first-day <day>`. */
  readonly flags: string
  /** As help has it: "first day of the period". */
  readonly description: string
  readonly isRequired: boolean
}

const placeholders: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  link: 'url',
  pattern: 'pattern',
  list: 'items',
  day: 'day',
  time: 'time',
  number: 'number',
  choice: 'word',
  flag: 'true|false',
  id: 'id',
  secret: 'file',
}

/** With more choices, help names none. A wrong value is refused with the whole list. */
const choicesShownMax = 12

/** The options of fields, in their order. Hidden fields have none, and a secret is never an argument: its option names a file. */
export function options(fields: ThingFields): readonly FieldOption[] {
  return Object.entries(fields)
    .filter(([, field]) => isEntered(field))
    .map(([name, field]) => ({
      name: toOptionName(name, field),
      flags: `--${toOptionName(name, field).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <${choosePlaceholder(field)}>`,
      description: `${toHelp(field.description)}${field.kind === 'secret' ? ' (a file, or - for standard input)' : ''}`,
      isRequired: field.isRequired,
    }))
}

function choosePlaceholder({ kind, choices }: FieldFacts): string {
  const isShown = kind === 'choice' && choices.length > 0 && choices.length <= choicesShownMax
  return isShown ? choices.join('|') : placeholders[kind]
}

/** The values of options that somebody gave. An empty text takes a value away. */
export function readOptions(
  fields: ThingFields,
  entered: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const read = Object.entries(fields).flatMap(([name, field]) => {
    const text = entered[name]
    return typeof text === 'string' && !field.isHidden ? [[name, readText(field, text)]] : []
  })
  return Object.fromEntries(read)
}

/** The files that somebody named for secrets, by field. */
export function listSecretFiles(
  fields: ThingFields,
  entered: Readonly<Record<string, unknown>>,
): readonly { readonly name: string; readonly path: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = entered[toOptionName(name, field)]
    return field.kind === 'secret' && typeof path === 'string' ? [{ name, path }] : []
  })
}

function toOptionName(name: string, { kind }: FieldFacts): string {
  return kind === 'secret' ? `${name}File` : name
}

/** A sentence as help has it: "What people call it." becomes "what people call it". */
function toHelp(sentence: string): string {
  const [first = '', second = ''] = sentence
  const begin = second === second.toLowerCase() ? first.toLowerCase() : first
  return `${begin}${sentence.slice(1)}`.replace(/\.$/, '')
}
