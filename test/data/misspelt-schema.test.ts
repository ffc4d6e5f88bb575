import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'

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

const schema: Schema = JSON.parse(
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
}

/** Each member of each object of the form, with a letter more. */
function* misspell(form: Schema): Generator<Misspelling> {
  for (const each of form.anyOf ?? form.oneOf ?? []) yield* misspell(each)
  if (form.items) for (const { place, value } of misspell(form.items)) yield { place: [0, ...place], value: [value] }
  if (form.type !== 'object') return
  const { properties = {}, additionalProperties: others } = form
  const base = sample(form) as object
  for (const [name, member] of Object.entries(properties)) {
    if (others === false) yield { place: [`${name}x`], value: { ...base, [`${name}x`]: sample(member) } }
    for (const { place, value } of misspell(member))
      yield { place: [name, ...place], value: { ...base, [name]: value } }
  }
  if (typeof others === 'object')
    for (const { place, value } of misspell(others)) yield { place: ['some', ...place], value: { some: value } }
}

function readProblems(file: unknown) {
  try {
    readConnector('acme.json', new TextEncoder().encode(JSON.stringify(file, undefined, 1)))
  } catch (error) {
    if (error instanceof DataFileError) return error.problems
    throw error
  }
  return []
}

const write = (place: readonly (string | number)[]) =>
  place.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('')

test('every member that the schema has is refused with a letter more, at its place', () => {
  const misspellings = [...misspell(schema)]

  const missed = misspellings.filter(
    ({ place, value }) =>
      !readProblems(value).some(
        ({ path, message, line }) => path === write(place) && message.includes('is not an option here') && line > 1,
      ),
  )

  expect(misspellings.length).toBeGreaterThan(800)
  expect(missed.map(({ place }) => write(place))).toEqual([])
})
