import { readFileSync } from 'node:fs'

interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly items?: Schema
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

/** The schema that is published for editors. */
export const schema: Schema = JSON.parse(
  readFileSync(new URL('../../docs/schemas/connector-file.schema.json', import.meta.url), 'utf8'),
)

/** Something of this form, with no more than it needs. */
function sample(form: Schema): unknown {
  const [first] = form.anyOf ?? form.oneOf ?? []
  if (first) return sample(first)
  if ('const' in form) return form.const
  if (form.enum) return form.enum[0]
  if (form.type === 'object') {
    const { properties = {}, required = [] } = form
    return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]))
  }
  if (form.type === 'array') return (form.minItems ?? 0) > 0 ? [sample(form.items ?? {})] : []
  return { number: 1, integer: 1, boolean: true, null: null }[form.type ?? ''] ?? 'a'
}

interface Misspelling {
  /** From the value to the misspelt member. */
  readonly place: readonly (string | number)[]
  readonly value: unknown
  /** The author chooses the names there. */
  readonly isFree?: true
}

/** Each member of each object of the form, by another name that the object does not have. */
export function* misspell(form: Schema, spell: (name: string) => string): Generator<Misspelling> {
  for (const each of form.anyOf ?? form.oneOf ?? []) yield* misspell(each, spell)
  if (form.items)
    for (const { place, value, ...rest } of misspell(form.items, spell))
      yield { ...rest, place: [0, ...place], value: [value] }
  if (form.type !== 'object') return
  const { properties = {}, additionalProperties: others } = form
  const base = sample(form) as object
  for (const [name, member] of Object.entries(properties)) {
    if (others === false) yield { place: [spell(name)], value: { ...base, [spell(name)]: sample(member) } }
    for (const { place, value, ...rest } of misspell(member, spell))
      yield { ...rest, place: [name, ...place], value: { ...base, [name]: value } }
  }
  if (typeof others !== 'object') return
  yield { place: [spell('some')], value: { ...base, [spell('some')]: sample(others) }, isFree: true }
  for (const { place, value, ...rest } of misspell(others, spell))
    yield { ...rest, place: ['some', ...place], value: { some: value } }
}

export type Place = Misspelling['place']

/** As problems write it: `checks[0].fail.titlex`. */
export const writePlace = (place: Place): string =>
  place.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('')
