import type { CredentialField } from '../../../define/index.ts'
import type { SchemaView } from '../../../descriptions/schema-view.ts'
import { toFieldLabel } from '../name-spelling.ts'

/** A field that people fill in, and a value for tests. */
export interface ImportedField {
  readonly field: CredentialField
  readonly sample: string | number
}

/** The known facts about a value that people give. */
export interface WantedField {
  readonly name: string
  readonly type?: 'text' | 'password' | 'number' | undefined
  readonly choices?: readonly string[] | undefined
  readonly pattern?: string | undefined
  readonly placeholder?: string | undefined
  readonly helpText?: string | undefined
  readonly sample?: string | undefined
}

/** The meaning of a name. */
type FieldOrigin = 'server' | 'request' | 'scheme'

/** The fields of a connector while it is built: one for each name and origin, whatever names other fields have. */
export class FieldList {
  readonly #byKey = new Map<string, ImportedField>()
  readonly #taken: Set<string>

  /** @param taken ids that the strategy or its tokens already use */
  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken)
  }

  get all(): readonly ImportedField[] {
    return [...this.#byKey.values()]
  }

  /**
   * The id of the field, the same for the same name and origin.
   * @param origin the meaning of the name: two origins with one name have a field each
   */
  idOf(origin: FieldOrigin, wanted: WantedField): string {
    return this.fieldOf(origin, wanted).id
  }

  /** The field itself. Its type is that of the first request that wants it. */
  fieldOf(origin: FieldOrigin, wanted: WantedField): CredentialField {
    const key = `${origin} ${wanted.name}`
    const known = this.#byKey.get(key)
    const made = known ? narrowToNumber(known, wanted) : createImportedField(this.#freeId(wanted.name), wanted)
    this.#byKey.set(key, made)
    return made.field
  }

  /** Takes a field as it is. */
  add(origin: FieldOrigin, own: ImportedField): void {
    this.#taken.add(own.field.id)
    this.#byKey.set(`${origin} ${own.field.id}`, own)
  }

  #freeId(name: string): string {
    const plain = name
      .replaceAll(/[^A-Za-z0-9_]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 60)
    const id = /^[A-Za-z]/.test(plain) ? plain : `value_${plain}`.replace(/_$/, '')
    let free = id
    // Every object already has "constructor".
    for (let nth = 2; this.#taken.has(free) || free in Object.prototype; nth++) free = `${id}_${nth}`
    this.#taken.add(free)
    return free
  }
}

/** The facts about a value in its parameter's schema. */
export function readWantedValue({ type, choices }: SchemaView): Pick<WantedField, 'type' | 'choices'> {
  const texts = choices.map(String)
  if (texts.length > 0 && new Set(texts).size === texts.length) return { choices: texts }
  return { type: type === 'integer' || type === 'number' ? 'number' : 'text' }
}

/** A text of digits suits both where one request wants a text and another a whole number of the same name. */
function narrowToNumber(known: ImportedField, { type }: WantedField): ImportedField {
  const { field } = known
  if (type !== 'number' || field.type !== 'text' || field.pattern !== undefined) return known
  return { field: { ...field, pattern: '[0-9]+' }, sample: '1' }
}

function createImportedField(
  id: string,
  { name, type = 'text', choices, pattern, placeholder, helpText, sample }: WantedField,
): ImportedField {
  const base = {
    id,
    label: toFieldLabel(name),
    required: true,
    placeholder,
    helpText,
    pattern,
  }
  if (choices) {
    const options = choices.map((value) => ({ value, label: value }))
    return { field: { ...base, type: 'select', options }, sample: sample ?? choices[0] ?? '' }
  }
  return { field: { ...base, type }, sample: type === 'number' ? 1 : (sample ?? 'nobody') }
}
