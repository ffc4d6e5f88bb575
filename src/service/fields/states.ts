import { formatDay } from '../../text/calendar-day.ts'
import type { FieldFacts, FieldKind, ThingFields } from './field.ts'

const dayMs = 86_400_000

/** What a state asks of one field. A value that is not there meets only `isEmpty()`. */
export type Condition =
  | {
      readonly test: 'compare'
      readonly how: '<' | '<=' | '>' | '>='
      readonly amount: number
      readonly unit: 'days' | 'number'
    }
  | { readonly test: 'oneOf'; readonly values: readonly (string | boolean)[] }
  | { readonly test: 'empty' }
  | { readonly test: 'set' }

/** What a state asks: all of it has to hold. `{}` holds for all that no state before it has. */
export type StateConditions<Name extends string = string> = { readonly [_ in Name]?: Condition }

/** The states of a thing, in order: a record has the first one that holds. */
export type States = Readonly<Record<string, StateConditions>>

/** A day or time before that of so many days from today. @param days @default 0 */
export function isBefore(days = 0): Condition {
  return { test: 'compare', how: '<', amount: days, unit: 'days' }
}

/** A day or time after that of so many days from today. @param days @default 0 */
export function isAfter(days = 0): Condition {
  return { test: 'compare', how: '>', amount: days, unit: 'days' }
}

/** The day or time of so many days from today, or a later one. @param days @default 0 */
export function isFrom(days = 0): Condition {
  return { test: 'compare', how: '>=', amount: days, unit: 'days' }
}

export function isAtLeast(amount: number): Condition {
  return { test: 'compare', how: '>=', amount, unit: 'number' }
}

export function isBelow(amount: number): Condition {
  return { test: 'compare', how: '<', amount, unit: 'number' }
}

/** A choice or a flag with one of these values. */
export function isOneOf(...values: readonly (string | boolean)[]): Condition {
  return { test: 'oneOf', values }
}

export function isEmpty(): Condition {
  return { test: 'empty' }
}

export function isSet(): Condition {
  return { test: 'set' }
}

/** The state of a record at a time. @throws TypeError if none holds, which `demandReachable` rules out */
export function deriveState<State extends string>(
  states: Readonly<Record<State, StateConditions>>,
  fields: ThingFields,
  values: Readonly<Record<string, unknown>>,
  nowMs: number,
): State {
  const found = findState(states, (name) => toPoint(fields[name], values[name], nowMs))
  if (found === undefined) throw new TypeError('deriveState: no state holds')
  return found as State
}

/**
 * Refuses states of which one can never be reached, and states that leave a record without any. Every way in which the values can lie to
 * what the states ask is tried.
 * @throws TypeError that names the state and its fields
 */
export function demandReachable(thing: string, states: States, fields: ThingFields): void {
  for (const [state, conditions] of Object.entries(states))
    for (const [name, condition] of Object.entries(conditions))
      demandAskable(`${thing}.states.${state}.${name}`, fields[name], condition)
  const asked = Object.entries(fields).flatMap(([name, field]) => {
    const conditions = Object.values(states).flatMap((each) => each[name] ?? [])
    return conditions.length === 0 ? [] : [{ name, points: listPoints(field, conditions) }]
  })
  const reached = new Set<string>()
  const visit = (at: number, points: Readonly<Record<string, Point>>): void => {
    const field = asked[at]
    if (field !== undefined) {
      for (const point of field.points) visit(at + 1, { ...points, [field.name]: point })
      return
    }
    const state = findState(states, (name) => points[name] ?? null)
    if (state === undefined)
      throw new TypeError(
        `defineThing: ${thing}.states has none for ${JSON.stringify(points)}. End them with one that asks nothing.`,
      )
    reached.add(state)
  }
  visit(0, {})
  for (const [state, conditions] of Object.entries(states))
    if (!reached.has(state))
      throw new TypeError(
        `defineThing: ${thing}.states.${state} can never hold (${Object.keys(conditions).join(', ') || 'it asks nothing'}): a state before it holds, or what it asks excludes itself`,
      )
}

/** A value as conditions see it: days from today, a number, a word, or null. */
type Point = number | string | boolean | null

function findState(states: States, readPoint: (name: string) => Point): string | undefined {
  return Object.entries(states).find(([, conditions]) =>
    Object.entries(conditions).every(([name, condition]) => condition && holds(condition, readPoint(name))),
  )?.[0]
}

function holds(condition: Condition, point: Point): boolean {
  if (condition.test === 'empty') return point === null
  if (point === null) return false
  if (condition.test === 'set') return true
  if (condition.test === 'oneOf') return condition.values.some((value) => value === point)
  const { how, amount } = condition
  if (typeof point !== 'number') return false
  return how === '<' ? point < amount : how === '<=' ? point <= amount : how === '>' ? point > amount : point >= amount
}

function toPoint(field: FieldFacts | undefined, value: unknown, nowMs: number): Point {
  if (value === null || value === undefined) return null
  if (field?.kind === 'day') return (Date.parse(String(value)) - Date.parse(formatDay(nowMs))) / dayMs
  if (field?.kind === 'time') return (Number(value) - nowMs) / dayMs
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** One value for each way in which a field can lie to what is asked of it: below, at and above each bound. */
function listPoints(field: FieldFacts, conditions: readonly Condition[]): readonly Point[] {
  const bounds = conditions.flatMap((condition) => (condition.test === 'compare' ? [condition.amount] : []))
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, kind, decimals } = field
  const step = kind === 'time' ? 0.5 : 10 ** -decimals
  const near = bounds.flatMap((bound) => [bound - step, bound, bound + step])
  const inRange = kind === 'number' ? [...near.filter((point) => point >= min && point <= max), min, max] : near
  const words = kind === 'flag' ? [true, false] : kind === 'choice' ? field.choices : []
  const some: readonly Point[] = inRange.length + words.length === 0 ? ['a value'] : [...inRange, ...words]
  return field.isNullable ? [...new Set(some), null] : [...new Set(some)]
}

const askable: Readonly<Record<'days' | 'number', readonly FieldKind[]>> = { days: ['day', 'time'], number: ['number'] }

function demandAskable(at: string, field: FieldFacts | undefined, condition: Condition | undefined): void {
  const refuse = (why: string) => new TypeError(`defineThing: ${at} ${why}`)
  if (field === undefined || condition === undefined) throw refuse('asks for a field that is not there')
  if (condition.test === 'compare' && !askable[condition.unit].includes(field.kind))
    throw refuse(`compares ${condition.unit}, and the field is a ${field.kind}`)
  if (condition.test === 'empty' && !field.isNullable) throw refuse('can never hold: the field always has a value')
  if (condition.test !== 'oneOf') return
  const possible: readonly (string | boolean)[] = field.kind === 'flag' ? [true, false] : field.choices
  const strange = condition.values.find((value) => !possible.includes(value))
  if (strange !== undefined) throw refuse(`asks for ${JSON.stringify(strange)}, which is none of the field's values`)
}
