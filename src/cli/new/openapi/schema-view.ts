import type { Place } from './place.ts'

export type ValueType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'

export interface Member {
  readonly place: Place
  readonly required: boolean
  /** What the member's own schema says. */
  view(): SchemaView
}

/** What a schema says of values, with what its references, `allOf` and first alternative add. */
export interface SchemaView {
  readonly type: ValueType | undefined
  readonly nullable: boolean
  /** Of an object, by name. */
  readonly members: ReadonlyMap<string, Member>
  /** Of a list: what is said of its items. */
  readonly items: (() => SchemaView) | undefined
  /** Values that are allowed, where they are texts or numbers and few. */
  readonly choices: readonly (string | number)[]
}

/** What is known where nothing is said. */
export const nothing: SchemaView = {
  type: undefined,
  nullable: false,
  members: new Map(),
  items: undefined,
  choices: [],
}

// A schema that many others include is looked at once; so that what includes itself in two ways does not grow without end.
const seen = new WeakMap<object, SchemaView>()
const depthMax = 40
const choicesMax = 60

export function schemaView(place: Place, depth = 0): SchemaView {
  if (!place.isObject || depth > depthMax) return nothing
  const key = Object(place.value)
  const known = seen.get(key)
  if (known) return known
  // While it is looked at, it adds nothing to itself.
  seen.set(key, nothing)
  const view = viewed(place, depth + 1)
  seen.set(key, view)
  return view
}

/** What an example shows, where a description has no schema. */
export function viewOfExample(place: Place): SchemaView {
  const { value } = place
  if (Array.isArray(value)) return { ...nothing, type: 'array', items: () => viewOfExample(place.at(0)) }
  if (place.isObject) {
    const members = place.members().map(([name, member]): [string, Member] => {
      // It may be missing elsewhere; one example does not say.
      return [name, { place: member, required: false, view: () => viewOfExample(member) }]
    })
    return { ...nothing, type: 'object', members: new Map(members) }
  }
  const type = typeof value
  return { ...nothing, type: type === 'string' || type === 'number' || type === 'boolean' ? type : undefined }
}

function viewed(place: Place, depth: number): SchemaView {
  const parts = place
    .at('allOf')
    .items()
    .map((part) => schemaView(part, depth))
  const alternatives = alternativesOf(place)
  const first = alternatives.find((each) => each.at('type').value !== 'null' && !isOnlyNull(each))
  const chosen = first && schemaView(first, depth)
  const required = new Set(
    place
      .at('required')
      .items()
      .map(({ value }) => value),
  )
  const own = place
    .at('properties')
    .members()
    .map(([name, member]): [string, Member] => {
      return [name, { place: member, required: false, view: () => schemaView(member) }]
    })
  // What one of several shapes demands, another may lack.
  const optional = [...(chosen?.members ?? [])].map(([name, member]): [string, Member] => [
    name,
    { ...member, required: false },
  ])
  const inherited = parts.flatMap((part) => [...part.members])
  const members = new Map(
    [...inherited, ...optional, ...own].map(([name, member]): [string, Member] => {
      return [name, { ...member, required: member.required || required.has(name) }]
    }),
  )
  const itemsPlace = Array.isArray(place.at('items').value) ? undefined : place.at('items')
  const ownItems = itemsPlace?.isThere ? () => schemaView(itemsPlace) : undefined
  const items = ownItems ?? chosen?.items ?? parts.find((part) => part.items)?.items
  return {
    type: typeOf(place, members, items) ?? chosen?.type ?? parts.find(({ type }) => type)?.type,
    nullable:
      isNullable(place) ||
      alternatives.some(isOnlyNull) ||
      alternatives.some((each) => each.at('type').value === 'null'),
    members,
    items,
    choices: choicesOf(place) ?? chosen?.choices ?? [],
  }
}

/** Slack's descriptions have a list of `items` where they mean one of several shapes. */
function alternativesOf(place: Place): readonly Place[] {
  for (const name of ['oneOf', 'anyOf']) if (place.at(name).items().length > 0) return place.at(name).items()
  return place.at('type').isThere ? [] : place.at('items').items()
}

const types: readonly string[] = ['object', 'array', 'string', 'integer', 'number', 'boolean'] satisfies ValueType[]

function typeOf(place: Place, members: SchemaView['members'], items: SchemaView['items']): ValueType | undefined {
  const { value } = place.at('type')
  const named = [value].flat().find((each) => typeof each === 'string' && types.includes(each))
  if (named) return named as ValueType
  if (members.size > 0) return 'object'
  if (items) return 'array'
  const isText =
    place.at('format').text ?? place.at('pattern').text ?? choicesOf(place)?.every((each) => typeof each === 'string')
  return isText ? 'string' : undefined
}

function isNullable(place: Place): boolean {
  const { value } = place.at('type')
  return (
    place.at('nullable').value === true ||
    place.at('x-nullable').value === true ||
    (Array.isArray(value) && value.includes('null'))
  )
}

function isOnlyNull(place: Place): boolean {
  return isNullable(place) && !place.members().some(([name]) => name !== 'nullable' && name !== 'description')
}

function choicesOf(place: Place): readonly (string | number)[] | undefined {
  const values = place
    .at('enum')
    .items()
    .slice(0, choicesMax)
    .map(({ value }) => value)
  const choices = values.filter((value) => typeof value === 'string' || typeof value === 'number')
  return choices.length === 0 ? undefined : choices
}
