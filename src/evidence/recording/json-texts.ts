import type { JsonValue } from '../../define/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'

/** Changes every text of a JSON value, including names of members; numbers and positions stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapTextValues(value as JsonValue, change) as T
}

function mapTextValues(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each: JsonValue) => mapTextValues(each, change))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [change(name), mapTextValues(each, change)]))
}

/** A text of a JSON value, with its place. */
export interface PlacedText {
  readonly text: string
  /** As you write it in code: `exchanges[0].response.json.users[1].email`. */
  readonly path: string
  /** The member whose value it is, or in whose list it is; for the name of a member, its own text. */
  readonly member: string
  readonly isName: boolean
}

/** Every text of a JSON value, including names of members. */
export function* listTexts(value: unknown, path = '', member = ''): Generator<PlacedText> {
  if (typeof value === 'string') yield { text: value, path, member, isName: false }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* listTexts(each, `${path}[${index}]`, member)
    return
  }
  for (const [name, each] of Object.entries(omitUndefined(value))) {
    const at = /^[A-Za-z_$][\w$]*$/.test(name)
      ? `${path === '' ? '' : `${path}.`}${name}`
      : `${path}[${JSON.stringify(name)}]`
    yield { text: name, path: at, member: name, isName: true }
    yield* listTexts(each, at, name)
  }
}
