/** What a field holds. Each kind has a line in `field-kinds.ts`. */
export type FieldKind =
  | 'text'
  | 'link'
  | 'pattern'
  | 'list'
  | 'day'
  | 'time'
  | 'number'
  | 'choice'
  | 'flag'
  | 'id'
  | 'secret'

/** What a field may name that is no declared thing. */
export const undeclaredThings = [
  'person',
  'connection',
  'source',
  'upload',
  'finding',
  'waiver',
  'manual-answer',
  'control',
] as const

/** What a field may name: one of `undeclaredThings`, or a declared thing by its id. */
export type NamedThing = (typeof undeclaredThings)[number] | (string & {})

/** A field without its types, for what is made of fields. */
export interface FieldFacts {
  readonly kind: FieldKind
  /** The one description, a sentence: for the API document, the help of the command and the form. */
  readonly description: string
  /** Whether nobody may leave it out. */
  readonly isRequired: boolean
  /** Whether null stands for a value that is not there. */
  readonly isNullable: boolean
  readonly isHidden: boolean
  /** Of texts: characters; of lists: items; of numbers: the largest. */
  readonly max: number | undefined
  /** Of numbers: the smallest. */
  readonly min: number | undefined
  /** Of numbers: digits behind the point. */
  readonly decimals: number
  /** Of texts: whether they may have several lines. A list of rows does not show them. */
  readonly hasLines: boolean
  /** Whether no two records of any organization have the same value, so that one is found by it alone. */
  readonly isUnique: boolean
  /** Of choices. */
  readonly choices: readonly string[]
  /** Of lists: what each item is. */
  readonly item: FieldFacts | undefined
  /** Of ids: what they name. */
  readonly names: NamedThing | undefined
}

/** One field of a thing. */
export interface Field<Value = unknown, Need = 'required' | 'optional', Access = 'shown' | 'hidden' | 'entered'>
  extends FieldFacts {
  readonly need: Need
  readonly access: Access
  /** A value of it, for the API document. */
  readonly example: Value | undefined
  /** The same field, which may be left out. Its value is then null. */
  optional(): Field<Value | null, 'optional', Access>
  /** The same field, whose value may be null, and which nobody may leave out. */
  nullable(): Field<Value | null, Need, Access>
}

/** Fields by their names, as `defineThing` takes them. */
export type ThingFields = Readonly<Record<string, Field>>

/** What every field is told. */
interface FieldText<Value> {
  /** A sentence: "What people call it." */
  readonly description: string
  /** For the API document. @default none */
  readonly example?: Value | undefined
}

type RequiredField<Value> = Field<Value, 'required', 'shown'>

/** A text that is not empty, of at most `max` characters. */
export function text(
  about: FieldText<string> & {
    readonly max: number
    /** Whether it may have several lines. @default false */
    readonly hasLines?: boolean
    /** Whether a record is found by it alone, without its organization. @default false */
    readonly isUnique?: boolean
  },
): RequiredField<string> {
  const { max, hasLines = false, isUnique = false } = about
  return createField('text', about, { max, hasLines, isUnique })
}

/** The address of a page: https, without user and password. */
export function link(about: FieldText<string>): RequiredField<string> {
  return createField('link', about, { max: 2_000 })
}

/** An id in which `*` stands for any characters, such as that of a check. */
export function pattern(about: FieldText<string>): RequiredField<string> {
  return createField('pattern', about, { max: 255 })
}

/** Several values of another field, in the order in which they were given. @param options.max items; @default 100 */
export function list<Value>(
  item: Field<Value, 'required', 'shown'>,
  { max = 100 }: { readonly max?: number } = {},
): RequiredField<readonly Value[]> {
  const example = item.example === undefined ? undefined : [item.example]
  return createField('list', { description: item.description, example }, { max, item })
}

/** A day of the calendar: `2026-12-31`. */
export function day(about: FieldText<string>): RequiredField<string> {
  return createField('day', about, {})
}

/** A moment, epoch ms. Name it `…Ms`: on the wire it is ISO 8601 without that ending. */
export function time(about: FieldText<number>): RequiredField<number> {
  return createField('time', about, {})
}

/** A number within a range. @param about.decimals digits behind the point; @default 0 */
export function number(
  about: FieldText<number> & { readonly min: number; readonly max: number; readonly decimals?: number },
): RequiredField<number> {
  return createField('number', about, { min: about.min, max: about.max, decimals: about.decimals ?? 0 })
}

/** One of some words. */
export function choice<const Choice extends string>(
  choices: readonly Choice[],
  about: FieldText<Choice>,
): RequiredField<Choice> {
  return createField('choice', about, { choices })
}

/** True or false. */
export function flag(about: FieldText<boolean>): RequiredField<boolean> {
  return createField('flag', about, {})
}

/** The id of something that the organization has. */
export function idOf(names: NamedThing, about: FieldText<string>): RequiredField<string> {
  return createField('id', about, { names })
}

/**
 * A text that people and programs give and that nobody gets back: it is sealed before it is stored, and in no answer, file or log. A form
 * shows it empty, and what is left empty stays.
 */
export function secret(about: FieldText<string> & { readonly max: number }): Field<string, 'required', 'entered'> {
  const field = createField<string>('secret', about, { max: about.max })
  return attach({ ...field, isHidden: true, access: 'entered' })
}

/** Whether people and programs give a field, also where nobody gets it back. */
export function isEntered({ kind, isHidden }: FieldFacts): boolean {
  return !isHidden || kind === 'secret'
}

/** A field that is stored and in no wire form, export, form or log. */
export function hidden<Value, Need>(field: Field<Value, Need, 'shown'>): Field<Value, Need, 'hidden'> {
  return attach({ ...field, isHidden: true, access: 'hidden' })
}

function createField<Value>(
  kind: FieldKind,
  { description, example }: FieldText<Value>,
  facts: Partial<FieldFacts>,
): RequiredField<Value> {
  const { max, min, decimals = 0, hasLines = false, isUnique = false, choices = [], item, names } = facts
  return attach({
    kind,
    description,
    example,
    isRequired: true,
    isNullable: false,
    isHidden: false,
    max,
    min,
    decimals,
    hasLines,
    isUnique,
    choices,
    item,
    names,
    need: 'required',
    access: 'shown',
  })
}

function attach<Value, Need, Access>(
  facts: Omit<Field<Value, Need, Access>, 'optional' | 'nullable'>,
): Field<Value, Need, Access> {
  return Object.freeze({
    ...facts,
    optional: () =>
      attach<Value | null, 'optional', Access>({ ...facts, isRequired: false, isNullable: true, need: 'optional' }),
    nullable: () => attach<Value | null, Need, Access>({ ...facts, isNullable: true }),
  })
}
